#!/bin/bash
# The pictures of the documentation, from the page of a run, with headless Chromium.
#   it/pictures.sh RUN-DIRECTORY      writes docs/images/report.png
set -euo pipefail
[ -f "${1:-}/report.html" ] || { echo "usage: it/pictures.sh RUN-DIRECTORY, with a report.html" >&2; exit 2; }
page=$(cd "$1" && pwd)/report.html
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p docs/images
chromium --headless=new --no-sandbox --hide-scrollbars --virtual-time-budget=5000 --window-size=1400,900 \
  --screenshot="$PWD/docs/images/report.png" "file://$page" 2>/dev/null
[ -s docs/images/report.png ] || { echo "Chromium wrote no picture" >&2; exit 1; }
