#!/usr/bin/env bash
# installed.sh BUILD: uses the crates as `cmake --install` has written them, after the installation was moved. Runs the
# example and the tests of ops with the libraries opened at run time, and with the features `link` and `static`; and the
# tests of ops with the libraries in BUILD, which have their own pkg-config files.
set -euo pipefail
build=$(realpath "$1") here=$(dirname "$(realpath "$0")")
# shellcheck source=tests/runtime/rust/toolchain.sh
source "$here/toolchain.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
cmake --install "$build" --prefix "$work/installed" >/dev/null
mv "$work/installed" "$prefix"

# What a user would set for an installation outside of /usr. The tests of this project set other variables, which would
# find the files in the build folder.
unset ROCM_BINDGEN ROCM_BINDGEN_RUNTIME_LIBRARY ROCM_BINDGEN_KERNELS_LIBRARY
export PATH=$prefix/bin:$PATH PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
export ROCM_BINDGEN_DRIVER=emulated:gfx1100 CARGO_TARGET_DIR=$work/target RUSTFLAGS="-D warnings"

cp -r "$here/../../../docs/examples/rust" "$work/example"
cp -r "$here" "$work/tests"
sed -i 's,"[./]*/\(runtime\|tools\)/rust/,"'"$prefix"'/share/rocm_bindgen/rust/,' "$work"/{example,tests}/Cargo.toml

# check FEATURES LIBRARIES: LIBRARIES is a pattern for the libraries of this project that the programs must need.
check() {
  local features=$1 expected=$2 result linked
  echo "== features: ${features:-the default ones}"
  result=$(cd "$work/example" && cargo run -q --offline --features "$features")
  [[ $result == 'emulated gfx1100: [12.0, 24.0, 36.0, 48.0, 60.0]' ]] ||
    { echo "the example printed: $result" >&2; exit 1; }
  linked=$(ldd "$work/target/debug/rocm-bindgen-example" |
    sed -nE 's/^\s*(librocm_bindgen[^ ]* => [^ ]*).*/\1/p' | sort | paste -sd ' ')
  [[ $linked =~ ^$expected$ ]] || { echo "the example needs: '$linked', not '$expected'" >&2; exit 1; }
  (cd "$work/tests" && cargo test -q --offline --test ops --features "$features")
}
check '' ''
# The example calls no ops, so the linkers of some versions of Rust leave out the library of kernels.
check rocm-bindgen/link "(librocm_bindgen_kernels.so.0 => $prefix/lib/librocm_bindgen_kernels.so.0 )?\
librocm_bindgen_runtime.so.0 => $prefix/lib/librocm_bindgen_runtime.so.0"
check rocm-bindgen/static ''
# In a static program, the functions are the program's own.
nm "$work/target/debug/rocm-bindgen-example" | grep -q ' T rocm_bindgen_device_open$' ||
  { echo 'the static program does not contain the runtime' >&2; exit 1; }

echo "== the build folder"
export PKG_CONFIG_PATH=$build/pkgconfig LD_LIBRARY_PATH=$build/lib
[[ $(pkg-config --libs-only-L rocm_bindgen-kernels) == "-L$build/lib"* ]] ||
  { echo "wrong folders: $(pkg-config --libs rocm_bindgen-kernels)" >&2; exit 1; }
# The installed libraries are moved away, so that they cannot be used instead.
mv "$prefix/lib" "$prefix/not-lib"
(cd "$work/tests" &&
  ROCM_BINDGEN=$build/bin/rocm-bindgen cargo test -q --offline --test ops --features rocm-bindgen/link)
