#!/bin/bash
# Prints what sysbench makes of each Lua expression of standard input, one a line, for the test LuaExpressionsTest.
# Needs the package sysbench:
#
#     sed 's/ => .*//' FILE | it/lua-expressions.sh

directory=$(mktemp -d)
trap 'rm -r "$directory"' EXIT
while IFS= read -r expression; do
  printf 'function prepare()\nprint((tostring((%s))))\nend\nfunction event()\nend\n' "$expression" > "$directory/one.lua"
  printf '%s => %s\n' "$expression" "$(sysbench "$directory/one.lua" prepare 2>&1 | tail -n 1)"
done
