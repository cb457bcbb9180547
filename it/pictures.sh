#!/bin/bash
# The pictures of README.md, docs/reading-a-report.md and docs/duet.md, with headless Chromium.
#   it/pictures.sh                   makes the runs on MySQL 9 in containers (6 minutes), then draws
#   it/pictures.sh RUN COMPARISON    draws a run's directory and the --out of `compare`
#   it/pictures.sh DUET              draws the directory of a duet, made by the first command of docs/duet.md
# Writes docs/images/*.png; pictures.js has the marks. Ends with 1 if a run is not to be trusted: repeat on a quiet machine.
#   DOCKER_HOST, IMAGE=stallmark/mysql:9   as it/containers.sh makes them
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
containers=()
trap '[ ${#containers[@]} = 0 ] || docker rm -f "${containers[@]}" >/dev/null; rm -rf "$work"' EXIT
die() { echo "pictures.sh: $*" >&2; exit 1; }

run() { "$root/stallmark" run sysbench --threads 8 --quiet "$@"; }

start_server() {  # start_server OPTION...: sets url to its address, when it has the tables
  local id
  id=$(docker run -d -e MYSQL_ROOT_PASSWORD -e MYSQL_DATABASE=bench "${IMAGE:-stallmark/mysql:9}" "$@")
  containers+=("$id")
  # Its own address: the proxy of a published port would take a tenth of the processors.
  url=mysql://root@$(docker inspect -f '{{.NetworkSettings.IPAddress}}' "$id")/bench
  while [ -n "$(docker ps -q --no-trunc -f id="$id")" ]; do  # it is about to start, or ended
    "$root/stallmark" load sysbench --url "$url" --threads 2 2> "$work/load" && return
    sleep 1
  done
  die "no tables on the server: $(tail -n 1 "$work/load")"
}

# One run with a server that stands still for 1.6 s, and three runs on each side of a comparison.
make_runs() {  # make_runs DIRECTORY
  local url flush lazy intervals pid
  export STALLMARK_PASSWORD=secret MYSQL_ROOT_PASSWORD=secret
  start_server --innodb-flush-log-at-trx-commit=1; flush=$url
  start_server --innodb-flush-log-at-trx-commit=2; lazy=$url
  run --url "$flush" --rate 60 --warmup 10 --seconds 60 --tag server=mysql-9 --out "$1/stall" &
  pid=$!
  until intervals=$(ls "$1"/stall/*/intervals.csv 2>/dev/null) && [ "$(wc -l < "$intervals")" -gt 25 ]; do
    kill -0 $pid 2>/dev/null || die "the run ended before the stall"
    sleep 0.2
  done
  docker pause "${containers[0]}" >/dev/null; sleep 1.6; docker unpause "${containers[0]}" >/dev/null
  wait $pid
  for _ in 1 2 3; do
    run --url "$flush" --warmup 5 --seconds 30 --out "$1/flush"
    run --url "$lazy" --warmup 5 --seconds 30 --out "$1/lazy"
  done
  "$root/stallmark" compare "$1/flush" "$1/lazy" --quiet --out "$1/comparison"
}

# Chromium draws a copy of the page, into which the marks are put; first to learn the height, then the picture.
draw() {  # draw PICTURE PAGE
  local picture=$1 page=$2 nonce copy drawn height
  nonce=$(grep -o "nonce-[0-9a-f-]*" "$page" | head -n 1)
  copy=$work/$picture.html
  sed "s|</body>||; s|</html>||" "$page" > "$copy"
  printf '<script nonce="%s">const PICTURE = "%s";\n%s</script></body></html>\n' "${nonce#nonce-}" "$picture" \
    "$(cat "$root/it/pictures.js")" >> "$copy"
  drawn=$(browser --window-size=1400,2000 --dump-dom "file://$copy" | head -n 3)
  [[ $drawn =~ data-height=\"([0-9]+)\" ]] || die "$picture: the page has not what pictures.js marks: $(grep -o 'data-missing="[^"]*"' <<< "$drawn")"
  height=${BASH_REMATCH[1]}
  browser --window-size="1400,$height" --screenshot="$root/docs/images/$picture.png" "file://$copy"
  [ -s "$root/docs/images/$picture.png" ] || die "Chromium wrote no picture"
}

browser() {
  chromium --headless=new --no-sandbox --hide-scrollbars --virtual-time-budget=8000 "$@" 2>/dev/null
}

case $# in
  0)
    runs=$root/it/target/pictures
    rm -rf "$runs"
    make_runs "$runs"
    set -- "$runs"/stall/* "$runs/comparison"
    ;;
  1)
    [ -f "$1/duet.html" ] || die "no duet.html in $1"
    draw duet "$1/duet.html"
    exit
    ;;
  2) ;;
  *) sed -n '2,7s/^# //p' "$0" >&2; exit 2 ;;
esac
[ -f "$1/report.html" ] || die "no report.html in $1"
[ -f "$2/comparison.html" ] || die "no comparison.html in $2"
mkdir -p "$root/docs/images"
draw report "$1/report.html"
draw first-screen "$1/report.html"
draw operations "$1/report.html"
draw comparison "$2/comparison.html"
! grep -lq '"trusted" *: *false' "$1/run.json" || die "the run is not to be trusted: repeat on a quiet machine"
! grep -q 'not to be trusted' "$2/comparison.json" || die "runs of the comparison are not to be trusted: repeat on a quiet machine"
