#!/bin/bash
# Stallmark on several JDKs, turn by turn: with the archive that ./stallmark makes (NAME), and without it (NAME-bare).
# Prints of a run without a warm-up: seconds until the measurement began, transactions/s, and client CPU of the whole
# process. Then of a run with a warm-up: transactions/s and client CPU per transaction.
#
#   it/java-pairs.sh URL JAVA_HOME...
#   ROUNDS=3 THREADS=16 SECONDS_EACH=10 WARMUP=20 RUNS="start steady"  it/java-pairs.sh ...
#
# Needs the tables: ./stallmark load sysbench -p tables=4 -p rows=100000 --url URL. STALLMARK_PASSWORD has the password.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -ge 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
warmup=${WARMUP:-20} seconds=${SECONDS_EACH:-10} threads=${THREADS:-16} url=$1
shift
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

. "$here/it/pairs.bash"

clients=()
for home; do
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
  homes[version]=$home
  clients+=("$version" "$version-bare")
  JAVA_HOME=$home "$here/stallmark" list >/dev/null      # makes the archive
done
workload=(run sysbench --url "$url" -p tables=4 -p rows=100000 --threads "$threads" --seconds "$seconds" --out "$out/results")
use() {  # use CLIENT: by the environment
  export JAVA_HOME=${homes[${1%-bare}]} JAVA_OPTS=
  [ "$1" = "${1%-bare}" ] || JAVA_OPTS=-Xshare:auto      # then ./stallmark uses no archive
}

for run in ${RUNS:-start steady}; do
  [ "$run" = start ] && echo "round java seconds-to-measurement transactions/s client-CPU-s" ||
    echo "round threads java transactions/s client-CPU-us/transaction"
  for round in $(seq "${ROUNDS:-3}"); do
    for client in $(turns "$round" "${clients[@]}"); do
      use "$client"
      if [ "$run" = steady ]; then
        timed '^Warming up' "$here/stallmark" "${workload[@]}" --warmup "$warmup"
        row "$round" "$threads" "$client" "$(headline transactions)"
        continue
      fi
      begun=$(date +%s.%N)
      TIMEFORMAT='%U %S'
      { time "$here/stallmark" "${workload[@]}" --warmup 0 >"$out/log" 2>&1; } 2>"$out/time" || { tail -3 "$out/log" >&2; exit 1; }
      from=$(sed -n 's/.*"measuredFrom" *: *"\([^"]*\)".*/\1/p' "$out"/results/*/run.json)
      echo "$round $client $(awk -v a="$begun" -v b="$(date -d "$from" +%s.%N)" 'BEGIN { printf "%.2f", b - a }')" \
        "$(headline transactions) $(awk '{ print $1 + $2 }' "$out/time")"
      rm -rf "$out/results"
    done
  done
done
