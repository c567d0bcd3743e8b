#!/bin/bash
# How time and memory grow with the number of states: bench/models/counters.pml of growing size,
# unreduced, up to 50 million states.
#
#   bench/engine/linear.sh [LARGEST]      LARGEST: 1 to 4, the last size to run (4: 50 million)
set -euo pipefail
cd "$(dirname "$0")/../.."
stubborn=${STUBBORN:-}
if [ -z "$stubborn" ]; then
    cargo build --quiet --release -p stubborn
    stubborn=${CARGO_TARGET_DIR:-target}/release/stubborn
fi
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
printf '%10s %9s %10s %8s %14s\n' states 's (CPU)' 'ns/state' MB 'bytes/state'
for size in '4 5' '5 5' '6 5' '7 5'; do
    read -r digits rest <<<"$size"
    /usr/bin/time -o "$out/time" -f '%U %S %M' "$stubborn" check --no-warnings --json --reduction off \
        --shortest --property deadlock -D "N=$digits" -D "M=$rest" bench/models/counters.pml >"$out/json"
    read -r user system kilobytes <"$out/time"
    states=$(grep -o '"states":[0-9 ]*' "$out/json" | head -1 | tr -dc 0-9)
    awk -v s="$states" -v u="$user" -v y="$system" -v k="$kilobytes" 'BEGIN {
        t = u + y
        printf "%10d %9.2f %10.0f %8.0f %14.1f\n", s, t, t / s * 1e9, k / 1024, k * 1024 / s }'
    if [ "${1:-4}" = $((digits - 3)) ]; then break; fi
done
