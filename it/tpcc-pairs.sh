#!/bin/bash
# Stallmark against go-tpc on one MariaDB or MySQL that already runs: the same tables and mix, turn by turn.  go-tpc 1.0.7,
# the last release that the Go module proxy has, knows no other database.  Prints new orders per second and client CPU per
# new order (user and system, in the middle of each run, so that neither start-up nor the JIT's first seconds count), and
# their ratios to go-tpc's by round.  New orders per minute are 60 times as many.  go-tpc reads items and stock of an order
# by one statement each, as statements=batched does.
#
#   it/tpcc-pairs.sh mysql://USER@HOST:PORT/DATABASE
#   WAREHOUSES=10 THREADS="1 4 16" ROUNDS=3 SECONDS_EACH=20 WARMUP=20  it/tpcc-pairs.sh mysql://USER@HOST:PORT/DATABASE
#
# USER logs in without a password, because go-tpc takes it from its command line only. Needs the tables:
# ./stallmark load tpcc -p warehouses=10 --url ..., and go-tpc: go install github.com/pingcap/go-tpc/cmd/go-tpc@v1.0.7
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
warmup=${WARMUP:-20} seconds=${SECONDS_EACH:-20} warehouses=${WAREHOUSES:-1}
url=$1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
IFS='@:/' read -r _ _ _ user host port database <<<"$url"

. "$here/it/pairs.bash"

# The mean of the seconds after the warm-up, from what go-tpc prints each second: it has no warm-up.
rate() {
  awk -v w="$warmup" '/^\[Current\] NEW_ORDER - / { if (++n > w) { split($0, of, "TPM: "); s += of[2] + 0; k++ } }
    END { print s / k / 60 }' "$out/log"
}

echo "round threads client new-orders/s client-CPU-us/new-order"
for threads in ${THREADS:-1 4 16}; do
  for round in $(seq "${ROUNDS:-3}"); do
    for client in $(turns "$round" go-tpc each batched); do
      if [ "$client" = go-tpc ]; then
        timed '^\[Current\]' go-tpc -H "$host" -P "$port" -U "$user" -D "$database" -T "$threads" \
          --interval 1s --time $((warmup + seconds + 1))s tpcc --warehouses "$warehouses" run
        row "$round" "$threads" go-tpc "$(rate)"
      else
        timed '^Warming up' "$here/stallmark" run tpcc --url "$url" --out "$out/results" --threads "$threads" \
          --seconds "$seconds" --warmup "$warmup" -p "warehouses=$warehouses" -p mix=45:43:4:4:4 -p home=random \
          -p "statements=$client"
        row "$round" "$threads" "$client" "$(headline 'new orders' min | awk '{print $1 / 60}')"
      fi
    done
  done
done

echo
echo "ratios to go-tpc, median of the rounds: threads client new-orders/s client-CPU/new-order"
ratios go-tpc
