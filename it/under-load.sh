#!/bin/bash
# Shows that no test depends on luck: 'mvn verify' without Docker beside four busy loops and a writer, several times.
#
#   it/under-load.sh [TIMES]      default: 5
#
# Ends with exit code 1 if one of them is red. The logs stay in it/target/under-load/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
times=${1:-5}
[[ $times =~ ^[1-9][0-9]*$ ]] || { echo "it/under-load.sh: TIMES is a number, not $times" >&2; exit 2; }
logs=it/target/under-load
mkdir -p "$logs"
exec 9>&1                          # the load must not hold a pipe that the caller reads
load=()
trap 'kill "${load[@]}" 2>/dev/null || true; rm -f "$logs/written"' EXIT
for _ in 1 2 3 4; do
  (while :; do :; done) >/dev/null 2>&1 9>&- &
  load+=($!)
done
(while :; do dd if=/dev/zero of="$logs/written" bs=1M count=256 conv=fsync; done) >/dev/null 2>&1 9>&- &
load+=($!)

rc=0
for ((i = 1; i <= times; i++)); do
  begin=$SECONDS how=green
  # No daemon answers at this address, so that every test on Docker is skipped.
  DOCKER_HOST=unix:///nonexistent STALLMARK_REQUIRE_CONTAINERS='' mvn -B -ntp verify >"$logs/$i.log" 2>&1 || { how=red rc=1; }
  printf '%d of %d: %s, %d min %02d s\n' "$i" "$times" "$how" $(((SECONDS - begin) / 60)) $(((SECONDS - begin) % 60))
  grep -E '^\[ERROR\] +[A-Z][A-Za-z0-9]+(IT|Test)\b|^\[ERROR\] Failed to execute' "$logs/$i.log" | sort -u | head -20 || true
done
exit $rc
