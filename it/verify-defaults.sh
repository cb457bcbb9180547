#!/bin/bash
# Loads, runs and verifies every workload at its defaults, but for its size, on every database of docs/databases.md, and
# writes the table of that page. Needs Docker and the images of 'it/containers.sh thorough'; takes about ten minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
eval "$(it/containers.sh env)"
export STALLMARK_REQUIRE_CONTAINERS=true       # a database that is left out is a failure
table=it/target/workload-defaults.md page=docs/databases.md
rm -f "$table"
rc=0
mvn -B -ntp -q -Pthorough -pl it -am verify -Dspotless.check.skip=true -Dchecks=-Xlint:none -Dtest=None \
  -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=WorkloadDefaultsIT -Dfailsafe.failIfNoSpecifiedTests=false || rc=$?
[ -s "$table" ] || exit $((rc ? rc : 1))
# The table is what stands between the line with its title row and the next empty line.
awk -v table="$table" -v date="$(date +%F)" '
  /^\| database \|/ { while ((getline line < table) > 0) print line; skipping = 1 }
  /^$/ { skipping = 0 }
  !skipping { sub(/Measured on [0-9-]+/, "Measured on " date); print }' "$page" >"$table.page"
cp "$table.page" "$page"
cat "$table"
exit $rc
