#!/bin/bash
# Unreduced safety search by SPIN's compiled verifier and by us, alternating, on the same machine.
#
#   bench/engine/run.sh [ROUNDS] [MODEL...]
#
# For each model: the states that each stored, the processor time of each search (the best of
# ROUNDS, 3 by default; generation and compilation not counted), its peak resident memory, and the
# ratios SPIN / ours; then the geometric means. Processor time, not time on the clock: it does not
# depend on what else the machine does. SPIN is compiled with -O3 and given the hash table size, of
# three, that makes it fastest. It runs with -o1 -o2 -o3, so that both search the same graph.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
debian=/usr/share/doc/spin/examples/Examples
rounds=${1:-3}
shift || true
models=("$@")
if [ ${#models[@]} = 0 ]; then
    mapfile -t models < <(grep -v '^#' bench/engine/models.txt)
fi
cargo build --quiet --release -p search --example safety
ours=${CARGO_TARGET_DIR:-target}/release/examples/safety
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measure COMMAND...: output in $work/out; sets seconds (user + system) and kilobytes (peak).
measure() {
    /usr/bin/time -o "$work/time" -f '%U %S %M' "$@" >"$work/out" 2>&1 || true
    read -r user system kilobytes < <(tail -1 "$work/time")
    seconds=$(echo "$user + $system" | bc -l)
}

less() { [ "$(echo "$1 < $2" | bc -l)" = 1 ]; }

spin_states() { awk '/ states, stored/ { print $1 }' "$work/out"; }

printf '%-28s %10s %10s %8s %8s %6s %8s %8s %6s\n' \
    model states SPIN-same 'SPIN s' 'ours s' ratio 'SPIN MB' 'ours MB' ratio
for model in "${models[@]}"; do
    path=$here/$model
    [[ $model == debian/* ]] && path=$debian/${model#debian/}
    cp "$path" "$work/model.pml"
    (
        cd "$work"
        spin -a -o1 -o2 -o3 model.pml >/dev/null 2>&1
        gcc -O3 -w -DNOREDUCE -DSAFETY -DNOCLAIM -DMEMLIM=12000 -o pan pan.c
    )
    spin_best=1000000 ours_best=1000000 width=
    for size in 22 24 26; do
        measure "$work/pan" -c0 -n -m20000000 "-w$size"
        if less "$seconds" "$spin_best"; then
            spin_best=$seconds spin_memory=$kilobytes width=$size
        fi
    done
    # The stack of a depth-first search is part of what it needs, but not more than it used.
    depth=$(awk '/depth reached/ { sub(",", "", $6); print $6 }' "$work/out")
    for _ in $(seq "$rounds"); do
        measure "$work/pan" -c0 -n "-m$((depth + 1000))" "-w$width"
        states=$(spin_states)
        if less "$seconds" "$spin_best"; then spin_best=$seconds; fi
        spin_memory=$kilobytes
        measure "$ours" "$work/model.pml"
        if less "$seconds" "$ours_best"; then ours_best=$seconds; fi
        ours_memory=$kilobytes
    done
    read -r our_states _ <"$work/out"
    same=no
    if [ "$states" = "$our_states" ]; then same=yes; fi
    time_ratio=$(echo "$spin_best / $ours_best" | bc -l)
    memory_ratio=$(echo "$spin_memory / $ours_memory" | bc -l)
    echo "$time_ratio $memory_ratio $our_states" >>"$work/ratios"
    name=$(basename "$model" | sed 's/^spins_tests_beem_all_//' | cut -c 1-28)
    printf '%-28s %10s %10s %8.2f %8.2f %6.2f %8.0f %8.0f %6.2f\n' "$name" "$our_states" \
        "$same" "$spin_best" "$ours_best" "$time_ratio" \
        $((spin_memory / 1024)) $((ours_memory / 1024)) "$memory_ratio"
done
awk '{ time += log($1); n++ } $3 > 1000000 { memory += log($2); m++ }
    END {
        printf "geometric means: time %.2f", exp(time / n)
        if (m) printf ", memory above a million states %.2f", exp(memory / m)
        print ""
    }' "$work/ratios"
