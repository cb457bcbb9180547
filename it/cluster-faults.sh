#!/bin/bash
# What a cluster does when a machine or the network fails: four agents in containers, one of them in the coordinator's
# process, on MySQL 9.
#   it/cluster-faults.sh             every case (7 minutes)
#   it/cluster-faults.sh CASE...     delay loss separated-3 separated-15 frozen-8 frozen-12 killed coordinator-killed
#                                    coordinator-frozen
# Prints a line for each case. If an expectation fails, it copies the results to it/target and ends with 1. As root,
# because it enters the network namespaces of the containers: delay.py delays packets, iptables drops them.
#   KEEP=1                           copies the results of every case
#   DOCKER_HOST, IMAGE=stallmark/client, SERVER=stallmark/mysql:9   as .ci/run and it/containers.sh make them
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
id=stallmark-faults-$$
image=${IMAGE:-stallmark/client}
tables=(--url mysql://bench@server/bench -p tables=1 -p rows=10000)
work=$(mktemp -d)
chmod 755 "$work"
delays=()
once=true  # agents end with their first coordinator
failed=0
die() { echo "cluster-faults.sh: $*" >&2; exit 1; }
containers() { docker ps -aq --filter "label=$id${1:+=$1}"; }
remove() { [ ${#delays[@]} = 0 ] || kill "${delays[@]}" 2>/dev/null || true; delays=(); containers "$@" | xargs -r docker rm -fv >/dev/null; }
keep() { log coordinator >"$out/log"; mkdir -p "$here/target"; cp -r "$out" "$here/target/"; }
trap 'r=$?; [ $r = 0 ] || [ -z "${out:-}" ] || keep || true; remove; docker network rm $id >/dev/null 2>&1; rm -rf "$work"; exit $r' EXIT
for tool in docker nsenter iptables ip python3 jq; do command -v $tool >/dev/null || die "$tool is missing"; done

export STALLMARK_PASSWORD MYSQL_PASSWORD MYSQL_ROOT_PASSWORD STALLMARK_CLUSTER_KEY
STALLMARK_PASSWORD=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
MYSQL_PASSWORD=$STALLMARK_PASSWORD MYSQL_ROOT_PASSWORD=$STALLMARK_PASSWORD
STALLMARK_CLUSTER_KEY=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')

# ---- the cluster
client() {  # client NAME OPTION... -- ARGUMENT...: starts a container of the image, with $out/NAME as its directory
  local name=$1 options=(); shift
  while [ "$1" != -- ]; do options+=("$1"); shift; done; shift
  mkdir -m 777 "$out/$name"
  docker run -d --label "$id=case" --name "$id-$name" --hostname "$name" --network "$id" --network-alias "$name" \
    -v "$out/$name:/work" -e STALLMARK_CLUSTER_KEY "${options[@]}" "$image" "$@" >/dev/null
}
start() {  # start [-f FAULT] SECONDS OPTION...: returns when three seconds are measured; FAULT AGENT is called for each
  local fault=: agent
  [ "$1" != -f ] || { fault=$2; shift 2; }
  seconds=$1; shift
  out=$work/$case
  mkdir -m 755 "$out"
  client coordinator -e STALLMARK_PASSWORD -- run sysbench "${tables[@]}" \
    --threads 4 --rate 20 --min-started 0 --seconds "$seconds" --agents 4 --cluster coordinator:7800 "$@"
  for agent in 1 2 3; do
    client agent-$agent -- agent --join coordinator:7800 ${once:+--once}
    $fault agent-$agent
  done
  for _ in $(seq 600); do
    [ "$(rows coordinator intervals.csv)" -lt 3 ] || return 0
    sleep 0.2
  done
  docker logs "$id-coordinator" >&2
  die "$case: nothing is measured"
}
namespace() { local pid; pid=$(docker inspect -f '{{.State.Pid}}' "$id-$1"); shift; exec nsenter -t "$pid" -n "$@"; }
address() { docker inspect -f "{{(index .NetworkSettings.Networks \"$id\").IPAddress}}" "$id-$1"; }
drop() {  # drop -A|-D AGENT OPTION...: drops, or no longer drops, packets between it and the coordinator
  local change=$1 agent=$2; shift 2
  (namespace "$agent" iptables "$change" INPUT -s "$(address coordinator)" "$@" -j DROP)
  (namespace coordinator iptables "$change" INPUT -s "$(address "$agent")" "$@" -j DROP)
}
now() { date +%s.%N; }
since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }'; }
ended() {  # ended NAME SECONDS: waits so long for its end, then prints the exit code
  timeout "$2" docker wait "$id-$1" || echo running
}

# ---- what it has left
rows() { cat "$out/$1"/results/*/"$2" 2>/dev/null | tail -n +2 | wc -l; }
run() { jq -r "$1" "$out"/coordinator/results/*/run.json; }
log() { docker logs "$id-$1" 2>&1; }
agents_csv() { tail -n +2 "$out"/coordinator/results/*/agents.csv; }
expect() {  # expect WHAT VALUE EXPECTED, or expect WHAT VALUE LOWEST HIGHEST
  if [ $# = 3 ]; then [ "$2" = "$3" ] && return; else
    awk -v v="$2" -v a="$3" -v b="$4" 'BEGIN { exit !(v ~ /^-?[0-9.]+$/ && v + 0 >= a && v + 0 <= b) }' && return
  fi
  echo "  $case: $1 is $2, not ${3}${4:+ to $4}" >&2
  failed=1
}
said() {  # said NAME TEXT
  grep -qF "$2" <<<"$(log "$1")" || { echo "  $case: $1 has not said: $2" >&2; failed=1; }
}
sound() {  # a run without a loss: all four agents have every second, and no transaction is missing
  expect "exit code" "$(ended coordinator 60)" 0
  expect "agents" "$(run '.agents | length')" 4
  expect "lost agents" "$(run '[.agents[] | select(.lostAtSeconds)] | length')" 0
  expect "seconds of agents" "$(agents_csv | awk -F, -v end="$seconds" '$1 < end' | wc -l)" $((4 * seconds))
  expect "transactions of the agents" "$(run '[.agents[].succeeded] | add')" "$(run .summary.transactions)"
  expect "arrivals" "$(run '[.agents[].scheduled] | add')" \
    "$(run '[.agents[] | .succeeded + .failed + .inFlight + .neverStarted] | add')"
  for agent in 1 2 3; do expect "exit code of agent-$agent" "$(ended agent-$agent 10)" 0; done
}
degraded() {  # a run that has lost agent-1, whose rows end there
  local at
  expect "exit code" "$(ended coordinator 30)" 1
  said coordinator "DEGRADED from"
  said coordinator "agent agent-1 was lost"
  at=$(run '.agents[] | select(.name == "agent-1") | .lostAtSeconds')
  expect "loss" "$at" 3 "$1"
  expect "rows of agent-1 after its loss" "$(agents_csv | awk -F, -v at="$at" '$4 == "agent-1" && $1 >= at' | wc -l)" 0
  expect "lost agents" "$(run '[.agents[] | select(.lostAtSeconds)] | length')" 1
}
kept() {  # kept AGENT: it has ended, because it has no coordinator, and has kept what it measured
  expect "exit code of $1" "$(ended "$1" "$2")" 1
  said "$1" "The coordinator was lost"
  expect "intervals that $1 has kept" "$(rows "$1" intervals.csv)" 3 30
}

# ---- the cases
slow() { namespace "$1" python3 "$here/delay.py" "$(address coordinator)" 0.1 & delays+=($!); }
delay() {  # 100 ms from each agent to the coordinator
  start -f slow 10
  sound
  expect "lowest error of the agents' clocks, ms" "$(run '[.agents[1:][].clockErrorNanoseconds] | min / 1e6')" 50 100
}

lossy() { drop -A "$1" -m statistic --mode random --probability 0.05; }
loss() {  # 5 % of the packets in each direction
  start -f lossy 20
  sound
}

separated-3() {
  start 15
  drop -A agent-1; sleep 3; drop -D agent-1
  sound
}
separated-15() {  # the agent tries to return
  once= start 40 --on-agent-loss continue
  drop -A agent-1; sleep 15; drop -D agent-1
  degraded 10
  kept agent-1 5
  said agent-1 "An agent named agent-1 has joined before"
  expect "rows of agent-2" "$(agents_csv | grep -c ,agent-2,)" 40
}

signal() { docker kill -s "$2" "$id-$1" >/dev/null; }
freeze() { signal "$1" STOP; sleep "$2"; signal "$1" CONT; }
frozen-8() {
  start 20
  freeze agent-1 8
  sound
  expect "flagged seconds of agent-1" "$(agents_csv | grep ,agent-1, | grep -c held)" 7 30
  expect "frozen seconds without a flag" "$(agents_csv | awk -F, '$4 == "agent-1" && $5 == 0 && !/held/' | wc -l)" 0
}
frozen-12() {
  start 40
  freeze agent-1 12
  degraded 10
  kept agent-1 10
}

killed() {
  start 40
  local at; at=$(now)
  signal agent-1 KILL
  for _ in $(seq 100); do grep -q "agent-1 is lost" <<<"$(log coordinator)" && break; sleep 0.1; done
  expect "seconds until the loss is known" "$(since "$at")" 0 5
  degraded 10
}

coordinator-killed() {
  start 40
  local at; at=$(now)
  signal coordinator KILL
  for agent in 1 2 3; do kept agent-$agent 15; done
  expect "seconds until all agents have ended" "$(since "$at")" 0 6
}
coordinator-frozen() {
  start 40
  local at; at=$(now)
  signal coordinator STOP
  for agent in 1 2 3; do kept agent-$agent 15; done
  expect "seconds until all agents have ended" "$(since "$at")" 8 15
  signal coordinator CONT
  expect "exit code" "$(ended coordinator 30)" 1
  said coordinator "DEGRADED from"
}

all=(delay loss separated-3 separated-15 frozen-8 frozen-12 killed coordinator-killed coordinator-frozen)
[ $# -gt 0 ] || set -- "${all[@]}"
for case; do [[ " ${all[*]} " = *" $case "* ]] || { sed -n '2,/^set /s/^# //p' "$0" >&2; exit 2; }; done
docker network create --label "$id" "$id" >/dev/null
docker run -d --label "$id=server" --name "$id-server" --network "$id" --network-alias server -e MYSQL_DATABASE=bench \
  -e MYSQL_USER=bench -e MYSQL_PASSWORD -e MYSQL_ROOT_PASSWORD "${SERVER:-stallmark/mysql:9}" >/dev/null
for _ in $(seq 30); do
  docker run --rm --network "$id" -e STALLMARK_PASSWORD "$image" load sysbench "${tables[@]}" 2>"$work/load" && break
  sleep 1
done
for case; do
  before=$failed failed=0 at=$(now)
  "$case"
  echo "$case: $([ $failed = 0 ] && echo "as expected" || echo "NOT as expected"), $(since "$at") s"
  [ $failed = 0 ] && [ -z "${KEEP:-}" ] || keep
  failed=$((failed | before))
  remove case
  out=
done
exit $failed
