#!/bin/sh
# Fuzzes one target: fuzz/run.sh parse 300     (seconds; the seeds are the test models)
# The stable compiler has the instrumentation that libFuzzer needs; only the flags are long.
set -eu
target=$1
seconds=${2:-60}
here=$(dirname "$(realpath "$0")")
cd "$here"

corpus=corpus/$target
mkdir -p "$corpus" artifacts
for seed in ../tests/corpus/* ../tests/soundness/*; do
    if [ -f "$seed" ] && [ "$(wc -c < "$seed")" -lt 8192 ]; then
        cp -n "$seed" "$corpus/$(basename "$seed")"
    fi
done
# Each small text of the grammar tests is a seed of its own.
awk -v dir="$corpus" '/^===/ { n++; next } n { print > (dir "/grammar" n) }' \
    ../crates/promela/tests/data/grammar.txt

RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 --cfg fuzzing" \
    cargo run --release --bin "$target" --target "$(rustc -vV | sed -n 's/^host: //p')" -- \
    -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=8192 \
    -dict="$target.dict" -artifact_prefix=artifacts/ "$corpus"
