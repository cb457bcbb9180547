#!/bin/sh
# The environment contract of the well-known PostgreSQL image: POSTGRES_USER, _PASSWORD, _DB, and options of the
# server as arguments; POSTGRES_HBA_TYPE=hostssl refuses plain connections.
# The first start creates the cluster, and the database in single-user mode: "port answers" means "ready".
set -eu
case "${1:-}" in
  ''|-*) set -- postgres "$@" ;;
  postgres) ;;
  *) exec "$@" ;;
esac
data=/var/lib/postgresql/data
user=${POSTGRES_USER:-postgres}
mkdir -p "$data" && chown postgres:postgres "$data" && chmod 700 "$data"
[ ! -e /server.pem ] || install -o postgres -m 600 /server.pem /var/lib/postgresql/server.pem
as() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -s "$data/PG_VERSION" ]; then
  pw=$(mktemp); chown postgres "$pw"; printf '%s\n' "$POSTGRES_PASSWORD" > "$pw"
  as initdb -D "$data" -U "$user" --pwfile="$pw" --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 >/dev/null
  rm -f "$pw"
  echo "${POSTGRES_HBA_TYPE:-host} all all all scram-sha-256" >> "$data/pg_hba.conf"
  echo "CREATE DATABASE ${POSTGRES_DB:-$user};" | as postgres --single -D "$data" postgres >/dev/null
fi
shift
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -D "$data" -c listen_addresses='*' "$@"
