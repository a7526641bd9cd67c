#!/usr/bin/env bash
# hipify.sh ROCM_BINDGEN: times the translation of a source of 10,000 lines against `clang++-19 -fsyntax-only` on the
# same text (translated, because clang needs an SDK for CUDA; only the device pass). Prints the ratio of the medians of
# 5.
set -euo pipefail
tool=$(realpath "$1") runs=5 blocks=1000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
{
  echo '#include <cuda_runtime.h>'
  # Each block has ten lines.
  for ((i = 0; i < blocks; i++)); do
    cat <<CU
__global__ void scale_$i(float* data, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = __shfl_xor_sync(0xffffffff, data[i], 1) * factor;
}
cudaError_t run_$i(float* host, int n, cudaStream_t stream) {
  float* data = nullptr;
  if (cudaMalloc(&data, n * sizeof(float)) != cudaSuccess) return cudaGetLastError();
  scale_$i<<<(n + 255) / 256, 256, 0, stream>>>(data, $i.0f, n);
  return cudaMemcpyAsync(host, data, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
}
CU
  done
} >"$work/source.cu"
lines=$(wc -l <"$work/source.cu")

seconds() { local start=$EPOCHREALTIME; "$@" >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }; awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }'; }
times() { for ((run = 0; run < runs; run++)); do seconds "$@"; done | sort -g | sed -n "$(((runs + 1) / 2))p"; }

"$tool" hipify "$work/source.cu" -o "$work/hip.cu"
read -ra flags < <("$tool" hipify --compile-flags)
base=$(times clang++-19 -x hip --offload-device-only --offload-arch=gfx1100 -fsyntax-only "${flags[@]}" "$work/hip.cu")
ours=$(times "$tool" hipify "$work/source.cu" -o "$work/out.cu")
awk -v lines="$lines" -v base="$base" -v ours="$ours" 'BEGIN {
  printf "a source of %d lines, clang -fsyntax-only %.3f s\n  hipify           %.3f s   %.2f x the time\n", lines, base, ours, ours / base
}'
