#!/bin/bash
# Counts what duets show of sides whose difference is known. Prints a row for each duet, then a summary.
#
#   it/duet-proofs.sh identical [URL_OF_A URL_OF_B]   equal sides: how many show a difference
#   it/duet-proofs.sh select [URL_OF_A URL_OF_B]      B has one more point select in three transactions
#   it/duet-proofs.sh delay [URL_OF_A URL_OF_B]       proxies delay each reply, those of B for DELAY_US longer
#   it/duet-proofs.sh quota [URL_OF_A URL_OF_B]       B's server, process B_PID, has QUOTA percent of a processor
#   it/duet-proofs.sh swap [URL_OF_A URL_OF_B]        as select, and again with the sides swapped: the sign swaps
#   it/duet-proofs.sh server [URL_OF_A URL_OF_B]      B's selects need more processor time in the server; PostgreSQL only
#
#   DUETS=100 SECONDS_EACH=30 THREADS=8 WARMUP=5 HOGS=0 WORKLOAD="sysbench" BASE_US=500 DELAY_US=25 QUOTA=30 OUT=it/target/duet-proofs/...
#   MODE=together SERVER_PROCESSORS=1 CLIENT_PROCESSORS=0     as on two machines: the server it starts, and the duet, have these
#   PG_OPTIONS="-c autovacuum=off"                            further options of the server it starts
#
# HOGS processes keep processors busy at the same time. Both databases should be on one server, for quota on two. Without
# URLs, this starts PostgreSQL from PG_BIN, with two databases. Rows remain in OUT/rows: a further call makes those that
# are missing. Ends what it has started, also after Ctrl-C. STALLMARK_PASSWORD has the password of both databases.
#
# The expected difference of transactions/s:
#   select, swap  A has ten equal selects, each a round trip. In three transactions, B has 31 for A's 30: 30/31 - 1 = -3.2 %.
#   delay         Each reply waits: BASE_US microseconds on A, DELAY_US more on B. The proxies count for how long, a and b
#                 seconds in a second. N clients work in the rest of the time: (N - b)/(N - a) - 1.
#   quota, server Not known, only that B is slower.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mode=${1:-}
usage() { sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2; exit 2; }
case $mode in
  identical) seconds=${SECONDS_EACH:-$([ "${MODE:-}" = together ] && echo 30 || echo 60)} duets=${DUETS:-100} ;;
  select | delay | quota | server) seconds=${SECONDS_EACH:-180} duets=${DUETS:-100} ;;
  swap) seconds=${SECONDS_EACH:-180} duets=${DUETS:-10} ;;
  *) usage ;;
esac
[ $# = 1 ] || [ $# = 3 ] || usage
read -ra stallmark <<<"${STALLMARK:-$here/stallmark}"
read -ra workload <<<"${WORKLOAD:-sysbench}"
[ -z "${CLIENT_PROCESSORS:-}" ] || stallmark=(taskset -c "$CLIENT_PROCESSORS" "${stallmark[@]}")
threads=${THREADS:-8} turns=${MODE:-} warmup=${WARMUP:-5} hogs=${HOGS:-0} base=${BASE_US:-500} delay=${DELAY_US:-25} quota=${QUOTA:-30}
kept=${OUT:-$here/it/target/duet-proofs/$mode-$seconds-hogs-$hogs}
[ "$mode" != delay ] || turns=${turns:-together}       # the proxies are on this machine, the servers perhaps not
work=$(mktemp -d /tmp/duet-proofs.XXXXXX)
started=() groups=() servers=()
mkdir -p "$kept"

stop() {
  trap - EXIT INT TERM
  local each
  for each in "${started[@]}"; do kill "$each" 2>/dev/null || true; done
  for each in "${servers[@]}"; do as_postgres "$pg/pg_ctl" -D "$each" -m immediate stop >/dev/null 2>&1 || true; done
  for each in "${groups[@]}"; do release "$each"; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
die() { echo "duet-proofs: $1" >&2; exit "${2:-2}"; }

# ---- servers
pg=${PG_BIN:-$(echo /usr/lib/postgresql/*/bin | tr ' ' '\n' | tail -1)}
as_postgres() { if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }
port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
postgres() {  # postgres NAME DATABASE...: starts a server, and sets address
  local data=$work/$1 port database
  shift
  [ -x "$pg/initdb" ] || die "no PostgreSQL in $pg: set PG_BIN, or give two URLs"
  port=$(port)
  chmod 755 "$work"
  mkdir "$data"
  [ "$(id -u)" != 0 ] || chown postgres "$data"
  as_postgres "$pg/initdb" -D "$data" -A trust -U bench >"$work/log" 2>&1 || die "$(tail -1 "$work/log")" 1
  servers+=("$data")
  as_postgres ${SERVER_PROCESSORS:+taskset -c "$SERVER_PROCESSORS"} "$pg/pg_ctl" -D "$data" -w -l "$data/log" -o "-p $port -k '' -c listen_addresses=127.0.0.1 -c shared_buffers=256MB ${PG_OPTIONS:-}" start \
    >"$work/log" 2>&1 || die "PostgreSQL does not start: $(tail -1 "$data/log")" 1
  for database; do as_postgres "$pg/createdb" -h 127.0.0.1 -p "$port" -U bench "$database"; done
  address=postgresql://bench@127.0.0.1:$port
}

# ---- quota of a server
cgroup() {  # cgroup PID: a new group with a quota, and the process and its children in it
  local pid=$1 each
  if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    grep -qw cpu /sys/fs/cgroup/cgroup.subtree_control || die "cgroup v2: the controller cpu is not enabled for groups"
    group=/sys/fs/cgroup/duet-proofs-$$
    mkdir "$group" || die "cgroup v2 cannot be written here; run as root"
    echo "$((quota * 1000)) 100000" >"$group/cpu.max" || die "cpu.max cannot be written"
  elif [ -e /sys/fs/cgroup/cpu/cpu.cfs_quota_us ]; then
    group=/sys/fs/cgroup/cpu/duet-proofs-$$
    mkdir "$group" || die "cgroup v1 cannot be written here; run as root"
    echo $((quota * 1000)) >"$group/cpu.cfs_quota_us" || die "cpu.cfs_quota_us cannot be written"
  else
    die "there is no cgroup with a controller cpu here"
  fi
  groups+=("$group")
  echo "$pid" >"$group/cgroup.procs" || die "process $pid cannot be put into $group"
  for each in $(pgrep -P "$pid" || true); do echo "$each" >"$group/cgroup.procs" 2>/dev/null || true; done  # it may have ended
}
release() {  # moves what remains in a group back, and removes it
  local each
  for each in $(cat "$1/cgroup.procs" 2>/dev/null); do echo "$each" >"$(dirname "$1")/cgroup.procs" 2>/dev/null || true; done
  rmdir "$1" 2>/dev/null || true
}

# ---- workloads
selects() {  # selects NAME N [CONDITION]: a file whose third transaction has N selects, and the others ten
  {
    printf 'values: {id: "uniform:1..10000"}\ntables:\n  duet_item:\n    rows: 10000\n    key: id\n'
    printf '    sql: CREATE TABLE duet_item (id INT PRIMARY KEY, k INT NOT NULL)\n    insert: {id: ":row", k: ":row"}\ntransactions:\n'
    steps ten 2 10 "${3:-}"
    steps other 1 "$2" "${3:-}"
  } >"$work/$1.yaml"
}
steps() {  # steps NAME WEIGHT N CONDITION
  local i
  printf '  %s:\n    weight: %d\n    steps:\n' "$1" "$2"
  for ((i = 1; i <= $3; i++)); do
    printf '    - {name: %s_%d, sql: "SELECT k FROM duet_item WHERE id = :id%s", rows: 1}\n' "$1" "$i" "$4"
  done
}

# ---- one duet
# duet NAME WORD...: prints difference, low, high and verdict of transactions/s; fails with the duet
duet() {
  local name=$1 code=0 json
  shift
  "${stallmark[@]}" duet "$@" ${turns:+--mode "$turns"} --threads "$threads" --warmup "$warmup" --seconds "$seconds" --csv --out "$work/results" \
    >"$work/csv" 2>"$work/err" &
  running=$!
  started+=($running)
  wait $running || code=$?
  unset 'started[-1]'
  if [ $code != 0 ]; then
    echo "duet $name ended with $code: $(tail -1 "$work/err")" | tee -a "$kept/failures" >&2
    return 1
  fi
  json=$(find "$work/results" -name duet.json | head -1)
  cp "$json" "$kept/$name.json"
  rm -rf "$work/results"
  figures=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "transactions_per_s" { printf "%.5f %.5f %.5f", $at["difference_in_its_unit"], $at["low_in_its_unit"], $at["high_in_its_unit"] }' "$work/csv")
}
delayed() {  # the expected difference, by the time for which the proxies have delayed clients in the last half of the duet
  awk -v s="$seconds" -v n=$((threads / 2)) '{ t[NR] = $1; a[NR] = $2; b[NR] = $3; if (NR > 1 && $3 > b[NR - 1]) end = NR - 2 }
    END {
      begin = end
      while (begin > 1 && t[begin] > t[end] - s / 2) begin--
      took = t[end] - t[begin]
      printf "%.5f", (n - (b[end] - b[begin]) / took) / (n - (a[end] - a[begin]) / took) - 1 }' "$work/delays"
}
judge() {  # judge N EXPECTED: a row with the figures
  echo "$1 $figures $2" | awk '{ found = $3 > 0 || $4 < 0
    printf "%s %+.2f %+.2f %+.2f %s %s %s\n", $1, 100 * $2, 100 * $3, 100 * $4,
      $5 == "-" ? "-" : sprintf("%+.2f", 100 * $5), found ? ($2 < 0 ? "slower" : "faster") : "not_shown",
      $5 == "-" ? "-" : $3 <= $5 && $5 <= $4 ? "inside" : "outside" }' | tee -a "$kept/rows"
}

# ---- what the call measures
settings="$mode ${*:2} mode=$turns processors=${CLIENT_PROCESSORS:-},${SERVER_PROCESSORS:-} seconds=$seconds threads=$threads warmup=$warmup hogs=$hogs workload=${workload[*]} delay=$base+$delay quota=$quota${PG_OPTIONS:+ $PG_OPTIONS}"
if [ -e "$kept/settings" ] && [ "$(cat "$kept/settings")" != "$settings" ]; then
  die "$kept has rows of '$(cat "$kept/settings")': set OUT, or remove it"
fi
echo "$settings" >"$kept/settings"
touch "$kept/rows"
if [ $# = 3 ]; then
  a=$2 b=$3
elif [ "$mode" = quota ]; then
  postgres a bench; a=$address/bench
  postgres b bench; b=$address/bench
  B_PID=$(head -1 "$work/b/postmaster.pid")
else
  postgres server one two; a=$address/one b=$address/two
fi
for ((i = 0; i < hogs; i++)); do (while :; do :; done) & started+=($!); done
case $mode in
  select | swap) selects ten 10; selects other 11; workload=(own) ;;
  server) selects ten 10; selects other 10 " AND (SELECT sum(i) FROM generate_series(1, 40) i) > 0"; workload=(own) ;;
  quota) cgroup "${B_PID:?of the server of B}" ;;
  delay)
    endpoint='s#^[a-z]*://\([^@/]*@\)\{0,1\}\([^:/]*\)\(:\([0-9]*\)\)\{0,1\}/.*#\2 \4#p'
    to=()
    for url in "$a" "$b"; do
      read -r host number <<<"$(sed -n "$endpoint" <<<"$url")"
      case $url in postgres*) number=${number:-5432} ;; mongo*) number=${number:-27017} ;; *) number=${number:-3306} ;; esac
      to+=("$(port) $host $number")
    done
    read -ra ends <<<"${to[0]} $base ${to[1]} $((base + delay))"
    java "$here/it/DelayedReplies.java" "${ends[@]}" >"$work/delays" 2>&1 &
    started+=($!)
    until [ -s "$work/delays" ]; do kill -0 $! 2>/dev/null || die "the proxy ended: $(tail -1 "$work/delays")" 1; sleep 0.2; done
    a=$(sed "s#\(//\([^@/]*@\)\{0,1\}\)[^/]*#\1127.0.0.1:${ends[0]}#" <<<"$a")
    b=$(sed "s#\(//\([^@/]*@\)\{0,1\}\)[^/]*#\1127.0.0.1:${ends[4]}#" <<<"$b") ;;
esac

echo "# $settings"
echo "duet difference_% low_% high_% expected_% B_is interval"
cat "$kept/rows"
expected=-
case $mode in identical) expected=0 ;; select | swap) expected=$(awk 'BEGIN { printf "%.5f", 30 / 31 - 1 }') ;; esac
lost=0
for ((n = 1; n <= duets; n++)); do
  ! grep -q "^$n " "$kept/rows" || continue
  sides=(--a "$a" --b "$b") its=$expected
  case $mode in
    select | server) sides+=(--a-p "file=$work/ten.yaml" --b-p "file=$work/other.yaml") ;;
    swap)   # an even one is the one before it with its sides swapped
      if ((n % 2)); then sides+=(--a-p "file=$work/ten.yaml" --b-p "file=$work/other.yaml")
      else sides=(--a "$b" --b "$a" --a-p "file=$work/other.yaml" --b-p "file=$work/ten.yaml") its=$(awk 'BEGIN { printf "%.5f", 31 / 30 - 1 }'); fi ;;
  esac
  if ! duet "$n" "${workload[@]}" "${sides[@]}" --request-seed "$(((n + 1) / (1 + (${#mode} == 4))))"; then
    ((++lost < 3)) || die "three duets in sequence failed; $kept/failures has the reasons" 1
    continue
  fi
  lost=0
  [ "$mode" != delay ] || its=$(delayed)
  judge "$n" "$its"
done

awk -v mode="$mode" '{ n++; shown += $6 != "not_shown"; right += $6 == ($5 > 0 ? "faster" : "slower"); inside += $7 == "inside"
    width += ($4 - $3) / 2; sum += $2; of[$1] = $2 }
  END {
    if (!n) exit
    printf "%d duets, interval ± %.1f %% on average, mean difference %+.2f %%: ", n, width / n, sum / n
    if (mode == "identical") printf "%d show a difference, 0 is inside %d intervals\n", shown, inside
    else if (mode == "quota" || mode == "server") printf "B is slower in %d\n", right
    else printf "found in %d, the expected difference is inside %d intervals\n", right, inside
    if (mode == "swap") {
      for (i = 1; i < n; i += 2) if ((i in of) && (i + 1 in of)) { pairs++; swapped += of[i] * of[i + 1] < 0; side += (of[i] + of[i + 1]) / 2 }
      if (pairs) printf "%d pairs of duets: the sign swaps in %d, mean advantage of side B %+.2f %%\n", pairs, swapped, side / pairs
    } }' "$kept/rows"
