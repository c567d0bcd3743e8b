#!/bin/bash
# Whether the cost of a state stays the same while there are more and more of them: the same model
# with ten times as many states, up to fifty million.
#
#   bench/engine/growth.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
. bench/engine/lib.sh
cargo build --quiet --release -p search --example safety
ours=${CARGO_TARGET_DIR:-target}/release/examples/safety
printf '%10s %9s %11s %7s %9s %8s\n' states seconds ns/state factor MB B/state
before=
for moduli in '5 1' '5 10' '50 10'; do
    read -r first second <<<"$moduli"
    printf '#define FIRST %s\n#define SECOND %s\n' "$first" "$second" >"$work/model.pml"
    cat bench/models/digits.pml >>"$work/model.pml"
    best=1000000
    for _ in 1 2; do
        measure "$ours" "$work/model.pml"
        if less "$seconds" "$best"; then best=$seconds; fi
    done
    read -r states _ <"$work/out"
    factor=-
    if [ -n "$before" ]; then factor=$(printf '%.2f' "$(calc "$best / $before")"); fi
    before=$best
    printf '%10s %9.2f %11.0f %7s %9.0f %8.1f\n' "$states" "$best" \
        "$(calc "$best * 1000000000 / $states")" "$factor" $((kilobytes / 1024)) \
        "$(calc "$kilobytes * 1024 / $states")"
done
