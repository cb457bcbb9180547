#!/bin/bash
# Stallmark against pgbench on one PostgreSQL that already runs: the same tables, a built-in script, turn by turn.
# Stallmark runs it as the workload tpcb, and as the text that pgbench prints, by the workload pgbench.  Prints
# transactions/s and client CPU per transaction (user and system, in the middle of each run, so that neither start-up nor
# the JIT's first seconds count), and their ratios to pgbench's by round.
#
#   PGPASSWORD=... it/pgbench-pairs.sh postgresql://USER@HOST:PORT/DATABASE
#   SCRIPT=select-only SCALE=10 THREADS="1 4 16 64" ROUNDS=3 SECONDS_EACH=10 WARMUP=15  it/pgbench-pairs.sh ...
#
# Needs pgbench and the tables: ./stallmark load tpcb -p scale=10 --url ...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
warmup=${WARMUP:-15} seconds=${SECONDS_EACH:-10} script=${SCRIPT:-tpcb-like} scale=${SCALE:-10}
url=$1
export STALLMARK_PASSWORD=${PGPASSWORD-}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
ticks=$(getconf CLK_TCK)
pgbench --show-script="$script" 2>"$out/$script.sql"

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

# The mean of the seconds after the warm-up, from the progress that pgbench prints: it has no warm-up.
rate() { sed -n 's/^progress: \([0-9]*\)\.[0-9]* s, \([0-9.]*\) tps.*/\1 \2/p' "$out/log" | awk -v w="$warmup" '$1 > w {s += $2; n++} END {print s / n}'; }

echo "round threads client transactions/s client-CPU-us/transaction"
for threads in ${THREADS:-1 4 16 64}; do
  for round in $(seq "${ROUNDS:-3}"); do
    started='^pgbench '
    timed pgbench -n -M prepared -b "$script" -c "$threads" -j "$threads" -T $((warmup + seconds)) -P 1 "$url"
    row "$round" "$threads" pgbench "$(rate)"
    started='^Warming up'
    common=(--url "$url" --out "$out/results" --threads "$threads" --seconds "$seconds" --warmup "$warmup")
    timed "$here/stallmark" run tpcb "${common[@]}" -p "scale=$scale" -p "builtin=$script"
    row "$round" "$threads" tpcb "$(sed -n '/^[0-9.,]* transactions\/s/{s/ .*//p;q}' "$out/log" | tr -d ,)"
    timed "$here/stallmark" run pgbench "${common[@]}" -D "scale=$scale" --file "$out/$script.sql"
    row "$round" "$threads" script "$(sed -n '/^[0-9.,]* transactions\/s/{s/ .*//p;q}' "$out/log" | tr -d ,)"
  done
done

echo
echo "ratios to pgbench, median of the rounds: threads client transactions/s client-CPU/transaction"
awk '{ tps[$1,$2,$3] = $4; cpu[$1,$2,$3] = $5; if ($3 != "pgbench") { pair[$2 " " $3] = 1 } if ($1 > n) n = $1 }
  END { for (p in pair) { split(p, k, " "); line = ""
      for (r = 1; r <= n; r++) line = line " " tps[r,k[1],k[2]] / tps[r,k[1],"pgbench"] " " cpu[r,k[1],k[2]] / cpu[r,k[1],"pgbench"]
      print p line } }' "$out/rows" |
  while read -r threads client ratios; do
    median() { tr ' ' '\n' <<<"$ratios" | sed '/^$/d' | awk -v o="$1" 'NR % 2 == o' | sort -n | awk '{v[NR] = $1} END {printf "%.2f", v[int((NR + 1) / 2)]}'; }
    echo "$threads $client $(median 1) $(median 0)"
  done | sort -n -k1 -k2
