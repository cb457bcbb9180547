#!/bin/bash
# Stallmark against sysbench on one MariaDB, MySQL or PostgreSQL that already runs: the same tables, the same script,
# turn by turn.  Stallmark runs it as a mix of the workload sysbench, and as the script itself, by the workload lua, in
# rows named lua.  Prints transactions/s and client CPU per transaction (user and system, in the middle of each run, so
# that neither start-up nor the JIT's first seconds count), and their ratios to sysbench's by round.
#
#   STALLMARK_PASSWORD=... it/sysbench-pairs.sh SOCKET USER DATABASE                  # MariaDB or MySQL
#   STALLMARK_PASSWORD=... it/sysbench-pairs.sh postgresql://USER@HOST:PORT/DATABASE
#   THREADS="1 4 16 64" ROUNDS=3 SECONDS_EACH=10 WARMUP=6 CLIENTS="mariadb mysql lua"  it/sysbench-pairs.sh ...
#   SCRIPT=bulk_insert CLIENTS=lua  it/sysbench-pairs.sh ...               # default: oltp_read_write
#
# Needs sysbench 1.0 and the tables: ./stallmark load sysbench -p tables=4 -p rows=100000 --url ...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
warmup=${WARMUP:-6} seconds=${SECONDS_EACH:-10} script=${SCRIPT:-oltp_read_write}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
case $1 in
  postgresql://*)
    driver=pgsql clients=${CLIENTS:-postgresql lua} of_lua=postgresql
    IFS='@:/' read -r user host port database <<<"${1#postgresql://}"
    login=(--db-driver=pgsql --pgsql-host="$host" --pgsql-port="$port" --pgsql-user="$user" --pgsql-db="$database")
    url() { echo "$target"; } ;;
  *)
    driver=mysql clients=${CLIENTS:-mariadb mysql lua} of_lua=mariadb
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
    common=(--out "$out/results" --threads "$threads" --seconds "$seconds" --warmup "$warmup")
    for client in $(turns "$round" sysbench $clients); do
      case $client in
        sysbench)                        # 1.0 has no warm-up, and a C program needs none
          timed 'Threads started!' sysbench "$script" --config-file="$out/secret" "${login[@]}" \
            --tables=4 --table-size=100000 --threads="$threads" --time=$((warmup + seconds)) --rand-type=special run
          row "$round" "$threads" sysbench "$(sed -n 's/.*transactions: *[0-9]* *(\([0-9.]*\) per sec.*/\1/p' "$out/log")"
          continue ;;
        lua) workload=(lua --url "$(url "$of_lua")" --file "$script.lua" --tables=4 --table-size=100000 --rand-type=special) ;;
        *) workload=(sysbench --url "$(url "$client")" -p tables=4 -p rows=100000 -p "mix=${script#oltp_}") ;;
      esac
      timed '^Warming up' "$here/stallmark" run "${workload[@]}" "${common[@]}"
      row "$round" "$threads" "$client" "$(headline transactions)"
    done
  done
done

echo
echo "ratios to sysbench, median of the rounds: threads client transactions/s client-CPU/transaction"
ratios sysbench
