#!/bin/bash
# From the command to the verdict on small models: `spin -a`, gcc -O3 and the verifier on one side,
# `stubborn check` on the other.
#
#   bench/engine/verdict.sh [ROUNDS] [MODEL...]
#
# Time on the clock, the best of ROUNDS (3 by default), alternating. Both are run as a user would:
# with their default reductions, and all that the model states is checked; SPIN, which checks one
# thing at a time, checks assertions and invalid end states, and only if that is all there is.
set -euo pipefail
cd "$(dirname "$0")/../.."
. bench/engine/lib.sh
rounds=${1:-3}
shift || true
models=("$@")
if [ ${#models[@]} = 0 ]; then
    mapfile -t models < <(listed small.txt)
fi
cargo build --quiet --release -p stubborn
ours=${CARGO_TARGET_DIR:-target}/release/stubborn

spin_verdict() {
    cd "$work"
    rm -f pan
    spin -a model.pml && gcc -O3 -w -DMEMLIM=12000 -o pan pan.c && ./pan -m1000000
}
export -f spin_verdict
export work

printf '%-36s %9s %9s %7s\n' model 'SPIN s' 'ours s' ratio
for model in "${models[@]}"; do
    cp "$(path_of "$model")" "$work/model.pml"
    spin_best=1000000 ours_best=1000000
    for _ in $(seq "$rounds"); do
        measure bash -c spin_verdict
        if less "$elapsed" "$spin_best"; then spin_best=$elapsed; fi
        measure bash -c "$ours check $work/model.pml"
        if less "$elapsed" "$ours_best"; then ours_best=$elapsed; fi
    done
    # The clock of `time` ticks in hundredths.
    if less "$ours_best" 0.01; then ours_best=0.01; fi
    ratio=$(calc "$spin_best / $ours_best")
    echo "$ratio" >>"$work/ratios"
    printf '%-36s %9.2f %9.2f %7.1f\n' "$(name_of "$model")" "$spin_best" "$ours_best" "$ratio"
done
awk '{ sum += log($1); n++; if (n == 1 || $1 < least) least = $1 }
    END { printf "geometric mean %.1f, least %.1f\n", exp(sum / n), least }' "$work/ratios"
