#!/bin/bash
# Many short separate runs of one configuration, and every third time one beside it that really has more to do: what
# VerdictRatesTest judges `stallmark compare` by.  Records, then packs the figures of each run.
#
#   STALLMARK_PASSWORD=... it/record-runs.sh URL DIR FIRST LAST      runs FIRST to LAST, into DIR/same and DIR/slower
#   it/record-runs.sh pack DIR CSV                                   core/src/test/resources/recorded/runs.csv
#
#   THREADS=4 SECONDS_EACH=15 WARMUP=3 INTERVAL=0.5   how long
#   SAME="-p point-selects=10" SLOWER="-p point-selects=13"   each kind's own options: here three statements of 20 more
#
# Needs nothing else to run on the machine, or the runs differ by that; jq to pack.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

record() {   # record URL OUT OPTIONS...
  local url=$1 out=$2; shift 2
  ${STALLMARK:-$here/stallmark} run sysbench --url "$url" --out "$out" --threads "${THREADS:-4}" --warmup "${WARMUP:-3}" \
    --seconds "${SECONDS_EACH:-15}" --interval "${INTERVAL:-0.5}" "$@" | grep 'transactions/s:'
}

pack() {     # pack DIR CSV: throughput, and the response time of transactions, of each completed run in DIR
  local run
  echo kind,run,transactions_per_s,p50_ms,p95_ms,p99_ms,p999_ms,max_ms >"$2"
  for run in "$1"/*/*/run.json; do
    jq -r --arg kind "$(basename "$(dirname "$(dirname "$run")")")" --arg run "$(basename "$(dirname "$run")")" \
      'select(.state == "completed") | .summary.kinds.transaction.responseNanoseconds as $ms |
       [$kind, $run, .summary.transactionsPerSecond, ($ms.p50, $ms.p95, $ms.p99, $ms.p999, $ms.max) / 1e6] | @csv' "$run" | tr -d '"' >>"$2"
  done
}

if [ "$1" = pack ]; then pack "$2" "$3"; exit; fi
for n in $(seq "$3" "$4"); do
  record "$1" "$2/same" ${SAME:--p point-selects=10}
  [ $((n % 3)) != 0 ] || record "$1" "$2/slower" ${SLOWER:--p point-selects=13}
done
