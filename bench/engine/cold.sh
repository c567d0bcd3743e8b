#!/bin/bash
# Time from the command to the verdict on small models, unreduced, on the clock: SPIN generates,
# compiles and runs a verifier; we parse, compile to native code and search.
#
#   bench/engine/cold.sh [ROUNDS] [MODEL...]
#
# Alternating, the best of ROUNDS (3 by default) of each, and the ratio SPIN / ours. Models: those of
# the corpus and of Debian's examples that SPIN finishes below 100,000 states, in cold.txt.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
debian=/usr/share/doc/spin/examples/Examples
rounds=${1:-3}
shift || true
models=("$@")
if [ ${#models[@]} = 0 ]; then
    mapfile -t models < <(grep -v '^#' bench/engine/cold.txt)
fi
stubborn=${STUBBORN:-}
if [ -z "$stubborn" ]; then
    cargo build --quiet --release -p stubborn
    stubborn=${CARGO_TARGET_DIR:-target}/release/stubborn
fi
stubborn=$(realpath "$stubborn")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

now() { date +%s.%N; }
less() { [ "$(echo "$1 < $2" | bc -l)" = 1 ]; }

by_spin() {
    spin -a -o1 -o2 -o3 model.pml && gcc -O3 -w -DNOREDUCE -DSAFETY -DNOCLAIM -o pan pan.c &&
        ./pan -c0 -n -m1000000
}

printf '%-36s %9s %9s %9s %7s\n' model states 'SPIN s' 'ours s' ratio
for model in "${models[@]}"; do
    path=$here/$model
    [[ $model == debian/* ]] && path=$debian/${model#debian/}
    cp "$path" model.pml
    spin_best=1000000 ours_best=1000000
    for _ in $(seq "$rounds"); do
        start=$(now)
        by_spin >spin.out 2>&1 || true
        elapsed=$(echo "$(now) - $start" | bc -l)
        if less "$elapsed" "$spin_best"; then spin_best=$elapsed; fi
        start=$(now)
        "$stubborn" check --no-warnings --json --property safety --reduction off --shortest model.pml >ours.out 2>&1 || true
        elapsed=$(echo "$(now) - $start" | bc -l)
        if less "$elapsed" "$ours_best"; then ours_best=$elapsed; fi
    done
    states=$(grep -o '"states":[0-9 ]*' ours.out | head -1 | tr -dc 0-9)
    ratio=$(echo "$spin_best / $ours_best" | bc -l)
    echo "$ratio" >>ratios
    printf '%-36s %9s %9.3f %9.3f %7.1f\n' "$(basename "$model" | cut -c 1-36)" "$states" \
        "$spin_best" "$ours_best" "$ratio"
done
sort -g ratios | awk '{ sum += log($1); n++; if (n == 1) least = $1 }
    END { printf "least %.1f, geometric mean %.1f\n", least, exp(sum / n) }'
