#!/usr/bin/env bash
# prose.sh [FILE]...: finds words and phrases that docs/design/style.md replaces, in these files, or in all files that
# git tracks or does not ignore. Prints each place and what to write instead. The exit status is 1 if anything was
# found.
#
# refused.tsv has a row per phrase: an extended regular expression for whole words (in any case, unless it has a capital
# letter), what to write instead, and an example sentence, with which tests/docs/prose_test.cpp checks that the
# expression finds something.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Files that may contain refused phrases: texts of other projects, lists of the phrases, and CUDA sources that contain
# the expected messages.
skipped=(':!tests/lint/refused.tsv' ':!tests/golden' ':!lib/hipify/stubs' ':!LICENSE' ':!docs/design/style.md')

# search PATTERN [FILE]...: grep's exit status 1 means that nothing was found; any other one is an error.
search() {
  local pattern=$1 status=0 any_case=(-i)
  shift
  [[ $pattern == *[A-Z]* ]] && any_case=()
  if (($#)); then
    grep -nHIwE "${any_case[@]}" -e "$pattern" -- "$@" || status=$?
  else
    git grep -nIwE --untracked "${any_case[@]}" -e "$pattern" -- "${skipped[@]}" || status=$?
  fi
  ((status <= 1)) || { echo "prose.sh: cannot search for '$pattern'" >&2; return 1; }
}

found=0
while IFS=$'\t' read -r pattern instead _; do
  places=$(search "$pattern" "$@")
  [[ -n $places ]] || continue
  found=1
  printf '%s\n  write: %s\n' "$places" "$instead"
done < tests/lint/refused.tsv
exit $found
