#!/bin/bash
# Stallmark against YCSB's own client on one server that already runs: the same table, turn by turn.  Prints operations/s
# after a warm-up and client CPU per operation, and the median ratios to YCSB's.
#
#   it/ycsb-pairs.sh URL 'CLASSPATH' CLASS [PROPERTY=VALUE...]
#   WORKLOADS="a b c" THREADS="1 8 32" ROUNDS=3 SECONDS_EACH=10 WARMUP=10 RECORDS=100000  it/ycsb-pairs.sh ...
#
# URL is Stallmark's, CLASSPATH that of YCSB's binding, such as '/opt/ycsb/mongodb-binding/lib/*'.  Needs the records:
#   ./stallmark load ycsb --url URL -p records=100000
set -euo pipefail
url=$1 classpath=$2 class=$3
shift 3
properties=()
for property; do properties+=(-p "$property"); done
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
warmup=${WARMUP:-10} seconds=${SECONDS_EACH:-10} records=${RECORDS:-100000}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

. "$here/it/pairs.bash"

row() {      # row WORKLOAD THREADS ROUND CLIENT OPERATIONS/S
  awk -v w="$1" -v t="$2" -v r="$3" -v n="$4" -v ops="$5" -v cpu="$spent" -v s="$seconds" \
    'BEGIN{printf "%s %d %d %s %.0f %.1f\n", w, t, r, n, ops, cpu * 1e6 / (ops * (s - 2))}' | tee -a "$out/rows"
}

echo "workload threads round client operations/s client-CPU-us/operation"
for workload in ${WORKLOADS:-a b c}; do
  case $workload in
    a) reads=0.5 updates=0.5 ;;
    b) reads=0.95 updates=0.05 ;;
    c) reads=1 updates=0 ;;
    *) echo "ycsb-pairs.sh: workloads are a, b and c, not $workload" >&2; exit 2 ;;
  esac
  for threads in ${THREADS:-1 8 32}; do
    for round in $(seq "${ROUNDS:-3}"); do
      timed ' [1-9][0-9]* sec: ' java -cp "$classpath" site.ycsb.Client -t -s -threads "$threads" -db "$class" "${properties[@]}" \
        -p workload=site.ycsb.workloads.CoreWorkload -p recordcount="$records" -p operationcount=2000000000 \
        -p readproportion=$reads -p updateproportion=$updates -p requestdistribution=zipfian \
        -p maxexecutiontime=$((warmup + seconds + 4)) -p status.interval=1
      row "$workload" "$threads" "$round" ycsb "$(awk -v w="$warmup" -v s="$seconds" '
        match($0, / [0-9]+ sec: [0-9]+ operations/) { split(substr($0, RSTART), f, " "); at[f[1]] = f[3] }
        END { print (at[w + s] - at[w]) / s }' "$out/log")"
      timed '^Warming up' "$here/stallmark" run ycsb --out "$out/results/$workload-$threads-$round" --threads "$threads" \
        --url "$url" --seconds "$seconds" --warmup "$warmup" -p workload="$workload" -p records="$records"
      row "$workload" "$threads" "$round" stallmark \
        "$(headline transactions)"
    done
  done
done

echo
echo "ratios to YCSB, median of the rounds: workload threads operations/s client-CPU/operation"
awk '{ key = $1 " " $2 " " $3; ops[key, $4] = $5; cpu[key, $4] = $6; keys[key] = $1 " " $2 }
  END { for (k in keys) print keys[k], ops[k, "stallmark"] / ops[k, "ycsb"], cpu[k, "stallmark"] / cpu[k, "ycsb"] }' "$out/rows" |
  sort -k1,1 -k2,2n | awk '
    function median(v, n,   i, j, x) { for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j - 1] > v[j]; j--) { x = v[j]; v[j] = v[j - 1]; v[j - 1] = x }
      return v[int((n + 1) / 2)] }
    function flush() { if (n) printf "%s %.2f %.2f\n", last, median(a, n), median(b, n); n = 0 }
    { if ($1 " " $2 != last) { flush(); last = $1 " " $2 } n++; a[n] = $3; b[n] = $4 }
    END { flush() }'
