#!/bin/sh
# POSTGRES_USER is a login without privileges, and owns the database of its name; both it and the administrator postgres
# have POSTGRES_PASSWORD.  POSTGRES_HBA_TYPE=hostssl refuses plain connections,
# POSTGRES_HOST_AUTH_METHOD=trust asks for no password.  Arguments are options of the server.
# The first start creates the cluster, the user and the database in single-user mode: "port answers" means "ready".
set -eu
case "${1:-}" in
  ''|-*) set -- postgres "$@" ;;
  postgres) ;;
  *) exec "$@" ;;
esac
shift
data=/var/lib/postgresql/data
mkdir -p "$data" && chown postgres:postgres "$data" && chmod 700 "$data"
[ ! -e /server.pem ] || install -o postgres -m 600 /server.pem /var/lib/postgresql/server.pem
as() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -s "$data/PG_VERSION" ]; then
  pw=$(mktemp); chown postgres "$pw"; printf '%s\n' "$POSTGRES_PASSWORD" > "$pw"
  as initdb -D "$data" -U postgres --pwfile="$pw" --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 >/dev/null
  rm -f "$pw"
  echo "${POSTGRES_HBA_TYPE:-host} all all all ${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}" >> "$data/pg_hba.conf"
  quoted=$(printf %s "$POSTGRES_PASSWORD" | sed "s/'/''/g")
  printf '%s\n' "CREATE ROLE $POSTGRES_USER LOGIN PASSWORD '$quoted';" \
    "CREATE DATABASE $POSTGRES_USER OWNER $POSTGRES_USER;" | as postgres --single -D "$data" postgres >/dev/null
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -D "$data" -c listen_addresses='*' "$@"
