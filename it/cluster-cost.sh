#!/bin/bash
# What a cluster costs. Use a quiet machine.
#   it/cluster-cost.sh split         transactions/s of 1, 2 and 4 agents with the same clients, on a database that does
#                                    nothing; ratios to one agent in the same round
#   it/cluster-cost.sh coordinator   processor time and network of a coordinator, per agent, with 12 kinds of operation:
#                                    the difference between 4 agents and 1, in containers, on MySQL 9
# Needs it/target/benchmarks.jar (mvn -DskipTests package).
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

split() {
  local services=$work/META-INF/services round agents one rate
  [ -e "$jar" ] || die "no $jar"
  mkdir -p "$services"
  echo io.stallmark.engine.NoBinding >"$services/io.stallmark.spi.Binding"
  for round in $(seq "$rounds"); do
    for agents in 1 2 4; do
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
  sleep $((warmup + 3))
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

case ${1:-} in
  split|coordinator) "$1" ;;
  *) sed -n '2,/^set /s/^# //p' "$0" >&2; exit 2 ;;
esac
