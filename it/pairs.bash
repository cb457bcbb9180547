# Functions of the comparisons with other clients, which source this file.  They use $out, $warmup and $seconds.

cpu() { awk '{print $14 + $15}' "/proc/$1/stat" 2>/dev/null || echo 0; }

# timed START COMMAND...: runs it, and sets spent: seconds of CPU between half a second after the warm-up, which follows
# the line START, and 1.5 s before the end, because a saturated machine shows this line late; nan: it ended before
timed() {
  local started=$1 pid from to
  shift
  "$@" >"$out/log" 2>&1 &
  pid=$!
  for _ in $(seq 600); do grep -qs "$started" "$out/log" && break; sleep 0.1; done
  sleep "$(awk -v w="$warmup" 'BEGIN{print w + 0.5}')"
  from=$(cpu $pid)
  sleep "$(awk -v s="$seconds" 'BEGIN{print s - 2}')"
  to=$(cpu $pid)
  wait $pid || { tail -3 "$out/log" >&2; exit 1; }
  spent=$(awk -v t="$(getconf CLK_TCK)" -v a="$from" -v b="$to" 'BEGIN{print b < a ? "nan" : (b - a) / t}')
}

# turns ROUND CLIENT...: the clients, each round beginning with the next, so that none always comes after another
turns() {
  local by=$(( ($1 - 1) % ($# - 1) ))
  shift
  echo "${@:by + 1}" "${@:1:by}"
}

# headline UNIT [TIME]: what Stallmark's run has printed as its rate, such as transactions or rows, per s or TIME
headline() { sed -n "/^[0-9.,]* $1\\/${2:-s}/{s/ .*//p;q}" "$out/log" | tr -d ,; }

row() {      # row ROUND THREADS NAME TPS
  awk -v r="$1" -v t="$2" -v n="$3" -v tps="$4" -v cpu="$spent" -v s="$seconds" \
    'BEGIN{printf "%d %d %s %.1f %.4g\n", r, t, n, tps, cpu * 1e6 / (tps * (s - 2))}' | tee -a "$out/rows"
}

# ratios NAME: of the rates and of the CPU to those of client NAME, medians of the rounds
ratios() {
  awk -v base="$1" '
    function median(v, n,   i, j, x) { for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j - 1] > v[j]; j--) { x = v[j]; v[j] = v[j - 1]; v[j - 1] = x }
      return v[int((n + 1) / 2)] }
    { tps[$1,$2,$3] = $4; cpu[$1,$2,$3] = $5; if ($3 != base) { pair[$2 " " $3] = 1 } if ($1 > n) n = $1 }
    END { for (p in pair) { split(p, k, " ")
      for (r = 1; r <= n; r++) { a[r] = tps[r,k[1],k[2]] / tps[r,k[1],base]; b[r] = cpu[r,k[1],k[2]] / cpu[r,k[1],base] }
      printf "%s %.2f %.2f\n", p, median(a, n), median(b, n) } }' "$out/rows" | sort -n -k1 -k2
}
