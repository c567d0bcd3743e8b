#!/bin/bash
# Unreduced safety search by SPIN's compiled verifier and by us, alternating, on the same machine.
#
#   bench/engine/run.sh [ROUNDS] [MODEL...]
#
# For each model: the states that each stored, the processor time of each search (the best of
# ROUNDS, 3 by default; generation and compilation not counted for SPIN), its peak resident memory,
# and the ratios SPIN / ours; then the geometric means and the worst. Processor time, not time on
# the clock: it depends less on what else the machine does. SPIN is compiled with -O3 and given the
# hash table size, of three, that makes it fastest, and no more stack than it needs; both search
# the same graph (-o1 -o2 -o3, -DNOREDUCE). What takes SPIN longer than LONG seconds is run once.
set -euo pipefail
cd "$(dirname "$0")/../.."
. bench/engine/lib.sh
LONG=30
rounds=${1:-3}
shift || true
models=("$@")
if [ ${#models[@]} = 0 ]; then
    mapfile -t models < <(listed models.txt)
fi
cargo build --quiet --release -p search --example safety
ours=${CARGO_TARGET_DIR:-target}/release/examples/safety

spin_states() { awk '/ states, stored/ { print $1 }' "$work/out"; }
spin_depth() { awk '/depth reached/ { sub(",", "", $6); print $6 }' "$work/out"; }

printf '%-28s %10s %5s %8s %8s %6s %8s %8s %6s %7s\n' \
    model states same 'SPIN s' 'ours s' ratio 'SPIN MB' 'ours MB' ratio B/state
for model in "${models[@]}"; do
    cp "$(path_of "$model")" "$work/model.pml"
    (
        cd "$work"
        spin -a -o1 -o2 -o3 model.pml >/dev/null 2>&1
        gcc -O3 -w -DNOREDUCE -DSAFETY -DNOCLAIM -DMEMLIM=20000 -o pan pan.c
    )
    spin_best=1000000 ours_best=1000000
    for width in 24 22 26; do
        measure "$work/pan" -c0 -n -m20000000 "-w$width"
        if less "$seconds" "$spin_best"; then
            spin_best=$seconds best_width=$width depth=$(spin_depth)
        fi
        if less "$LONG" "$seconds"; then break; fi
    done
    repeat=$rounds
    if less "$LONG" "$spin_best"; then repeat=1; fi
    for _ in $(seq "$repeat"); do
        measure "$work/pan" -c0 -n "-m$((depth + 1000))" "-w$best_width"
        states=$(spin_states) spin_memory=$kilobytes
        if less "$seconds" "$spin_best"; then spin_best=$seconds; fi
        measure "$ours" "$work/model.pml"
        ours_memory=$kilobytes
        if less "$seconds" "$ours_best"; then ours_best=$seconds; fi
    done
    read -r our_states _ <"$work/out"
    same=no
    if [ "$states" = "$our_states" ]; then same=yes; fi
    time_ratio=$(calc "$spin_best / $ours_best")
    memory_ratio=$(calc "$spin_memory / $ours_memory")
    echo "$time_ratio $memory_ratio $our_states" >>"$work/ratios"
    printf '%-28s %10s %5s %8.2f %8.2f %6.2f %8.0f %8.0f %6.2f %7.1f\n' "$(name_of "$model")" \
        "$our_states" "$same" "$spin_best" "$ours_best" "$time_ratio" $((spin_memory / 1024)) \
        $((ours_memory / 1024)) "$memory_ratio" "$(calc "$ours_memory * 1024 / $our_states")"
done
awk '
    { time += log($1); n++; if (n == 1 || $1 < slowest) slowest = $1 }
    $3 > 1000000 { memory += log($2); m++; if (m == 1 || $2 < largest) largest = $2 }
    END {
        printf "time: geometric mean %.2f, least %.2f\n", exp(time / n), slowest
        if (m) printf "memory above a million states: geometric mean %.2f, least %.2f\n", exp(memory / m), largest
    }' "$work/ratios"
