#!/bin/bash
# How wide the interval of a duet is, and that of alternating runs of the same total time. Both databases should be equal.
# Prints a row for each round: half of the width of the interval of transactions/s, in percent. Then the medians.
#
#   it/duet-intervals.sh URL_OF_A URL_OF_B
#   ROUNDS=3 SECONDS_EACH=13 WARMUP=5 THREADS=4 BURSTS=0 MODE=...  it/duet-intervals.sh ...
#
# BURSTS processes keep a processor busy for 1 to 10 s, then sleep as long, as neighbours on a shared machine do.
# A round has three runs of SECONDS_EACH on each side, in turn, and one duet that is six times as long. Absent tables are
# loaded before. STALLMARK_PASSWORD has the password of both. STALLMARK=COMMAND starts another program than ./stallmark.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# = 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
read -ra stallmark <<<"${STALLMARK:-$here/stallmark}"
seconds=${SECONDS_EACH:-13}
common=(--threads "${THREADS:-4}" --warmup "${WARMUP:-5}")
out=$(mktemp -d)
bursts=()
trap 'kill "${bursts[@]}" 2>/dev/null || true; rm -rf "$out"' EXIT

half() { awk -F, '$1 == "transactions_per_s" { printf "%.1f", 50 * ($9 - $8) }'; }
run() { "${stallmark[@]}" run sysbench --url "$1" "${common[@]}" --seconds "$seconds" --quiet --out "$2" >/dev/null; }
median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

for url; do "${stallmark[@]}" load sysbench --url "$url" >/dev/null 2>&1 || true; done  # it refuses tables that exist
for ((i = 0; i < ${BURSTS:-0}; i++)); do
  (while :; do until=$((SECONDS + 1 + RANDOM % 10)); while ((SECONDS < until)); do :; done; sleep $((1 + RANDOM % 10)); done) &
  bursts+=($!)
done
echo "round runs duet"
for round in $(seq "${ROUNDS:-3}"); do
  for i in 1 2 3; do
    if ((i % 2)); then run "$1" "$out/$round/a"; run "$2" "$out/$round/b"; else run "$2" "$out/$round/b"; run "$1" "$out/$round/a"; fi
  done
  runs=$("${stallmark[@]}" compare "$out/$round/a" "$out/$round/b" --csv 2>/dev/null | half)
  duet=$("${stallmark[@]}" duet sysbench --a "$1" --b "$2" ${MODE:+--mode "$MODE"} "${common[@]}" --seconds $((6 * seconds)) --csv --out "$out/$round" 2>/dev/null | half)
  echo "$round $runs $duet" | tee -a "$out/rows"
done
echo "median $(cut -d' ' -f2 "$out/rows" | median) $(cut -d' ' -f3 "$out/rows" | median)"
