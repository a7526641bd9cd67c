#!/usr/bin/env bash
# update_readme.sh <TRANSCRIPT: what `./dev demo` printed takes the place of what the README shows of it, shortened.
set -euo pipefail
cd "$(dirname "$0")/../.."
block=$(mktemp)
trap 'rm -f "$block" README.md.new' EXIT
awk -f tests/demo/shorten.awk | sed 's/^/    /' >"$block"
[[ -s $block ]] || { echo "update_readme: the transcript is empty" >&2; exit 1; }
awk -v block="$block" '
  /^What `\.\/dev demo` prints/ { found = 1; print; print ""; while ((getline line <block) > 0) print line; print ""; inside = 1; next }
  inside && (/^    / || /^$/) { next }
  { inside = 0; print }
  END { exit !found }' README.md >README.md.new || { echo "update_readme: README.md has no transcript of ./dev demo" >&2; exit 1; }
cat README.md.new >README.md
