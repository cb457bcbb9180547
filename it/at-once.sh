#!/bin/bash
# Two runs of Stallmark at the same time, so that both meet the same state of a shared machine: two ways to send the same
# transaction, each to a database of one server.  Prints transactions/s and client CPU per transaction (user and system,
# in the middle of the runs), and the ratios of B to A by round.
#
#   STALLMARK_PASSWORD=... it/at-once.sh 'tpcb -p scale=10 --url postgresql://U@H/one' 'own --file F --url postgresql://U@H/two'
#   THREADS=8 ROUNDS=5 SECONDS_EACH=30 WARMUP=30  it/at-once.sh A B         # arguments of run
#
# Needs the tables. Both runs wait for the same processors. So the rates are lower than those of a run alone, and their
# ratio is nearer to 1. This does not apply to the CPU time.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# = 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
warmup=${WARMUP:-30} seconds=${SECONDS_EACH:-30} threads=${THREADS:-8}
out=$(mktemp -d)
declare -A pid
trap 'kill "${pid[@]}" 2>/dev/null || true; rm -rf "$out"' EXIT
. "$here/it/pairs.bash"

declare -A run=([A]=$1 [B]=$2) from to
failed() { tail -3 "$out/log-$1" >&2; exit 1; }     # failed CLIENT
start() {  # start CLIENT
  : >"$out/log-$1"       # without the last round's
  # shellcheck disable=SC2086
  "$here/stallmark" run ${run[$1]} --threads "$threads" --warmup "$warmup" --seconds "$seconds" --out "$out/$1" >"$out/log-$1" 2>&1 &
  pid[$1]=$!
}

echo "round threads client transactions/s client-CPU-us/transaction"
for round in $(seq "${ROUNDS:-5}"); do
  for client in $(turns "$round" A B); do start "$client"; done
  for client in A B; do until grep -qs '^Warming up' "$out/log-$client"; do kill -0 "${pid[$client]}" 2>/dev/null || failed "$client"; sleep 0.1; done; done
  sleep $((warmup + 1))
  for client in A B; do from[$client]=$(cpu "${pid[$client]}"); done
  sleep $((seconds - 4))
  for client in A B; do to[$client]=$(cpu "${pid[$client]}"); done
  for client in A B; do
    wait "${pid[$client]}" || failed "$client"
    cp "$out/log-$client" "$out/log"
    spent=$(awk -v n=$((to[$client] - from[$client])) -v s="$seconds" -v t="$(getconf CLK_TCK)" 'BEGIN{print n / t * (s - 2) / (s - 4)}')
    row "$round" "$threads" "$client" "$(headline transactions)"
  done
done

echo
echo "ratios of B to A by round: transactions/s client-CPU/transaction"
awk '$3 == "A" { tps = $4; cpu = $5 } $3 == "B" { printf "%.3f %.3f\n", $4 / tps, $5 / cpu }' "$out/rows"
