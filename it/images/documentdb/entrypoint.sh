#!/bin/sh
# PostgreSQL 18 + DocumentDB on the loopback interface, FerretDB 2 in front of it.
set -eu
B=/usr/lib/postgresql/18/bin
D=/var/lib/postgresql/bench
pg() { su postgres -s /bin/sh -c "$1"; }
if [ ! -d $D/base ]; then
  mkdir -p $D && chown postgres $D
  pg "$B/initdb -D $D -U postgres -A trust --no-sync -E UTF8 --locale=C.UTF-8" >/dev/null
  printf '%s\n' "listen_addresses='127.0.0.1'" "unix_socket_directories='/tmp'" \
    "shared_preload_libraries='pg_cron,pg_documentdb_core,pg_documentdb'" "cron.database_name='postgres'" >> $D/postgresql.conf
  pg "$B/pg_ctl -D $D -w -s -o '-c listen_addresses=' start -l /tmp/init.log"
  pg "$B/psql -q -h /tmp -U postgres -c 'SET client_min_messages=warning' -c 'CREATE EXTENSION documentdb CASCADE'"
  pg "$B/pg_ctl -D $D -w -s -m fast stop"
fi
[ "${1:-}" != --init-only ] || exit 0
mkdir -p /state && chmod 777 /state
pg "$B/pg_ctl -D $D -w -s start -l /tmp/postgres.log"
trap 'kill $F; wait $F; pg "$B/pg_ctl -D $D -m fast -s stop"' TERM INT
ferretdb --no-auth --postgresql-url=postgres://postgres@127.0.0.1:5432/postgres --listen-addr=:27017 --debug-addr=- --state-dir=/state "$@" &
F=$!
wait $F
