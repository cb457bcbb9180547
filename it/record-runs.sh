#!/bin/bash
# Many short separate runs of one configuration, and every third time one beside it that really has more to do: what
# FalseAlarmsIT judges `stallmark compare` by.  Records, then packs what a comparison reads of each run.
#
#   STALLMARK_PASSWORD=... it/record-runs.sh URL DIR FIRST LAST      runs FIRST to LAST, into DIR/same and DIR/slower
#   it/record-runs.sh pack DIR ZIP                                   core/src/test/resources/recorded/runs.zip
#
#   THREADS=4 SECONDS_EACH=15 WARMUP=3 INTERVAL=0.5   how long
#   SAME="-p point-selects=10" SLOWER="-p point-selects=13"   each kind's own options: here three statements of 20 more
#
# Needs nothing else to run on the machine, or the runs differ by that; jq and zip to pack.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

record() {   # record URL OUT OPTIONS...
  local url=$1 out=$2; shift 2
  ${STALLMARK:-$here/stallmark} run sysbench --url "$url" --out "$out" --threads "${THREADS:-4}" --warmup "${WARMUP:-3}" \
    --seconds "${SECONDS_EACH:-15}" --interval "${INTERVAL:-0.5}" "$@" | grep 'transactions/s:'
}

pack() {     # pack DIR ZIP: every directory of runs in DIR; of latencies the response time of transactions
  local part=$(mktemp -d) kind run into n
  trap "rm -rf '$part'" EXIT
  for kind in "$1"/*/; do
    n=0
    for run in "$kind"*/; do
      [ "$(jq -r .state "$run/run.json")" = completed ] || continue
      n=$((n + 1)); into=$part/$(basename "$kind")/$(printf %02d $n); mkdir -p "$into"
      cut -d, -f1-7 "$run/intervals.csv" >"$into/intervals.csv"
      cp "$run/stalls.csv" "$into"
      grep -E '^start_s|,(process|server),' "$run/cost.csv" | cut -d, -f1-10 >"$into/cost.csv"
      cut -d, -f1,2,5-7 "$run/trust.csv" >"$into/trust.csv"
      grep -E '^(#|"|Tag=transaction\.response,)' "$run/latency.hlog" >"$into/latency.hlog"
      jq -c '{state, startedAt, workload, binding, host: {logicalCores: .host.logicalCores},
        trust: {trusted: .trust.trusted, processors: .trust.processors},
        cost: {sources: {process: (.cost.sources.process | {seconds, total: {cpuNanoseconds: .total.cpuNanoseconds}})}},
        database: {server: .database.server},
        spec: {threads: .spec.threads, settings: {"point-selects": .spec.settings["point-selects"]}},
        summary: {elapsedNanoseconds: .summary.elapsedNanoseconds, kinds: {}}}' "$run/run.json" >"$into/run.json"
    done
  done
  rm -f "$2"
  local zip; zip=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
  (cd "$part" && find . -type f -exec touch -d 2026-01-01T00:00Z {} + && find . -type f | sort | TZ=UTC zip -q -9 -X "$zip" -@)
}

if [ "$1" = pack ]; then pack "$2" "$3"; exit; fi
for n in $(seq "$3" "$4"); do
  record "$1" "$2/same" ${SAME:--p point-selects=10}
  [ $((n % 3)) != 0 ] || record "$1" "$2/slower" ${SLOWER:--p point-selects=13}
done
