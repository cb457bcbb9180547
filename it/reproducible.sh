#!/bin/bash
# Builds the committed sources twice, in two directories, and compares the checksums of all jars.
#   it/reproducible.sh [COMMIT]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for copy in one another/place; do
  mkdir -p "$work/$copy"
  git archive "${1:-HEAD}" | tar -x -C "$work/$copy"
  (cd "$work/$copy" && mvn -B -ntp -q -DskipTests -Dspotless.check.skip=true -pl '!it' package)
  (cd "$work/$copy" && find . -path '*/target/stallmark*.jar' | LC_ALL=C sort | xargs sha256sum) >"$work/${copy%%/*}.sums"
done
[ -s "$work/one.sums" ] || { echo "no jar was built" >&2; exit 1; }
diff "$work/one.sums" "$work/another.sums" || { echo "the jars differ" >&2; exit 1; }
cat "$work/one.sums"
