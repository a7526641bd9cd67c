#!/usr/bin/env bash
# cargo.sh FOLDER [doc]: runs the tests of the crate in FOLDER and checks its format; with `doc`, also makes its
# documentation, which must not cause a warning. The environment variable CARGO selects another cargo than Debian's.
set -euo pipefail
# shellcheck source=tests/runtime/rust/toolchain.sh
source "$(dirname "$0")/toolchain.sh"
cd "$1"
export RUSTDOCFLAGS="-D warnings" RUSTFLAGS="-D warnings"
find . -path ./target -prune -o -name '*.rs' -exec rustfmt --edition 2021 --check {} +
cargo test --offline --locked
if [[ ${2-} == doc ]]; then cargo doc --offline --locked --no-deps; fi
