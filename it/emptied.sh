#!/bin/bash
# Runs .ci/run as on a machine where nothing is installed or cached, several times, and says the minutes of each.
#
#   it/emptied.sh [TIMES]      default: 3
#
# Needs root on Debian, and that no Docker daemon runs. It works on a copy-on-write view of the machine's root, in name
# spaces of its own: without Java, Maven, Docker, the browser, Prometheus, pip and Go, and without anything in the home
# directory but settings. The machine itself keeps what it has. The logs stay in it/target/emptied/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
die() { echo "it/emptied.sh: $*" >&2; exit 1; }

if [ "${1:-}" = --inside ]; then   # SOURCE: in the view; the working tree that is to be tested
  export HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive
  rm -rf /root/.m2/repository /root/.cache /root/go /var/cache/apt/archives /var/lib/apt/lists
  mkdir -p /var/cache/apt/archives/partial /var/lib/apt/lists/partial
  dpkg-query -W -f '${Package}\n' |
    grep -xE '(openjdk|temurin)-.*|maven|libmaven.*|docker.*|containerd|runc|mmdebstrap|chromium.*|zsh|prometheus.*|python3-pip|golang.*' |
    xargs apt-get purge -y -qq >/dev/null 2>&1
  apt-get autoremove -y -qq --purge >/dev/null 2>&1
  for command in java mvn dockerd chromium go; do
    ! command -v $command >/dev/null || die "$command is still there: $(command -v $command)"
  done
  git clone -q "$2" /tmp/emptied/stallmark
  cd /tmp/emptied/stallmark
  SECONDS=0 how=green
  .ci/run || how=red
  printf '%s, %d min %02d s\n' $how $((SECONDS / 60)) $((SECONDS % 60))
  [ $how = green ]
  exit
fi

times=${1:-3}
[[ $times =~ ^[1-9][0-9]*$ ]] || { echo "it/emptied.sh: TIMES is a number, not $times" >&2; exit 2; }
[ "$(id -u)" = 0 ] || die "only root can make the view"
! pgrep -x dockerd >/dev/null || die "a Docker daemon runs; 'it/containers.sh stop' ends the one of the tests"
logs=$PWD/it/target/emptied
mkdir -p "$logs"
# What is written much is on the disk. The rest is in memory, because the upper layer of a view of / cannot lie below /.
disk=$(mktemp -d /var/tmp/emptied.XXXXXX)
view=$(mktemp -d)
trap 'rm -rf "$disk" "$view"' EXIT
rc=0
for ((i = 1; i <= times; i++)); do
  rm -rf "${disk:?}"/*
  mkdir "$disk"/{tmp,m2,docker}
  chmod 1777 "$disk/tmp"          # apt verifies signatures as a user of its own
  unshare --mount --pid --fork --kill-child bash -euc '
    view=$1 disk=$2 source=$3
    mount --make-rprivate /
    mount -t tmpfs -o size=80% none "$view"
    mkdir "$view"/{upper,work,root}
    mount -t overlay -o lowerdir=/,upperdir="$view/upper",workdir="$view/work" none "$view/root"
    cd "$view/root"
    mount -t proc none proc
    for each in dev sys run; do mount --rbind /$each $each; done
    mount --bind "$disk/tmp" tmp
    mkdir -p root/.m2 var/tmp/stallmark-docker tmp/emptied/source
    mount --bind "$disk/m2" root/.m2
    mount --bind "$disk/docker" var/tmp/stallmark-docker
    mount --bind "$source" tmp/emptied/source
    # Not chroot: docker exec enters the root of the mount name space.
    mkdir old
    pivot_root . old
    exec chroot . bash -euc "umount -l /old; exec bash /tmp/emptied/source/it/emptied.sh --inside /tmp/emptied/source"
  ' - "$view" "$disk" "$PWD" >"$logs/$i.log" 2>&1 </dev/null || rc=1
  echo "$i of $times: $(tail -1 "$logs/$i.log")"
done
exit $rc
