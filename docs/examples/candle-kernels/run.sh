#!/usr/bin/env bash
# run.sh CANDLE FOLDER: copies candle-kernels from CANDLE, a clone of candle, to FOLDER, applies the patch, and runs the
# tests in check/ on emulated devices. The environment variable CRATES is the folder with the crates rocm-bindgen and
# rocm-bindgen-build; by default, where rocm-bindgen's packages install them.
set -euo pipefail
(($# == 2)) || { echo "usage: run.sh CANDLE FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
candle=$1 folder=$2 crates=$(realpath -m "${CRATES:-/usr/share/rocm_bindgen/rust}")
[[ -d $candle/candle-kernels ]] || { echo "no folder candle-kernels in '$candle'" >&2; exit 1; }
[[ -d $crates/rocm-bindgen && -d $crates/rocm-bindgen-build ]] || { echo "no crates in '$crates'" >&2; exit 1; }
# Existing folders are refused, because FOLDER could be the clone by mistake, and its candle-kernels would be changed.
for name in candle-kernels check; do
  [[ ! -e $folder/$name ]] || { echo "'$folder/$name' exists already; choose another FOLDER" >&2; exit 1; }
done
mkdir -p "$folder"
cp -r "$candle/candle-kernels" "$here/check" "$folder/"
patch -d "$folder/candle-kernels" -p1 <"$here/candle-kernels.patch"
sed -i "s,/usr/share/rocm_bindgen/rust,$crates," "$folder"/{candle-kernels,check}/Cargo.toml
cd "$folder/check"
for target in gfx1100 gfx90a; do
  ROCM_BINDGEN_DRIVER=emulated:$target cargo test --offline -- --nocapture
done
