#!/bin/bash
# Every workload on every database given: loads, runs and verifies a small one, and prints a table for docs/databases.md.
#
#   it/workload-matrix.sh NAME URL [STORAGE] -- NAME URL [STORAGE] -- ...
#   it/workload-matrix.sh InnoDB mariadb://u@h/db engine=InnoDB -- MongoDB mongodb://h/db
#   WORKLOADS=insertbench it/workload-matrix.sh ...     these columns only
#   it/workload-matrix.sh lines      the lines of code of each binding and workload
#
# A cell has the transactions/s of 5 s with 4 clients when the verification passed, and otherwise the exit code.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
read -ra workloads <<<"${WORKLOADS:-sysbench timeseries linkbench userdocs ycsb insertbench transfer}"
declare -A settings=(
  [sysbench]='-p tables=2 -p rows=10000'
  [timeseries]='-p sensors=100'
  [linkbench]='-p ids=2000'
  [userdocs]='-p owners=100 -p documents=2000'
  [ycsb]='-p records=10000 -p integrity=on'
  [insertbench]='-p step=l.i1 -p clients=4 -p rows-i0=5000 -p rows-i1=5000'
  [transfer]='-p documents=2000 -p direction=both'
)

lines() {     # lines DIRECTORY: of main code, without comments and blank lines
  find "$here/$1" -name '*.java' -print0 | xargs -0 cat |
    sed '/^ *$/d; /^ *\/\//d; /^ *\/\*.*\*\/ *$/d; /^ *\/\*/,/\*\//d' | wc -l
}

if [ "${1:-}" = lines ]; then
  printf '| binding or workload | lines |\n|---|---|\n'
  for binding in jdbc mysql mongo postgresql ycsb; do
    printf '| `bindings-%s` | %s |\n' $binding "$(lines bindings-$binding/src/main/java)"
  done
  for example in H2 Sqlite; do
    printf '| %s, an example | %s |\n' $example "$(lines bindings-jdbc/src/test/java/io/stallmark/toy/${example}Dialect.java)"
  done
  for workload in "${workloads[@]}"; do
    printf '| `%s` | %s |\n' $workload "$(lines workloads/src/main/java/io/stallmark/$workload)"
  done
  exit
fi

cell() {      # cell WORKLOAD URL STORAGE
  local length=(--seconds 5 --threads 4) storage=()
  case $1 in transfer | insertbench) length=() ;; esac      # they end by themselves
  [ -n "$3" ] && storage=(--storage "$3")
  # shellcheck disable=SC2086
  "$here/stallmark" run "$1" --url "$2" "${storage[@]}" "${length[@]}" ${settings[$1]} --verify --out "$out/$1" >"$out/log" 2>&1
  local code=$?
  # shellcheck disable=SC2086
  "$here/stallmark" drop "$1" --yes --url "$2" "${storage[@]}" ${settings[$1]} >"$out/drop" 2>&1
  rm -rf "${out:?}/$1"
  if [ $code = 0 ]; then
    sed -n 's/^  transactions  *\([0-9,]*\)  *\([0-9.,]*\) \/s.*/\2/p' "$out/log" | head -1 | grep . || echo verified
  else
    echo "exit $code"
    echo "$1 on $2: $(grep -h '^stallmark: \|^FAILED' "$out/log" | tail -1)" >&2
  fi
}

printf '| database |'; printf ' %s |' "${workloads[@]}"; echo
printf '|---|'; printf '%s' "${workloads[@]/*/---|}"; echo
while [ $# -gt 0 ]; do
  name=$1 url=$2 storage=''
  shift 2
  if [ $# -gt 0 ] && [ "$1" != -- ]; then storage=$1; shift; fi
  [ $# -gt 0 ] && shift
  printf '| %s |' "$name"
  for workload in "${workloads[@]}"; do printf ' %s |' "$(cell "$workload" "$url" "$storage")"; done
  echo
done
