#!/bin/bash
# Stallmark against sysbench on one MariaDB, MySQL or PostgreSQL that already runs: the same tables, the same script,
# turn by turn.  Stallmark runs it as a mix of the workload sysbench, and as the script itself, by the workload lua, in
# rows named lua.  Prints transactions/s and client CPU per transaction (user and system, in the middle of each run, so
# that neither start-up nor the JIT's first seconds count), and their ratios to sysbench's by round.
#
#   STALLMARK_PASSWORD=... it/sysbench-pairs.sh SOCKET USER DATABASE                  # MariaDB or MySQL
#   STALLMARK_PASSWORD=... it/sysbench-pairs.sh mysql://USER@HOST:PORT/DATABASE
#   STALLMARK_PASSWORD=... it/sysbench-pairs.sh postgresql://USER@HOST:PORT/DATABASE
#   THREADS="1 4 16 64" ROUNDS=3 SECONDS_EACH=10 WARMUP=6 CLIENTS="mariadb mysql lua"  it/sysbench-pairs.sh ...
#   CLIENTS="mariadb mariadb?useReadAheadInput=true" it/sysbench-pairs.sh mysql://...         # parameters of a driver
#   SCRIPT=bulk_insert NEW_TABLES=1 CLIENTS=lua  it/sysbench-pairs.sh ...  # default: oltp_read_write
#   RAND=uniform CLIENTS="postgresql driver-postgresql socket"  it/sysbench-pairs.sh postgresql://...
#
# driver-postgresql, driver-mariadb, driver-mysql and socket are it/DriverLoop.java: the same transaction by a driver alone,
# or by a socket alone. They need URLs, the script oltp_read_write and RAND=uniform; socket, a server that trusts the user.
#
# With NEW_TABLES=1, sysbench makes the tables of the script before each run: bulk_insert, oltp_insert and oltp_delete need it.
# Needs sysbench 1.0 and the tables: ./stallmark load sysbench -p tables=4 -p rows=100000 --url ...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
warmup=${WARMUP:-6} seconds=${SECONDS_EACH:-10} script=${SCRIPT:-oltp_read_write}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
rand=${RAND:-special}
case $1 in
  *://*)
    case $1 in
      postgresql://*) driver=pgsql clients=${CLIENTS:-postgresql lua} of_lua=postgresql ;;
      mysql://*) driver=mysql clients=${CLIENTS:-mariadb mysql lua} of_lua=mariadb ;;
      *) echo "sysbench-pairs.sh: mysql://... or postgresql://..." >&2; exit 2 ;;
    esac
    IFS='@:/' read -r user host port database <<<"${1#*://}"
    login=(--db-driver=$driver --$driver-host="$host" --$driver-port="$port" --$driver-user="$user" --$driver-db="$database")
    url() { echo "${1%%\?*}://$user@$host:$port/$database${1#"${1%%\?*}"}"; } ;;
  *)
    driver=mysql clients=${CLIENTS:-mariadb mysql lua} of_lua=mariadb
    user=$2 database=$3
    login=(--mysql-socket="$1" --mysql-user="$user" --mysql-db="$database")
    url() { echo "$1://$user@localhost/$database?socket=$target"; } ;;
esac
target=$1
printf '%s-password=%s\n' "$driver" "$STALLMARK_PASSWORD" >"$out/secret"      # not into the process list

. "$here/it/pairs.bash"

options=(--rand-type="$rand")
[ "$script" = bulk_insert ] || options+=(--tables=4 --table-size=100000)

new_tables() {
  local each
  for each in cleanup prepare; do
    sysbench "$script" --config-file="$out/secret" "${login[@]}" "${options[@]}" --threads="$threads" "$each" >"$out/log" 2>&1 ||
      { tail -3 "$out/log" >&2; exit 1; }
  done
}

# loop CLIENT: transactions/s and CPU of a driver alone
loop() {
  local jdbc=$host:$port/$database?user=$user
  case $1 in
    driver-postgresql) set -- postgresql "jdbc:postgresql://$jdbc" ;;
    driver-mariadb) set -- mysql "jdbc:mariadb://$jdbc&sslMode=disable&useServerPrepStmts=true" ;;
    driver-mysql) set -- mysql "jdbc:mysql://$jdbc&sslMode=DISABLED&useServerPrepStmts=true" ;;
    socket) set -- postgresql "socket:postgresql://$user@$host:$port/$database" ;;
  esac
  java -XX:+UseParallelGC -cp "$here/bindings-$1/target/stallmark-$1.jar" "$here/it/DriverLoop.java" "$2" "$threads" "$warmup" "$seconds"
}

echo "round threads client transactions/s client-CPU-us/transaction"
for threads in ${THREADS:-1 4 16 64}; do
  for round in $(seq "${ROUNDS:-3}"); do
    common=(--out "$out/results" --threads "$threads" --seconds "$seconds" --warmup "$warmup")
    for client in $(turns "$round" sysbench $clients); do
      [ -z "${NEW_TABLES:-}" ] || new_tables
      case $client in
        sysbench)                        # 1.0 has no warm-up, and a C program needs none
          timed 'Threads started!' sysbench "$script" --config-file="$out/secret" "${login[@]}" \
            "${options[@]}" --threads="$threads" --time=$((warmup + seconds)) run
          row "$round" "$threads" sysbench "$(sed -n 's/.*transactions: *[0-9]* *(\([0-9.]*\) per sec.*/\1/p' "$out/log")"
          continue ;;
        lua) workload=(lua --url "$(url "$of_lua")" --file "$script.lua" "${options[@]}") ;;
        driver-* | socket)
          loop "$client" >"$out/log" || { tail -3 "$out/log" >&2; exit 1; }
          echo "$round $threads $client $(sed 's/,//; s/[^0-9. ]//g' "$out/log" | awk '{ print $1, $2 }')" | tee -a "$out/rows"
          continue ;;
        *) workload=(sysbench --url "$(url "$client")" -p tables=4 -p rows=100000 -p "mix=${script#oltp_}" -p "rand-type=$rand") ;;
      esac
      timed '^Warming up' "$here/stallmark" run "${workload[@]}" "${common[@]}"
      row "$round" "$threads" "$client" "$(headline transactions)"
    done
  done
done

echo
echo "ratios to sysbench, median of the rounds: threads client transactions/s client-CPU/transaction"
ratios sysbench
