#!/bin/bash
# An A/B test for action.yml: runs a workload on both sides in turn, compares them, and ends with the exit code of the gate.
#   WORKLOAD         such as sysbench
#   BEFORE, AFTER    options of the one side and of the other, such as --url URL
#   OPTIONS          options of both
#   REPEAT           runs of each side
#   GATE             as of 'stallmark compare --gate'
#   COMPARE_OPTIONS  further options of 'stallmark compare'
#   OUT              directory of the results
#   STALLMARK        the program and its arguments; default: ./stallmark of this repository
# Options are words as a shell takes them, with quotes, but nothing in them is expanded or executed.
set -euo pipefail
: "${WORKLOAD:?}" "${BEFORE:?}" "${AFTER:?}" "${REPEAT:?}" "${GATE:?}" "${OUT:?}"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

words() { if [ -n "$1" ]; then xargs -n 1 printf '%s\n' <<<"$1"; fi; }
mapfile -t stallmark < <(words "${STALLMARK:-}")
[ ${#stallmark[@]} -gt 0 ] || stallmark=("$here/stallmark")
mapfile -t before < <(words "$BEFORE")
mapfile -t after < <(words "$AFTER")
mapfile -t options < <(words "${OPTIONS:-}")
mapfile -t compare < <(words "${COMPARE_OPTIONS:-}")

side() {  # side NAME OPTION...
  local name=$1; shift
  echo "::group::$name, run $i of $REPEAT"
  local rc=0
  "${stallmark[@]}" run "$WORKLOAD" "${options[@]}" "$@" --out "$OUT/$name" || rc=$?
  echo "::endgroup::"
  [ $rc = 0 ] || { echo "::error::run $i of '$name' ended with exit code $rc"; exit $rc; }
}

# In turn, and each side first as often as the other: a change of the machine then affects both.
for ((i = 1; i <= REPEAT; i++)); do
  if ((i % 2)); then side before "${before[@]}"; side after "${after[@]}"
  else side after "${after[@]}"; side before "${before[@]}"; fi
done

rc=0
"${stallmark[@]}" compare "$OUT/before" "$OUT/after" --gate "$GATE" "${compare[@]}" \
  --out "$OUT/comparison" --junit "$OUT/gate.xml" >"$OUT/comparison.txt" || rc=$?
cat "$OUT/comparison.txt"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  { echo "## Stallmark: $WORKLOAD"; echo
    "${stallmark[@]}" compare "$OUT/before" "$OUT/after" --gate "$GATE" "${compare[@]}" --markdown || true  # as above
  } >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  sed -n 's/^Gate: /outcome=/p' "$OUT/comparison.txt" >>"$GITHUB_OUTPUT"
  echo "results=$OUT" >>"$GITHUB_OUTPUT"
fi
exit $rc
