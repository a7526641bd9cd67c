#!/usr/bin/env bash
# run.sh CANDLE FOLDER: copies candle-kernels from CANDLE, a clone of candle, to FOLDER, applies the patch, and runs the
# tests in check/ on emulated devices. CRATES is the folder of the crates, by default that of the packages.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
candle=$1 folder=$2 crates=${CRATES:-/usr/share/rocm_bindgen/rust}
mkdir -p "$folder"
rm -rf "$folder/candle-kernels" "$folder/check"
cp -r "$candle/candle-kernels" "$here/check" "$folder/"
patch -d "$folder/candle-kernels" -p1 <"$here/candle-kernels.patch"
if [[ $crates != /usr/share/rocm_bindgen/rust ]]; then
  [[ -d $crates/rocm-bindgen && -d $crates/rocm-bindgen-build ]] || { echo "no crates in '$crates'" >&2; exit 1; }
  sed -i "s,/usr/share/rocm_bindgen/rust,$crates," "$folder"/*/Cargo.toml
fi
cd "$folder/check"
for target in gfx1100 gfx90a; do
  ROCM_BINDGEN_DRIVER=emulated:$target cargo test --offline -- --nocapture
done
