#!/usr/bin/env bash
# rust.sh ROCM_BINDGEN: times a build script with nothing to do against the same command of the tool by itself, on a
# crate of 200 small sources. The two alternate; prints the medians of RUNS (21) and their difference. The exit code is 1
# if the bar is not reached.
set -euo pipefail
tool=$(realpath "$1") runs=${RUNS:-21} sources=200
root=$(realpath "$(dirname "$0")/../..")
# shellcheck source=tests/runtime/rust/toolchain.sh
source "$root/tests/runtime/rust/toolchain.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache ROCM_BINDGEN=$tool CARGO_TARGET_DIR=$work/target
unset MAKEFLAGS CARGO_MAKEFLAGS

mkdir -p "$work/crate/src" "$work/crate/kernels"
cd "$work/crate"
cat >Cargo.toml <<TOML
[package]
name = "measured"
version = "0.1.0"
edition = "2021"

[build-dependencies]
rocm-bindgen-build = { path = "$root/tools/rust/rocm-bindgen-build" }
TOML
cat >build.rs <<'RUST'
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let builder = rocm_bindgen_build::Builder::default().src_dir("kernels").target_arch("gfx1100");
    builder.data_only().build_hsaco()?.write(std::env::var("OUT_DIR")? + "/hsaco.rs")?;
    Ok(())
}
RUST
echo 'include!(concat!(env!("OUT_DIR"), "/hsaco.rs"));' >src/lib.rs
for ((i = 0; i < sources; i++)); do
  echo "extern \"C\" __global__ void scale_$i(float* data, float x) { data[threadIdx.x] *= x + $i; }" >"kernels/k$i.cu"
done
cargo build -q --offline

OUT_DIR=$(dirname "$(find "$work/target" -name hsaco.rs)")
export OUT_DIR NUM_JOBS=1
script=$(find "$work/target" -name build-script-build)
script() { "$script"; }
alone() {
  "$tool" build kernels -q --message-format json --emit rust -o "$OUT_DIR/hsaco.rs" -MD -MF "$OUT_DIR/hsaco.d" \
    -MT hsaco \
    --arch gfx1100 -j 1
}

seconds() {
  local start=$EPOCHREALTIME
  "$@" >/dev/null
  awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }'
}
median() { sort -g "$1" | sed -n "$(((runs + 1) / 2))p"; }
state() { find "$OUT_DIR" -type f -printf '%p %T@\n' | sort; }

# The first call of each may differ from the others, because its arguments are new.
alone
script >/dev/null
before=$(state)
for ((run = 0; run < runs; run++)); do
  seconds alone >>"$work/alone"
  seconds script >>"$work/script"
done
[[ $(state) == "$before" ]] || { echo "a build with nothing to do has written files" >&2; exit 1; }
awk -v sources=$sources -v tool="$(median "$work/alone")" -v script="$(median "$work/script")" 'BEGIN {
  more = 1000 * (script - tool)
  printf "%d sources, nothing changed: the tool %.1f ms, the build script %.1f ms, %.2f x the time: %+.1f ms", sources,
    1000 * tool, 1000 * script, script / tool, more
  reached = more <= 20
  printf "  (at most +20 ms%s)\n", reached ? "" : ": NOT REACHED"
  exit !reached
}'
