#!/bin/bash
# Whether the cost of a state stays the same while there are more and more of them: the same model
# with ten times as many states, up to fifty million.
# Seconds are those of the processor, best of three. Those of the system are mostly its clearing of
# pages, and where the machine is a virtual one, its host's finding them.
#
#   bench/engine/growth.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
. bench/engine/lib.sh
cargo build --quiet --release -p search --example safety
ours=${CARGO_TARGET_DIR:-target}/release/examples/safety
names=(small medium large)
moduli=('5 1' '5 10' '50 10')
best=(1000000 1000000 1000000)
for index in 0 1 2; do
    read -r first second <<<"${moduli[index]}"
    printf '#define FIRST %s\n#define SECOND %s\n' "$first" "$second" >"$work/${names[index]}.pml"
    cat bench/models/digits.pml >>"$work/${names[index]}.pml"
done
# In turns, so that a busy moment of the machine does not hit one size alone.
for _ in 1 2 3; do
    for index in 0 1 2; do
        measure "$ours" "$work/${names[index]}.pml"
        if less "$seconds" "${best[index]}"; then
            read -r states[index] _ <"$work/out"
            best[index]=$seconds
            of_system[index]=$system
            memory[index]=$kilobytes
        fi
    done
done
printf '%10s %9s %10s %9s %7s %6s %8s\n' \
    states seconds 'of system' ns/state factor MB B/state
for index in 0 1 2; do
    factor=-
    if [ "$index" -gt 0 ]; then
        factor=$(printf '%.2f' "$(calc "${best[index]} / ${best[index - 1]}")")
    fi
    printf '%10s %9.2f %10.2f %9.0f %7s %6.0f %8.1f\n' "${states[index]}" "${best[index]}" \
        "${of_system[index]}" "$(calc "${best[index]} * 1000000000 / ${states[index]}")" \
        "$factor" $((memory[index] / 1024)) \
        "$(calc "${memory[index]} * 1024 / ${states[index]}")"
done
