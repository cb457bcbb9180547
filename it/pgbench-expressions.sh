#!/bin/bash
# Prints what pgbench makes of each expression of standard input, one a line, for the test ExpressionsTest.
# Needs pgbench and any PostgreSQL server, which PGHOST, PGPORT, PGUSER and PGDATABASE name:
#
#     grep -v '^#' FILE | sed 's/ => .*//' | it/pgbench-expressions.sh

directory=$(mktemp -d)
trap 'rm -r "$directory"' EXIT
while IFS= read -r expression; do
  printf '\\set result debug(%s)\n' "$expression" > "$directory/one.sql"
  out=$(pgbench -n -t 1 -f "$directory/one.sql" -D default_seed=7 -D i=41 -D d=2.5 -D b=true -D n=null -D e=1e3 \
    -D big=9223372036854775807 -D word=hello -D neg=-7 -D plus=+7 -D yes=yes -D off=of -D tru=tru -D T=T 2>&1)
  result=$(grep -m 1 '^debug' <<< "$out" | sed 's/^debug([^)]*): //')
  printf '%s => %s\n' "$expression" "${result:-error}"
done
