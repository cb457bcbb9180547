#!/bin/bash
# What a cluster costs. Use a quiet machine.
#   it/cluster-cost.sh split         transactions/s of AGENTS="1 2 4" agents with the same clients, on a database that does
#                                    nothing; ratios to one agent in the same round, so AGENTS begins with 1
#   it/cluster-cost.sh coordinator   processor time and network of a coordinator, per agent, with 12 kinds of operation:
#                                    the difference between 4 agents and 1, in containers, on MySQL 9
#   it/cluster-cost.sh agents        processor time and memory of a coordinator with AGENTS="64 200" agents, which join at
#                                    once. They are in one process and send intervals that they have drawn
# Needs it/target/benchmarks.jar (mvn -DskipTests package) and jq. 'coordinator' needs root, for nsenter.
#   ROUNDS=3 SECONDS_EACH=20 WARMUP=10 THREADS=4 RATE=20    RATE: transactions/s of an agent of `coordinator`
#   DOCKER_HOST, IMAGE=stallmark/client, SERVER=stallmark/mysql:9   for 'coordinator'
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jar=$root/it/target/benchmarks.jar
rounds=${ROUNDS:-3} seconds=${SECONDS_EACH:-20} warmup=${WARMUP:-10} threads=${THREADS:-4} RATE=${RATE:-20}
id=stallmark-cost-$$
work=$(mktemp -d)
chmod 755 "$work"
containers() { docker ps -aq --filter "label=$id" | xargs -r docker rm -fv >/dev/null; }
trap '[ "${1:-}" != coordinator ] || { containers; docker network rm "$id" >/dev/null; }; rm -rf "$work"' EXIT
die() { echo "cluster-cost.sh: $*" >&2; exit 1; }

nothing() {  # registers the database that does nothing
  [ -e "$jar" ] || die "no $jar"
  mkdir -p "$work/META-INF/services"
  echo io.stallmark.engine.NoBinding >"$work/META-INF/services/io.stallmark.spi.Binding"
}

split() {
  local round agents one rate
  nothing
  for round in $(seq "$rounds"); do
    for agents in ${AGENTS:-1 2 4}; do
      java -XX:+UseParallelGC -cp "$jar:$work" io.stallmark.cli.Main run sysbench --url nothing:10000 -p rows=10000 \
        --threads "$threads" --warmup "$warmup" --seconds "$seconds" --local-agents "$agents" \
        --out "$work/$round-$agents" >"$work/log" 2>&1 || { tail "$work/log" >&2; die "the run failed"; }
      rate=$(jq .summary.transactionsPerSecond "$work/$round-$agents"/*/run.json)
      [ "$agents" != 1 ] || one=$rate
      awk -v r="$round" -v n="$agents" -v t="$rate" -v o="$one" \
        'BEGIN { printf "round %d, agents %d: %.0f transactions/s, ratio %.3f\n", r, n, t, t / o }'
    done
  done
}

readings() {  # of the coordinator: hundredths of a second of processor time, bytes in both directions
  local pid; pid=$(docker inspect -f '{{.State.Pid}}' "$id-coordinator")
  awk '{ printf "%d ", $14 + $15 }' "/proc/$pid/stat"
  nsenter -t "$pid" -n cat /proc/net/dev | awk '/eth0/ { print $2 + $10 }'
}

client() {  # client NAME OPTION... -- ARGUMENT...
  local name=$1 options=(); shift
  while [ "$1" != -- ]; do options+=("$1"); shift; done; shift
  docker run -d --label "$id" --name "$id-$name" --hostname "$name" --network "$id" --network-alias "$name" \
    -e STALLMARK_CLUSTER_KEY "${options[@]}" "${IMAGE:-stallmark/client}" "$@" >/dev/null
}

measured() {  # measured AGENTS: processor time in percent of a core, kB/s
  local agents=$1 agent before after
  client coordinator -e STALLMARK_PASSWORD -- run sysbench --url mysql://bench@server/bench -p tables=1 -p rows=10000 \
    --threads $((4 * agents)) --rate $((RATE * agents)) --min-started 0 --warmup "$warmup" --seconds $((seconds + 10)) \
    --agents "$agents" --coordinator-only --cluster coordinator:7800
  for agent in $(seq "$agents"); do client "agent-$agent" -- agent --join coordinator:7800 --once; done
  until docker logs "$id-coordinator" 2>&1 | grep -q '^ time s'; do sleep 0.2; done
  sleep 3  # the first line of the table is of the third second after the warm-up
  before=$(readings); sleep "$seconds"; after=$(readings)
  awk -v b="$before" -v a="$after" -v s="$seconds" \
    'BEGIN { split(b, x); split(a, y); printf "%.3f %.3f\n", (y[1] - x[1]) / s, (y[2] - x[2]) / s / 1000 }'
  [ "$(timeout 60 docker wait "$id-coordinator")" = 0 ] || { docker logs "$id-coordinator" 2>&1 | tail >&2; die "the run failed"; }
  docker ps -aq --filter "label=$id" --filter "name=$id-[ac]" | xargs docker rm -fv >/dev/null
}

coordinator() {
  local round one four
  export STALLMARK_PASSWORD MYSQL_PASSWORD MYSQL_ROOT_PASSWORD STALLMARK_CLUSTER_KEY
  STALLMARK_PASSWORD=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  MYSQL_PASSWORD=$STALLMARK_PASSWORD MYSQL_ROOT_PASSWORD=$STALLMARK_PASSWORD
  STALLMARK_CLUSTER_KEY=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
  docker network create --label "$id" "$id" >/dev/null
  docker run -d --label "$id" --name "$id-server" --network "$id" --network-alias server -e MYSQL_DATABASE=bench \
    -e MYSQL_USER=bench -e MYSQL_PASSWORD -e MYSQL_ROOT_PASSWORD "${SERVER:-stallmark/mysql:9}" >/dev/null
  for _ in $(seq 30); do
    docker run --rm --network "$id" -e STALLMARK_PASSWORD "${IMAGE:-stallmark/client}" load sysbench \
      --url mysql://bench@server/bench -p tables=1 -p rows=10000 >/dev/null 2>&1 && break
    sleep 1
  done
  for round in $(seq "$rounds"); do
    one=$(measured 1)
    four=$(measured 4)
    awk -v r="$round" -v o="$one" -v f="$four" 'BEGIN { split(o, x); split(f, y)
      printf "round %d: 1 agent %.1f %% of a core, %.0f kB/s; 4 agents %.1f %%, %.0f kB/s; per agent %.2f %%, %.1f kB/s\n",
        r, x[1], x[2], y[1], y[2], (y[1] - x[1]) / 3, (y[2] - x[2]) / 3 }'
  done
}

used() { awk '{ print ($14 + $15) / 100 }' "/proc/$1/stat"; }  # processor time of a process, seconds

rows() { { cat "$work/agents-$1"/*/intervals.csv 2>/dev/null || true; } | tail -n +2 | wc -l; }

agents() {  # a second is late if it is merged later after the first one than it ended
  local count pid=0 address=127.0.0.1:7799 first before after now merged last late memory
  nothing
  for count in ${AGENTS:-64 200}; do
    java -XX:+UseParallelGC -cp "$jar:$work" io.stallmark.cli.Main run sysbench --url nothing:10000 -p rows=10000 \
      --threads "$count" --seconds "$seconds" --agents "$count" --coordinator-only --cluster $address --join-timeout 120 \
      --out "$work/agents-$count" >"$work/log" 2>&1 &
    pid=$!
    java -XX:+UseParallelGC -cp "$jar:$work" io.stallmark.cluster.ManyAgents $address "$count" "$seconds" >"$work/agents" 2>&1 &
    first=0 last=0 late=0
    while [ -e /proc/$pid ]; do
      merged=$(rows "$count") now=$(date +%s%N)
      if [ "$merged" -gt "$last" ] && [ "$merged" -lt "$seconds" ]; then
        [ $first != 0 ] || first=$((now - merged * 1000000000)) before=$(used $pid)
        [ $((now - first - merged * 1000000000)) -le $late ] || late=$((now - first - merged * 1000000000))
        last=$merged after=$(used $pid) memory=$(awk '/VmRSS/ { print $2 / 1000 }' /proc/$pid/status)
      fi
      sleep 0.02
    done
    wait $pid || { tail -3 "$work/log" "$work/agents" >&2; die "$count agents: the run failed"; }
    awk -v n="$count" -v j="$(cat "$work/agents")" -v c="$before $after" -v s=$((last - 1)) -v m="$memory" -v l=$late \
      'BEGIN { split(c, t); p = (t[2] - t[1]) / s * 100
        printf "%s; coordinator: %.0f %% of a core, %.2f %% for an agent, %.0f MB, %.0f ms late\n", j, p, p / n, m, l / 1e6 }'
    wait
  done
}

[ "${1:-}" != agents ] || trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
case ${1:-} in
  split|coordinator|agents) "$1" ;;
  *) sed -n '2,/^set /s/^# //p' "$0" >&2; exit 2 ;;
esac
