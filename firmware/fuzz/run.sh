#!/bin/bash
# Fuzz in rounds until the fuzzer has used so many CPU seconds: run.sh FUZZER CORPUS SEEDS CPU_SECONDS
# A busy machine gives less CPU than time on the wall, and it is the CPU seconds that find things.
set -eu
fuzzer=$1 corpus=$2 seeds=$3 wanted_s=$4
mkdir -p "$corpus"

# CPU seconds of all children so far into $used: the last line of `times` (user and system, as 1m2.345s), which must be
# asked in this shell and not in a subshell.
used=0
count_used() {
    times >"$corpus.times"
    used=$(tail -1 "$corpus.times" | awk '{ for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } print int(s) }')
}

round=0
while [ "$used" -lt "$wanted_s" ]; do
    round=$((round + 1))
    "$fuzzer" -max_total_time=60 -max_len=2048 -seed="$round" -print_final_stats=1 "$corpus" "$seeds" 2>"$corpus.log" ||
        { cat "$corpus.log"; exit 1; }
    count_used
    echo "round $round: $used CPU seconds, $(grep -o 'number_of_executed_units: .*' "$corpus.log")," \
        "coverage $(grep -o 'cov: [0-9]*' "$corpus.log" | tail -1), corpus $(find "$corpus" -type f | wc -l)"
done
echo "no finding in $used CPU seconds"
