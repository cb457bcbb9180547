#!/bin/bash
# Stallmark against sysbench on one MariaDB, MySQL or PostgreSQL that already runs: the same tables, the same mix,
# turn by turn.  Prints transactions/s and client CPU per transaction (user and system, in the middle of each run, so
# that neither start-up nor the JIT's first seconds count), and their ratios to sysbench's by round.
#
#   STALLMARK_PASSWORD=... it/sysbench-pairs.sh SOCKET USER DATABASE                  # MariaDB or MySQL
#   STALLMARK_PASSWORD=... it/sysbench-pairs.sh postgresql://USER@HOST:PORT/DATABASE
#   THREADS="1 4 16 64" ROUNDS=3 SECONDS_EACH=10 WARMUP=6 URLS="mariadb mysql"  it/sysbench-pairs.sh ...
#
# Needs sysbench 1.0 and the tables: ./stallmark load sysbench -p tables=4 -p rows=100000 --url ...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
warmup=${WARMUP:-6} seconds=${SECONDS_EACH:-10}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
case $1 in
  postgresql://*)
    driver=pgsql clients=postgresql
    IFS='@:/' read -r user host port database <<<"${1#postgresql://}"
    login=(--db-driver=pgsql --pgsql-host="$host" --pgsql-port="$port" --pgsql-user="$user" --pgsql-db="$database")
    url() { echo "$target"; } ;;
  *)
    driver=mysql clients=${URLS:-mariadb mysql}
    user=$2 database=$3
    login=(--mysql-socket="$1" --mysql-user="$user" --mysql-db="$database")
    url() { echo "$1://$user@localhost/$database?socket=$target"; } ;;
esac
target=$1
printf '%s-password=%s\n' "$driver" "$STALLMARK_PASSWORD" >"$out/secret"      # not into the process list

. "$here/it/pairs.bash"

echo "round threads client transactions/s client-CPU-us/transaction"
for threads in ${THREADS:-1 4 16 64}; do
  for round in $(seq "${ROUNDS:-3}"); do
    timed 'Threads started!' sysbench oltp_read_write --config-file="$out/secret" "${login[@]}" \
      --tables=4 --table-size=100000 --threads="$threads" --time=$((warmup + seconds)) \
      --rand-type=special run            # 1.0 has no warm-up, and a C program needs none
    row "$round" "$threads" sysbench "$(sed -n 's/.*transactions: *[0-9]* *(\([0-9.]*\) per sec.*/\1/p' "$out/log")"
    for scheme in $clients; do
      timed '^Warming up' "$here/stallmark" run sysbench --out "$out/results" --threads "$threads" \
        --url "$(url "$scheme")" --seconds "$seconds" --warmup "$warmup" \
        -p tables=4 -p rows=100000
      row "$round" "$threads" "$scheme" "$(headline transactions)"
    done
  done
done

echo
echo "ratios to sysbench, median of the rounds: threads client transactions/s client-CPU/transaction"
ratios sysbench
