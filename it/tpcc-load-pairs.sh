#!/bin/bash
# Stallmark's load of tpcc against the prepare of go-tpc and of sysbench-tpcc on one server that already runs, turn by
# turn: seconds and client CPU of each, and their ratios to the slower ones' by round.
#
#   TPCC_LUA=.../tpcc.lua it/tpcc-load-pairs.sh mysql://USER@HOST:PORT/DATABASE           # MariaDB or MySQL
#   TPCC_LUA=.../tpcc.lua it/tpcc-load-pairs.sh postgresql://USER@HOST:PORT/DATABASE      # without go-tpc
#   WAREHOUSES=4 THREADS=4 ROUNDS=3 CLIENTS="go-tpc sysbench-tpcc"  it/tpcc-load-pairs.sh ...
#
# USER logs in without a password.  The tables of all three must not exist; they are dropped after each load.  The 30
# seconds for which sysbench-tpcc's prepare sleeps are subtracted.  Clients as for tpcc-pairs.sh.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
url=$1 warehouses=${WAREHOUSES:-4} threads=${THREADS:-4}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
IFS='@:/' read -r scheme _ _ user host port database <<<"$url"
driver=mysql clients=${CLIENTS:-go-tpc sysbench-tpcc}
[ "$scheme" != postgresql ] || driver=pgsql clients=${CLIENTS:-sysbench-tpcc}

. "$here/it/pairs.bash"

lua() {
  LUA_PATH="$(dirname "$TPCC_LUA")/?.lua" sysbench "$TPCC_LUA" --db-driver=$driver --$driver-host="$host" \
    --$driver-port="$port" --$driver-user="$user" --$driver-db="$database" --scale="$warehouses" --tables=1 --use_fk=0 \
    --threads="$threads" "$1"
}
go() {
  go-tpc -H "$host" -P "$port" -U "$user" -D "$database" -T "$threads" tpcc --warehouses "$warehouses" "$@"
}
stallmark() { "$here/stallmark" "$1" tpcc --url "$url" -p "warehouses=$warehouses" "${@:2}"; }

load() {
  case $1 in
    stallmark) stallmark load --threads "$threads" ;;
    go-tpc) go prepare --no-check ;;
    sysbench-tpcc) lua prepare ;;
  esac
}
unload() {
  case $1 in
    stallmark) stallmark drop --yes ;;
    go-tpc) go cleanup ;;
    sysbench-tpcc) lua cleanup ;;
  esac
}

echo "round threads client warehouses/s client-CPU-us/warehouse"
for round in $(seq "${ROUNDS:-3}"); do
  for client in $(turns "$round" $clients stallmark); do
    TIMEFORMAT='%R %U %S'
    { time load "$client" >"$out/log" 2>&1; } 2>"$out/time" || { tail -3 "$out/log" >&2; exit 1; }
    awk -v r="$round" -v t="$threads" -v n="$client" -v w="$warehouses" '{ if (n == "sysbench-tpcc") $1 -= 30
      printf "%d %d %s %.4f %.0f\n", r, t, n, w / $1, ($2 + $3) / w * 1e6 }' "$out/time" | tee -a "$out/rows"
    unload "$client" >"$out/log" 2>&1 || { tail -3 "$out/log" >&2; exit 1; }
  done
done
for client in $clients; do
  echo
  echo "ratios to $client, median of the rounds: threads client warehouses/s client-CPU/warehouse"
  ratios "$client"
done
