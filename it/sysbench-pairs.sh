#!/bin/bash
# Stallmark against sysbench on one MariaDB, MySQL or PostgreSQL that already runs: the same tables, the same mix,
# turn by turn.  Prints transactions/s and client CPU per transaction (user and system, in the middle of each run, so
# that neither start-up nor the JIT's first seconds count), and their ratios to sysbench's by round.
#
#   STALLMARK_PASSWORD=... it/sysbench-pairs.sh SOCKET USER DATABASE                  # MariaDB or MySQL
#   STALLMARK_PASSWORD=... it/sysbench-pairs.sh postgresql://USER@HOST:PORT/DATABASE
#   THREADS="1 4 16 64" ROUNDS=3 SECONDS_EACH=10 WARMUP=6 URLS="mariadb mysql"  it/sysbench-pairs.sh ...
#
# Needs sysbench 1.0 and the tables: ./stallmark load sysbench -p tables=4 -p rows=100000 --url ...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
warmup=${WARMUP:-6} seconds=${SECONDS_EACH:-10}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
case $1 in
  postgresql://*)
    driver=pgsql clients=postgresql
    IFS='@:/' read -r user host port database <<<"${1#postgresql://}"
    login=(--db-driver=pgsql --pgsql-host="$host" --pgsql-port="$port" --pgsql-user="$user" --pgsql-db="$database")
    url() { echo "$target"; } ;;
  *)
    driver=mysql clients=${URLS:-mariadb mysql}
    user=$2 database=$3
    login=(--mysql-socket="$1" --mysql-user="$user" --mysql-db="$database")
    url() { echo "$1://$user@localhost/$database?socket=$target"; } ;;
esac
target=$1
printf '%s-password=%s\n' "$driver" "$STALLMARK_PASSWORD" >"$out/secret"      # not into the process list
ticks=$(getconf CLK_TCK)

cpu() { awk '{print $14 + $15}' "/proc/$1/stat" 2>/dev/null || echo 0; }

# timed COMMAND...: runs it; CPU ticks between half a second after the warm-up and half a second before the end
timed() {
  "$@" >"$out/log" 2>&1 &
  local pid=$! from to
  for _ in $(seq 600); do grep -qs "$started" "$out/log" && break; sleep 0.1; done
  sleep "$(awk -v w="$warmup" 'BEGIN{print w + 0.5}')"
  from=$(cpu $pid)
  sleep "$(awk -v s="$seconds" 'BEGIN{print s - 1}')"
  to=$(cpu $pid)
  wait $pid || { tail -3 "$out/log" >&2; exit 1; }
  spent=$(awk -v t="$ticks" -v a="$from" -v b="$to" 'BEGIN{print (b - a) / t}')
}

row() {      # row ROUND THREADS NAME TPS
  awk -v r="$1" -v t="$2" -v n="$3" -v tps="$4" -v cpu="$spent" -v s="$seconds" \
    'BEGIN{printf "%d %d %s %.1f %.1f\n", r, t, n, tps, cpu * 1e6 / (tps * (s - 1))}' | tee -a "$out/rows"
}

echo "round threads client transactions/s client-CPU-us/transaction"
for threads in ${THREADS:-1 4 16 64}; do
  for round in $(seq "${ROUNDS:-3}"); do
    started='Threads started!'
    timed sysbench oltp_read_write --config-file="$out/secret" "${login[@]}" \
      --tables=4 --table-size=100000 --threads="$threads" --time=$((warmup + seconds)) \
      --rand-type=special run            # 1.0 has no warm-up, and a C program needs none
    row "$round" "$threads" sysbench "$(sed -n 's/.*transactions: *[0-9]* *(\([0-9.]*\) per sec.*/\1/p' "$out/log")"
    for scheme in $clients; do
      started='^Warming up'
      timed "$here/stallmark" run sysbench --out "$out/results" --threads "$threads" \
        --url "$(url "$scheme")" --seconds "$seconds" --warmup "$warmup" \
        -p tables=4 -p rows=100000
      row "$round" "$threads" "$scheme" "$(sed -n '/^[0-9.,]* transactions\/s/{s/ .*//p;q}' "$out/log" | tr -d ,)"
    done
  done
done

echo
echo "ratios to sysbench, median of the rounds: threads client transactions/s client-CPU/transaction"
awk '{ tps[$1,$2,$3] = $4; cpu[$1,$2,$3] = $5; if ($3 != "sysbench") { pair[$2 " " $3] = 1 } if ($1 > n) n = $1 }
  END { for (p in pair) { split(p, k, " "); line = ""
      for (r = 1; r <= n; r++) line = line " " tps[r,k[1],k[2]] / tps[r,k[1],"sysbench"] " " cpu[r,k[1],k[2]] / cpu[r,k[1],"sysbench"]
      print p line } }' "$out/rows" |
  while read -r threads client ratios; do
    median() { tr ' ' '\n' <<<"$ratios" | sed '/^$/d' | awk -v o="$1" 'NR % 2 == o' | sort -n | awk '{v[NR] = $1} END {printf "%.2f", v[int((NR + 1) / 2)]}'; }
    echo "$threads $client $(median 1) $(median 0)"
  done | sort -n -k1 -k2
