#!/bin/bash
# Stallmark against Facebook's LinkBench on one MariaDB or MySQL that already runs: the same tables, ids and mix,
# turn by turn, each a process of its own.  Prints links/s of loads, by the whole command's time with the index, and
# requests/s, with their ratios to the original's by round.
#
#   STALLMARK_PASSWORD=... SQL="mariadb --defaults-extra-file=my.cnf lb" it/linkbench-pairs.sh ORIGINAL CONFIG URL...
#   ROUNDS=3 IDS=200000 LOADERS=4 REQUESTERS=10 WARMUP=8 SECONDS_EACH=12 WHAT="load run"  it/linkbench-pairs.sh ...
#
# Processors for the clients: taskset -c 0,1 it/linkbench-pairs.sh ...; the server's are its own affair.
# ORIGINAL is LinkBench's directory, built; CONFIG its properties file, with host, user, password and dbid of the
# database that each URL names.  SQL is a command that executes the SQL which it reads there.  Loads are of the first
# URL, requests of each.  Tables linktable, counttable and nodetable are DROPPED.
set -euo pipefail
original=$1 config=$(realpath "$2")
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
ids=${IDS:-200000} warmup=${WARMUP:-8} seconds=${SECONDS_EACH:-12}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
key="KEY id1_type (id1, link_type, visibility, time, id2, version, data)"

sql() { ${SQL:?is the command that executes SQL} <<<"$1"; }
drop() { sql "DROP TABLE IF EXISTS linktable, counttable, nodetable, stallmark_loading, stallmark_tables"; }

# The README's, undivided as ours are.  tables KEY: the index id1_type, or nothing
tables() {
  drop
  sql "CREATE TABLE linktable (id1 bigint unsigned NOT NULL DEFAULT 0, id2 bigint unsigned NOT NULL DEFAULT 0,
      link_type bigint unsigned NOT NULL DEFAULT 0, visibility tinyint NOT NULL DEFAULT 0,
      data varchar(255) NOT NULL DEFAULT '', time bigint unsigned NOT NULL DEFAULT 0,
      version int unsigned NOT NULL DEFAULT 0, PRIMARY KEY (link_type, id1, id2) $1) ENGINE=InnoDB CHARSET=latin1;
    CREATE TABLE counttable (id bigint unsigned NOT NULL DEFAULT 0, link_type bigint unsigned NOT NULL DEFAULT 0,
      count int unsigned NOT NULL DEFAULT 0, time bigint unsigned NOT NULL DEFAULT 0,
      version bigint unsigned NOT NULL DEFAULT 0, PRIMARY KEY (id, link_type)) ENGINE=InnoDB CHARSET=latin1;
    CREATE TABLE nodetable (id bigint unsigned NOT NULL AUTO_INCREMENT, type int unsigned NOT NULL,
      version bigint unsigned NOT NULL, time int unsigned NOT NULL, data mediumtext NOT NULL,
      PRIMARY KEY (id)) ENGINE=InnoDB CHARSET=latin1"
}

logged() { "$@" >"$out/log" 2>&1 || { tail -3 "$out/log" >&2; exit 1; }; }
linkbench() { (cd "$original" && logged bin/linkbench -c "$config" -D maxid1=$((ids + 1)) "$@"); }
stallmark() { logged "$here/stallmark" "$1" linkbench --url "$2" -p ids="$ids" "${@:3}"; }   # COMMAND URL ARGUMENT...
links() { sql "SELECT CONCAT('links ', COUNT(*)) FROM linktable" | sed -n 's/^links //p'; }

row() { echo "$1 $2 $3 $4" | tee -a "$out/rows"; }       # row ROUND load|run NAME RATE
timed() {       # timed ROUND NAME COMMAND...: links/s
  local from to; from=$(date +%s%N); "${@:3}"; to=$(date +%s%N)
  row "$1" load "$2" "$(awk -v n="$(links)" -v t=$((to - from)) 'BEGIN {printf "%.0f", n * 1e9 / t}')"
}
key_after() { linkbench -D loaders="$loaders" -l; sql "ALTER TABLE linktable ADD $key"; }
ran() { row "$1" run "$2" "$(sed -n "$3" "$out/log" | tr -d ,)"; }

loaders=${LOADERS:-4} requesters=${REQUESTERS:-10}
echo "round phase client links/s-or-requests/s"
for round in $(seq "${ROUNDS:-3}"); do
  if [[ ${WHAT:-load run} = *load* ]]; then
    tables "";       timed "$round" original key_after              # as its README says that it is faster
    tables ", $key"; timed "$round" original-index-there linkbench -D loaders="$loaders" -l
    drop; timed "$round" as-documented stallmark load "$1" --threads "$loaders"
    drop; timed "$round" as-coded-insert stallmark load "$1" --threads "$loaders" -p fidelity=as-coded -p insert-form=insert
    drop; timed "$round" as-coded stallmark load "$1" --threads "$loaders" -p fidelity=as-coded
  fi
  if [[ ${WHAT:-load run} = *run* ]]; then                          # on the tables of the last load, which is as coded
    linkbench -r -D requesters="$requesters" -D warmup_time="$warmup" -D maxtime="$seconds" -D requests=1000000000
    ran "$round" original 's/.*Requests\/second = \([0-9]*\).*/\1/p'
    for url in "$@"; do
      stallmark run "$url" --threads "$requesters" --warmup "$warmup" --seconds "$seconds" --out "$out/results" \
        -p fidelity=as-coded --request-seed $RANDOM      # as the original's: links that no run before has added
      name=${url%%:*}; [[ $url = *socket=* ]] && name+=-socket
      ran "$round" "$name" '/^[0-9.,]* transactions\/s/{s/ .*//p;q}'
    done
  fi
done

echo
echo "ratios to the original's, by round"
awk '{ rate[$1, $2, $3] = $4; if (!($2 " " $3 in seen)) order[++n] = $2 " " $3; seen[$2 " " $3]; if ($1 > last) last = $1 }
  END { for (i = 1; i <= n; i++) { split(order[i], k, " "); line = order[i]
      for (r = 1; r <= last; r++) {
        of = rate[r, k[1], "original"]
        if (of) line = line sprintf(" %.2f", rate[r, k[1], k[2]] / of)
      }
      print line } }' "$out/rows"
