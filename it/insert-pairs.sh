#!/bin/bash
# Bulk inserts turn by turn on one MariaDB that already runs: sysbench with it/sensordata.lua, Stallmark's timeseries
# workload with INSERT and with LOAD DATA, and as the ceiling LOAD DATA of files that lie ready, one a thread.
# Each on a new table.  Prints rows/s and client CPU seconds per million rows, then the ratios by round.
#
#   STALLMARK_PASSWORD=... it/insert-pairs.sh SOCKET USER DATABASE
#   THREADS="1 4 16" ROUNDS=2 SECONDS_EACH=10 WARMUP=6 FILE_TICKS=3000 SCHEME=mariadb LAYOUT=sensor-first  it/insert-pairs.sh ...
#
# Of sysbench and Stallmark the first WARMUP seconds do not count: the table has grown equally long when counting starts.
# Needs sysbench 1.0 and the mariadb client; the server with --local-infile=1.
set -euo pipefail
socket=$1 user=$2 database=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
warmup=${WARMUP:-6} seconds=${SECONDS_EACH:-10} ticks=${FILE_TICKS:-3000} layout=${LAYOUT:-sensor-first}
url="${SCHEME:-mariadb}://$user@localhost/$database?socket=$socket"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
printf '[client]\npassword=%s\n' "$STALLMARK_PASSWORD" >"$out/client.cnf"      # not into the process list
printf 'mysql-password=%s\n' "$STALLMARK_PASSWORD" >"$out/secret"
sql() { mariadb --defaults-extra-file="$out/client.cnf" --socket="$socket" --user="$user" --local-infile=1 "$database" "$@"; }
fresh() { sql -e 'DROP TABLE IF EXISTS sensordata'; "$here/stallmark" load timeseries --url "$url" -p layout="$layout" >/dev/null 2>"$out/log"; }
. "$here/it/pairs.bash"

row() {      # row ROUND THREADS NAME ROWS_PER_SECOND [CPU_SECONDS]
  awk -v r="$1" -v t="$2" -v n="$3" -v rate="$4" -v cpu="${5:-nan}" -v s="$seconds" \
    'BEGIN{printf "%d %d %s %.0f %s\n", r, t, n, rate, cpu == "nan" ? "-" : sprintf("%.2f", cpu * 1e6 / (rate * (s - 2)))}' | tee -a "$out/rows"
}

sysbench_run() {
  fresh
  timed 'Threads started!' sysbench "$here/it/sensordata.lua" --config-file="$out/secret" --mysql-socket="$socket" --mysql-user="$user" \
    --mysql-db="$database" --threads="$2" --time=$((warmup + seconds)) --report-interval=1 run
  row "$1" "$2" sysbench "$(awk -v w="$warmup" '/^\[ [0-9]+s \]/ && $2 + 0 > w { for (i = 1; i < NF; i++) if ($i == "tps:") { sum += $(i + 1); n++ } }
    END { print sum / n * 1000 }' "$out/log")" "$spent"
}

stallmark_run() {  # stallmark_run ROUND THREADS FORM
  fresh
  timed '^Warming up' "$here/stallmark" run timeseries --out "$out/results" --threads "$2" --url "$url" --seconds "$seconds" \
    --warmup "$warmup" -p layout="$layout" -p insert-form="$3"
  row "$1" "$2" "$3" "$(headline rows)" "$spent"
}

files() {    # files THREADS: the same rows in the same order, in as many files
  fresh
  "$here/stallmark" run timeseries --out "$out/results" --threads 2 --url "$url" --events "$ticks" -p layout="$layout" >"$out/log" 2>&1
  rm -f "$out"/part.*
  sql --quick --batch --skip-column-names -e 'SELECT ts, sensor_id, data1, data2, data3, data4, data6, cnt FROM sensordata ORDER BY ts, sensor_id' |
    split --lines=$(( (ticks + $1 - 1) / $1 * 1000 )) --numeric-suffixes - "$out/part."
}

file_run() {
  fresh
  local from to part pids=()
  from=$(date +%s%N)
  for part in "$out"/part.*; do
    sql -e "LOAD DATA LOCAL INFILE '$part' INTO TABLE sensordata (ts, sensor_id, data1, data2, data3, data4, data6, cnt)" & pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid"; done
  to=$(date +%s%N)
  row "$1" "$2" file "$(awk -v n="$ticks" -v a="$from" -v b="$to" 'BEGIN{print n * 1000 / ((b - a) / 1e9)}')"
}

echo "round threads client rows/s client-CPU-s/million-rows"
for threads in ${THREADS:-1 4 16}; do
  files "$threads"
  for round in $(seq "${ROUNDS:-2}"); do
    sysbench_run "$round" "$threads"
    stallmark_run "$round" "$threads" insert
    stallmark_run "$round" "$threads" stream
    file_run "$round" "$threads"
  done
done
sql -e 'DROP TABLE IF EXISTS sensordata'

echo
echo "ratios by round: threads, insert to sysbench (rows/s, CPU), stream to sysbench (rows/s, CPU), insert to file, stream to file"
awk '{ rate[$1,$2,$3] = $4; cpu[$1,$2,$3] = $5; threads[$2]; if ($1 > n) n = $1 }
  END { for (t in threads) for (r = 1; r <= n; r++)
      printf "%d  %.2f %.2f  %.2f %.2f  %.2f %.2f\n", t,
        rate[r,t,"insert"] / rate[r,t,"sysbench"], cpu[r,t,"insert"] / cpu[r,t,"sysbench"],
        rate[r,t,"stream"] / rate[r,t,"sysbench"], cpu[r,t,"stream"] / cpu[r,t,"sysbench"],
        rate[r,t,"insert"] / rate[r,t,"file"], rate[r,t,"stream"] / rate[r,t,"file"] }' "$out/rows" | sort -n
