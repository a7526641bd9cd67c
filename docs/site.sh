#!/usr/bin/env bash
# site.sh FOLDER TOOL: the documents as a web site, made by MkDocs; a link that leads nowhere is an error. The README is its
# first page, and the documents at the top of the tree move into it.
set -euo pipefail
site=$(realpath -m "$1") tool=$(realpath "$2")
cd "$(dirname "$0")/.."
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
mkdir "$pages/docs"
cp -r docs/*.md docs/design docs/examples "$pages/docs/"
sed 's,](docs/,](,g' README.md >"$pages/docs/index.md"
for page in ARCHITECTURE CONTRIBUTING CHANGELOG; do
  sed 's,](docs/,](,g' $page.md >"$pages/docs/${page,,}.md"
done
"$tool" hipify --list-rules --rules-format markdown >"$pages/docs/hipify-rules.md"
sed -i -E 's,\]\(\.\./README\.md,](index.md,g; s,\]\((\.\./)?(ARCHITECTURE|CONTRIBUTING|CHANGELOG)\.md,](\L\2.md,g' "$pages"/docs/*.md "$pages"/docs/design/*.md
# The reference of the public headers. What they leave undocumented is an error, but for members whose struct says it,
# copies and moves.
mkdir "$pages/docs/reference"
{
  cat docs/Doxyfile
  echo "INPUT = lib/include runtime/loader/include runtime/ops/include"
  echo "INCLUDE_PATH = kernels/tables"
  echo "STRIP_FROM_PATH = lib/include runtime/loader/include runtime/ops/include"
  echo "OUTPUT_DIRECTORY = \"$pages/docs/reference\""
} | doxygen - 2>"$pages/warnings"
if grep -vE '\(variable\) of |&&other\) noexcept|=default \(function\)' "$pages/warnings" >&2; then
  echo "site.sh: the public headers are not documented throughout" >&2
  exit 1
fi
cp docs/mkdocs.yml "$pages/"
# With --quiet it would not say which of its warnings, errors with --strict, it had.
mkdocs build --strict --config-file "$pages/mkdocs.yml" --site-dir "$site" &>"$pages/warnings" || {
  cat "$pages/warnings" >&2
  exit 1
}
