#!/usr/bin/env bash
# prose.sh [FILE]...: finds words and phrases that docs/design/style.md replaces, in these files, or in all files that
# git tracks or does not ignore. Prints each place and what to write instead. The exit status is 1 if anything was
# found.
#
# refused.tsv has a row per phrase: an extended regular expression (whole words, any case), what to write instead, and
# an example sentence, with which tests/docs/prose_test.cpp checks that the expression finds something.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Files that may contain refused phrases: texts of other projects, lists of the phrases, and CUDA sources whose lines
# are compared by tests.
skipped=(':!tests/lint/refused.tsv' ':!tests/golden' ':!lib/hipify/stubs' ':!LICENSE' ':!docs/design/style.md')

found=0
while IFS=$'\t' read -r pattern instead _; do
  if (($#)); then
    places=$(grep -nHIiwE -e "$pattern" -- "$@" || true)
  else
    places=$(git grep -nIiwE --untracked -e "$pattern" -- "${skipped[@]}" || true)
  fi
  [[ -n $places ]] || continue
  found=1
  printf '%s\n  write: %s\n' "$places" "$instead"
done < tests/lint/refused.tsv
exit $found
