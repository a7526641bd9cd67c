#!/usr/bin/env bash
# cargo.sh FOLDER [doc]: runs the tests of the crate in FOLDER and checks its format; with `doc`, also makes its documentation,
# which must not cause a warning. Nothing is downloaded.
set -euo pipefail
cd "$1"
# Debian's programs come first, because they are the oldest supported version.
export PATH=/usr/bin:$PATH RUSTDOCFLAGS="-D warnings" RUSTFLAGS="-D warnings"
for program in cargo rustdoc rustfmt; do
  command -v "$program" >/dev/null || { echo "no $program on this machine: './dev setup tools' installs Debian's" >&2; exit 1; }
done
find . -path ./target -prune -o -name '*.rs' -exec rustfmt --edition 2021 --check {} +
cargo test --offline --locked
if [[ ${2-} == doc ]]; then cargo doc --offline --locked --no-deps; fi
