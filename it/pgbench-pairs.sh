#!/bin/bash
# Stallmark against pgbench on one PostgreSQL that already runs: the same tables, a built-in script, turn by turn.
# Stallmark runs it as the workload tpcb, and as the text that pgbench prints, by the workload pgbench.  Prints
# transactions/s and client CPU per transaction (user and system, in the middle of each run, so that neither start-up nor
# the JIT's first seconds count), and their ratios to pgbench's by round.
#
#   PGPASSWORD=... it/pgbench-pairs.sh postgresql://USER@HOST:PORT/DATABASE
#   SCRIPT=select-only SCALE=10 THREADS="1 4 16 64" ROUNDS=3 SECONDS_EACH=10 WARMUP=15  it/pgbench-pairs.sh ...
#
# Needs pgbench and the tables: ./stallmark load tpcb -p scale=10 --url ...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
warmup=${WARMUP:-15} seconds=${SECONDS_EACH:-10} script=${SCRIPT:-tpcb-like} scale=${SCALE:-10}
url=$1
export STALLMARK_PASSWORD=${PGPASSWORD-}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
pgbench --show-script="$script" 2>"$out/$script.sql"

. "$here/it/pairs.bash"

# The mean of the seconds after the warm-up, from the progress that pgbench prints: it has no warm-up.
rate() { sed -n 's/^progress: \([0-9]*\)\.[0-9]* s, \([0-9.]*\) tps.*/\1 \2/p' "$out/log" | awk -v w="$warmup" '$1 > w {s += $2; n++} END {print s / n}'; }

echo "round threads client transactions/s client-CPU-us/transaction"
for threads in ${THREADS:-1 4 16 64}; do
  for round in $(seq "${ROUNDS:-3}"); do
    timed '^pgbench ' pgbench -n -M prepared -b "$script" -c "$threads" -j "$threads" -T $((warmup + seconds)) -P 1 "$url"
    row "$round" "$threads" pgbench "$(rate)"
    common=(--url "$url" --out "$out/results" --threads "$threads" --seconds "$seconds" --warmup "$warmup")
    timed '^Warming up' "$here/stallmark" run tpcb "${common[@]}" -p "scale=$scale" -p "builtin=$script"
    row "$round" "$threads" tpcb "$(headline transactions)"
    timed '^Warming up' "$here/stallmark" run pgbench "${common[@]}" -D "scale=$scale" --file "$out/$script.sql"
    row "$round" "$threads" script "$(headline transactions)"
  done
done

echo
echo "ratios to pgbench, median of the rounds: threads client transactions/s client-CPU/transaction"
ratios pgbench
