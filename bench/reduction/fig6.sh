#!/bin/bash
# The experiment of Siegel, CAV 2019, figure 6: is starvation freedom of one of five processes of
# Peterson's algorithm cheaper to check with reduction, and what does the SI normal form cost?
#
#   bench/reduction/fig6.sh
#
# STUBBORN names a binary, if it is not to be built.
#
# The models are our own encodings of it, with the claim as B3 and as its normal form B4; they are
# smaller than the paper's, so its figures cannot be compared with these. For each claim: SPIN's
# verifier (-O3) without and with reduction, and ours by the reductions that the figure is about, all
# in one run on one machine. Seconds are of the processor and of the search alone: generation and
# compilation are not counted for SPIN. Memory is peak resident, in megabytes.
set -euo pipefail
cd "$(dirname "$0")/../.."
. bench/engine/lib.sh
ours=${STUBBORN:-}
if [ -z "$ours" ]; then
    cargo build --quiet --release -p stubborn
    ours=${CARGO_TARGET_DIR:-target}/release/stubborn
fi

row() {
    printf '| %s | %s | %s | %s | %.1f | %d |\n' "$1" "$2" "$3" "$4" "$seconds" $((kilobytes / 1024))
}

# field NAME: a number of the JSON document in $work/out.
field() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" "$work/out" | head -1; }

# spin_by NAME FLAG...: SPIN's verifier, compiled with the flags. A first run tells how much stack the
# second one needs.
spin_by() {
    local name=$1
    shift
    (cd "$work" && gcc -O3 -w "$@" -DMEMLIM=20000 -o pan pan.c)
    measure "$work/pan" -a -n -m10000000 -w24
    local depth
    depth=$(awk '/depth reached/ { sub(",", "", $6); print $6 }' "$work/out")
    measure "$work/pan" -a -n "-m$((depth + 1000))" -w24
    row "$claim" "$name" "$(awk '/ states, stored/ { print $1 }' "$work/out")" \
        "$(awk '/ transitions \(/ { print $1 }' "$work/out")"
    grep -q 'errors: 0' "$work/out"
}

ours_by() {
    measure "$ours" check --json --no-warnings --property claim --reduction "$1" "$work/model.pml"
    row "$claim" "ours, \`$1\`" "$(field states)" "$(field transitions)"
    grep -q '"verdict": "holds"' "$work/out"
}

echo '| claim | by | states | transitions | seconds | MB |'
echo '|---|---|---|---|---|---|'
for claim in B3 B4; do
    cp "bench/models/peterson5_${claim,,}.pml" "$work/model.pml"
    (cd "$work" && spin -a model.pml >/dev/null)
    spin_by 'SPIN, no reduction' -DNOREDUCE
    spin_by 'SPIN, reduced'
    for reduction in off v0 v1 stack static; do
        ours_by "$reduction"
    done
done
