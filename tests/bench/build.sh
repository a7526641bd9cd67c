#!/usr/bin/env bash
# build.sh ROCM_BINDGEN ARCHS: times the tool against its baseline, one `clang++-19 -x hip` process per (file, arch) under
# `xargs -P`, on the same hipified sources with the same flags and number of jobs. Prints the ratio of the medians of 3.
set -euo pipefail
tool=$(realpath "$1") archs=$2 count=20 runs=3 jobs=$(nproc)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
mkdir "$work/src"
for ((i = 0; i < count; i++)); do
  cat >"$work/src/k$i.cu" <<CU
#include <cuda_runtime.h>
extern "C" __global__ void scale_$i(float* data, float factor, size_t n) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] = data[i] * factor + $i;
}
CU
done

seconds() { local start=$EPOCHREALTIME; "$@" >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }; awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }'; }
median() { sort -g | sed -n "$(((runs + 1) / 2))p"; }

ours() { rm -rf "$work/out"; "$tool" build "$work/src" -o "$work/out/k.hpp" --arch "$archs" -j "$jobs" -q; }
again() { "$tool" build "$work/src" -o "$work/out/k.hpp" --arch "$archs" -j "$jobs" -q; }

# The baseline gets what the tool has made: hipified text and complete device libraries.
ours
libraries=$(echo "$work"/cache/rocm-bindgen/device-libraries/*)
baseline() {
  rm -rf "$work/base" && mkdir "$work/base"
  for arch in ${archs//,/ }; do
    for file in "$work"/out/k.artifacts/hip/*.cu; do printf '%s\n%s\n' "$arch" "$file"; done
  done | LIBRARIES=$libraries OUT=$work/base xargs -P "$jobs" -n 2 sh -c 'exec clang++-19 -x hip --offload-device-only \
    --no-gpu-bundle-output --offload-arch="$0" -O3 -std=c++17 --rocm-path=/usr --rocm-device-lib-path="$LIBRARIES" \
    -I lib/device "$1" -o "$OUT/$(basename "$1").$0.hsaco"'
}

times() { for ((run = 0; run < runs; run++)); do seconds "$1"; done | median; }
base=$(times baseline) cold=$(times ours) warm=$(times again)
awk -v n="$count" -v base="$base" -v cold="$cold" -v warm="$warm" 'BEGIN {
  printf "%d small sources, baseline %.2f s\n", n, base
  printf "  from nothing     %.2f s   %.2f x as fast\n", cold, base / cold
  printf "  nothing changed  %.3f s   %.0f x as fast\n", warm, base / warm
}'
