#!/usr/bin/env bash
# prose.sh [FILE]...: words and phrases that docs/design/style.md replaces, in all tracked text, or in these files.
# Prints each place with what to write instead; exit status 1 if there is one.
#
# refused.tsv has a row per phrase: an extended regular expression (whole words, any case), what to write instead, and a
# sentence that has it, by which tests/docs/prose_test.cpp sees that the row finds something.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Text of other projects' making, lists of words, and CUDA sources whose lines tests compare.
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
