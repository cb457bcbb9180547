#!/bin/bash
# Where the client's time goes: a run under Linux' perf, by owner of the code; sysbench's default transaction unless
# another workload is named.
#
#   STALLMARK_PASSWORD=... it/client-profile.sh URL [THREADS [WORKLOAD [OPTION...]]]
#   WARMUP=60 it/client-profile.sh ...      # seconds; on a slow machine the JIT is at work for longer than 15
#
# Needs perf, and for sysbench the tables: ./stallmark load sysbench -p tables=4 -p rows=100000 --url URL
# perf reads the JIT's symbols from /tmp/perf-PID.map, which the JVM writes when the run ends: code that has been
# thrown away by then has the name of what lies there now.  The JIT and the collector are told by their threads.
set -euo pipefail
url=$1 threads=${2:-16} workload=${3:-sysbench} options=("${@:4}") warmup=${WARMUP:-15}
[ "$workload" != sysbench ] || options+=(-p tables=4 -p rows=100000)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
JAVA_OPTS="-XX:+UnlockDiagnosticVMOptions -XX:+PreserveFramePointer -XX:+DumpPerfMapAtExit" \
  "$here/stallmark" run "$workload" --out "$out" --url "$url" --threads "$threads" --warmup "$warmup" --seconds 14 \
  "${options[@]}" >"$out/log" 2>&1 &
pid=$!
by_thread() {
  local task time name
  for task in /proc/$pid/task/*; do
    read -r time _ <"$task/schedstat" && read -r name <"$task/comm" && echo "${task##*/} $time $name"
  done
}
sleep $((warmup + 2))
before=$(cat /proc/$pid/task/*/status | awk '/^(non)?voluntary/{n += $2} END{print n}')
sleep 1
after=$(cat /proc/$pid/task/*/status | awk '/^(non)?voluntary/{n += $2} END{print n}')
by_thread >"$out/from"
perf record -q -F 1999 -o "$out/data" -p "$pid" -- sleep 6
by_thread >"$out/to"
wait $pid || { tail -3 "$out/log" >&2; exit 1; }
rate=$(sed -n '/^[0-9.,]* transactions\/s/{s/ .*//p;q}' "$out/log" | tr -d ,)
perf report -n -i "$out/data" --sort comm,dso,symbol --stdio 2>/dev/null | grep -v '^#' | awk '
  NF < 3 { next }
  { all += $2; rest = $0; owner = "other native code"
    if (rest ~ /C[12] CompilerThre/) owner = "JVM: JIT"
    else if (rest ~ /GC Thread|VM Thread/) owner = "JVM: collector"
    else if (rest ~ /% +[0-9]+ +java /) owner = "main thread: figures of an interval, files"
    else if (rest ~ /\[k\].*(tcp|inet|sock|skb|ip_|nf_|netif|napi|unix|conntrack)/) owner = "kernel: network"
    else if (rest ~ /\[k\]/) owner = "kernel: context switches and the rest"
    else if (rest ~ /vdso|clock_gettime|javaTimeNanos/) owner = "clock"
    else if (rest ~ /org\.mariadb|com\.mysql|com\.mongodb|org\.bson|org\.postgresql/) owner = "driver"
    else if (rest ~ /io\.stallmark\.(jdbc|mysql|mongo|postgresql)/) owner = "binding"
    else if (rest ~ /io\.stallmark\.(engine|record|report|analysis|cli)|HdrHistogram/) owner = "engine and recorder"
    else if (rest ~ /org\.luaj/) owner = "interpreter of Lua"
    else if (rest ~ /io\.stallmark\./) owner = "workload"
    else if (rest ~ / (java|jdk|sun)\./) owner = "JDK"
    else if (rest ~ /Interpreter|StubRoutines|vtable|stub|perf-[0-9]+\.map/) owner = "other code made by the JVM"
    else if (rest ~ /libjvm|libjava|libnio|libnet/) owner = "JVM: native methods"
    sum[owner] += $2 }      # samples: of many threads, shares of a symbol are rounded to 0
  END { for (o in sum) printf "%5.1f %%  %s\n", 100 * sum[o] / all, o }' | sort -rn
awk 'NR == FNR { from[$1] = $2; next }
  { n = $3 ~ /^client/ ? "clients" : $3 ~ /^C[12]$/ ? "JIT" : $3 == "java" ? "main thread" : $3 == "GC" ? "collector" : "others"
    ns = $2 - from[$1]; sum[n] += ns; all += ns }
  END { printf "by thread:"; for (n in sum) printf " %s %.1f %%", n, sum[n] * 100 / all; print "" }' "$out/from" "$out/to"
awk -v n=$((after - before)) -v r="$rate" 'BEGIN{printf "%s transactions/s, %.1f context switches of the client a transaction\n", r, n / r}'
