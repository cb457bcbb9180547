#!/bin/bash
# Stallmark's tpcc against go-tpc or sysbench-tpcc on one server that already runs: the same mix and number of
# warehouses, turn by turn.  Prints new orders per second and client CPU per new order (user and system, in the middle of
# each run, so that neither start-up nor the JIT's first seconds count), and their ratios to the other's by round.  New
# orders per minute are 60 times as many.  go-tpc reads items and stock of an order by one statement each, as
# statements=batched does; sysbench-tpcc sends the statements of statements=each.
#
#   it/tpcc-pairs.sh mysql://USER@HOST:PORT/DATABASE                                      # go-tpc; MariaDB or MySQL
#   TPCC_LUA=.../tpcc.lua it/tpcc-pairs.sh postgresql://USER@HOST:PORT/DATABASE           # sysbench-tpcc; mysql:// too
#   WAREHOUSES=10 THREADS="1 4 16" ROUNDS=3 SECONDS_EACH=20 WARMUP=20 CLIENTS="each batched"  it/tpcc-pairs.sh ...
#
# USER logs in without a password, because go-tpc takes it from its command line only.  Needs the tables:
# ./stallmark load tpcc -p warehouses=10 --url ..., and either go-tpc, which works on them
#   (go install github.com/pingcap/go-tpc/cmd/go-tpc@v1.0.7, the newest that the Go module proxy has; MySQL only),
# or sysbench-tpcc's own tables next to them: ./tpcc.lua --scale=10 --tables=1 --use_fk=0 ... prepare.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
warmup=${WARMUP:-20} seconds=${SECONDS_EACH:-20} warehouses=${WAREHOUSES:-1}
url=$1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
IFS='@:/' read -r scheme _ _ user host port database <<<"$url"
base=go-tpc mix=45:43:4:4:4
[ -z "${TPCC_LUA:-}" ] || base=sysbench-tpcc mix=deck
driver=mysql
[ "$scheme" != postgresql ] || driver=pgsql

. "$here/it/pairs.bash"

# go-tpc has no warm-up: the mean of the seconds after it, from what is printed each second.
go_rate() {
  awk -v w="$warmup" '/^\[Current\] NEW_ORDER - / { if (++n > w) { split($0, of, "TPM: "); s += of[2] + 0; k++ } }
    END { print s / k / 60 }' "$out/log"
}

# sysbench-tpcc counts transactions only, of which 10 in 23 are new orders; 1 % of them roll back.
lua_rate() {
  awk -v w="$warmup" '/^\[ [0-9]+s \] thds/ { if (++n > w) { split($0, of, "tps: "); s += of[2] + 0; k++ } }
    END { print s / k * 10 / 23 * 0.99 }' "$out/log"
}

echo "round threads client new-orders/s client-CPU-us/new-order"
for threads in ${THREADS:-1 4 16}; do
  for round in $(seq "${ROUNDS:-3}"); do
    for client in $(turns "$round" "$base" ${CLIENTS:-each batched}); do
      case $client in
        go-tpc)
          timed '^\[Current\]' go-tpc -H "$host" -P "$port" -U "$user" -D "$database" -T "$threads" \
            --interval 1s --time $((warmup + seconds + 1))s tpcc --warehouses "$warehouses" run
          row "$round" "$threads" go-tpc "$(go_rate)" ;;
        sysbench-tpcc)
          LUA_PATH="$(dirname "$TPCC_LUA")/?.lua" timed 'Threads started!' sysbench "$TPCC_LUA" --db-driver=$driver \
            --$driver-host="$host" --$driver-port="$port" --$driver-user="$user" --$driver-db="$database" \
            --scale="$warehouses" --tables=1 --use_fk=0 --threads="$threads" --report-interval=1 \
            --time=$((warmup + seconds)) run
          row "$round" "$threads" sysbench-tpcc "$(lua_rate)" ;;
        *)
          timed '^Warming up' "$here/stallmark" run tpcc --url "$url" --out "$out/results" --threads "$threads" \
            --seconds "$seconds" --warmup "$warmup" -p "warehouses=$warehouses" -p mix=$mix -p home=random \
            -p "statements=$client"
          row "$round" "$threads" "$client" "$(headline 'new orders' min | awk '{print $1 / 60}')" ;;
      esac
    done
  done
done

echo
echo "ratios to $base, median of the rounds: threads client new-orders/s client-CPU/new-order"
ratios "$base"
