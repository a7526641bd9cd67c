#!/usr/bin/env bash
# site.sh FOLDER TOOL: makes a web site from the documents with MkDocs and writes it to FOLDER. TOOL is the rocm-bindgen
# whose rules are listed. A broken link is an error. The README becomes the first page, and the documents in the root
# folder become pages next to the others, so links to them are changed.
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
# Doxygen makes the reference of the public headers. An undocumented name is an error, except for members, which the
# comment of their struct may describe, for move operations, and for defaulted functions.
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
# MkDocs' option --strict turns its warnings into errors. All output is kept, and printed only after an error, because
# with the option --quiet MkDocs would not print the warnings.
mkdocs build --strict --config-file "$pages/mkdocs.yml" --site-dir "$site" &>"$pages/warnings" || {
  cat "$pages/warnings" >&2
  exit 1
}
