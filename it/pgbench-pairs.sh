#!/bin/bash
# Stallmark against pgbench on one PostgreSQL that already runs: the same tables, a built-in script, turn by turn.
# Stallmark runs it as the workload tpcb, as the text that pgbench prints, by the workload pgbench, and tpcb-like also as
# own statements.  Prints transactions/s and client CPU per transaction (user and system, in the middle of each run, so that neither start-up nor
# the JIT's first seconds count), and their ratios to pgbench's by round.
#
#   PGPASSWORD=... it/pgbench-pairs.sh postgresql://USER@HOST:PORT/DATABASE
#   SCRIPT=select-only SCALE=10 THREADS="1 4 16 64" ROUNDS=3 SECONDS_EACH=10 WARMUP=15  it/pgbench-pairs.sh ...
#   CLIENTS="pgbench script" it/pgbench-pairs.sh ...       # pgbench, and some of tpcb, script and own
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
cat >"$out/tpcb-like.yaml" <<EOF
values:
  aid:   uniform:1..$((100000 * scale))
  bid:   uniform:1..$scale
  tid:   uniform:1..$((10 * scale))
  delta: uniform:-5000..5000
transactions:
  tpcb_like:
    begin: true
    steps:
    - sql: UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid
    - sql: SELECT abalance FROM pgbench_accounts WHERE aid = :aid
    - sql: UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid
    - sql: UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid
    - sql: INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP)
EOF

. "$here/it/pairs.bash"

# The mean of the seconds after the warm-up, from the progress that pgbench prints: it has no warm-up.
rate() { sed -n 's/^progress: \([0-9]*\)\.[0-9]* s, \([0-9.]*\) tps.*/\1 \2/p' "$out/log" | awk -v w="$warmup" '$1 > w {s += $2; n++} END {print s / n}'; }

echo "round threads client transactions/s client-CPU-us/transaction"
all="pgbench tpcb script"
[ "$script" != tpcb-like ] || all+=" own"
clients=${CLIENTS:-$all}
for threads in ${THREADS:-1 4 16 64}; do
  for round in $(seq "${ROUNDS:-3}"); do
    common=(--url "$url" --out "$out/results" --threads "$threads" --seconds "$seconds" --warmup "$warmup")
    for client in $(turns "$round" $clients); do
      case $client in
        pgbench)
          timed '^pgbench ' pgbench -n -M prepared -b "$script" -c "$threads" -j "$threads" -T $((warmup + seconds)) -P 1 "$url"
          row "$round" "$threads" pgbench "$(rate)"
          continue ;;
        tpcb) workload=(tpcb -p "scale=$scale" -p "builtin=$script") ;;
        script) workload=(pgbench -D "scale=$scale" --file "$out/$script.sql") ;;
        own) workload=(own --file "$out/tpcb-like.yaml") ;;
      esac
      timed '^Warming up' "$here/stallmark" run "${workload[@]}" "${common[@]}"
      row "$round" "$threads" "$client" "$(headline transactions)"
    done
  done
done

echo
echo "ratios to pgbench, median of the rounds: threads client transactions/s client-CPU/transaction"
ratios pgbench
