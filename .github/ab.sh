#!/bin/bash
# An A/B test for action.yml: compares two sides, and ends with the exit code of the gate.
#   WORKLOAD         such as sysbench
#   BEFORE, AFTER    options of the one side and of the other, such as --url URL; those of a duet: --url, -p, --storage, --driver, --protocol
#   OPTIONS          options of both; without any, the length of the duet or of the runs
#   METHOD           duet (default): both sides in one measurement, by 'stallmark duet'; runs: in turn, by 'run' and 'compare'
#   REPEAT           runs of each side; not for a duet
#   GATE             as of 'stallmark compare --gate'
#   COMPARE_OPTIONS  further options of the comparison, such as --undecided pass
#   OUT              directory of the results
#   STALLMARK        the program and its arguments; default: ./stallmark of this repository
# Options are words as a shell takes them, with quotes, but nothing in them is expanded or executed.
set -euo pipefail
: "${WORKLOAD:?}" "${BEFORE:?}" "${AFTER:?}" "${METHOD:=duet}" "${GATE:?}" "${OUT:?}"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
die() { echo "::error::$1"; exit "$2"; }

words() { if [ -n "$1" ]; then xargs -n 1 printf '%s\n' <<<"$1"; fi; }
mapfile -t stallmark < <(words "${STALLMARK:-}")
[ ${#stallmark[@]} -gt 0 ] || stallmark=("$here/stallmark")
mapfile -t before < <(words "$BEFORE")
mapfile -t after < <(words "$AFTER")
mapfile -t options < <(words "${OPTIONS:-}")
mapfile -t gate < <(words "${COMPARE_OPTIONS:-}")
mkdir -p "$OUT"
gate+=(--gate "$GATE" --junit "$OUT/gate.xml" --markdown)  # the lines of the result then go to stderr, so into the log

side() {  # side a|b WORD...: sets sided to the options of a side, as 'duet' names them
  local name=$1 word; shift
  sided=()
  for word; do
    case $word in
      --url) sided+=("--$name") ;;
      --url=*) sided+=("--$name=${word#*=}") ;;
      -p) sided+=("--$name-p") ;;
      -p?*) sided+=("--$name-p" "${word#-p}") ;;
      --*) sided+=("--$name-${word#--}") ;;
      -*) die "BEFORE and AFTER: a duet has no $word of one side; METHOD=runs ('method: runs') takes it" 2 ;;
      *) sided+=("$word") ;;
    esac
  done
}

duet() {
  local a
  [ ${#options[@]} -gt 0 ] || options=(--seconds 180 --warmup 5)
  side a "${before[@]}"; a=("${sided[@]}")
  side b "${after[@]}"
  "${stallmark[@]}" duet "$WORKLOAD" "${options[@]}" "${a[@]}" "${sided[@]}" "${gate[@]}" --out "$OUT" \
    >"$OUT/comparison.md" || rc=$?
  [ ! -s "$OUT/comparison.md" ] || return 0
  [ $rc != 2 ] || die "a duet cannot have these sides or options; METHOD=runs ('method: runs') measures them in turn" $rc
  [ $rc -le 1 ] || die "the duet ended with exit code $rc" $rc
}

run() {  # run NAME OPTION...
  local name=$1; shift
  echo "::group::$name, run $i of $REPEAT"
  "${stallmark[@]}" run "$WORKLOAD" "${options[@]}" "$@" --out "$OUT/$name" || rc=$?
  echo "::endgroup::"
  [ $rc = 0 ] || die "run $i of '$name' ended with exit code $rc" $rc
}

runs() {
  : "${REPEAT:?}"
  [ ${#options[@]} -gt 0 ] || options=(--seconds 30 --warmup 5)
  # In turn, and each side first as often as the other: a change of the machine then affects both.
  for ((i = 1; i <= REPEAT; i++)); do
    if ((i % 2)); then run before "${before[@]}"; run after "${after[@]}"
    else run after "${after[@]}"; run before "${before[@]}"; fi
  done
  "${stallmark[@]}" compare "$OUT/before" "$OUT/after" "${gate[@]}" --out "$OUT/comparison" >"$OUT/comparison.md" || rc=$?
}

rc=0
case $METHOD in
  duet | runs) "$METHOD" ;;
  *) die "METHOD is duet or runs, not '$METHOD'" 2 ;;
esac
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  { echo "## Stallmark: $WORKLOAD"; echo; cat "$OUT/comparison.md"; } >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  outcome=$(sed -n 's/^Gate: //p' "$OUT/comparison.md")
  [ $rc = 0 ] || [ "$outcome" != held ] || outcome=failed  # by a side, such as by its --limit
  echo "outcome=$outcome" >>"$GITHUB_OUTPUT"
  echo "results=$OUT" >>"$GITHUB_OUTPUT"
fi
exit $rc
