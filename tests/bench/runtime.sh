#!/usr/bin/env bash
# runtime.sh BUILD [FOLDER]: measures the overhead of the runtime as ratios to direct calls in the same run
# (runtime_bench.cpp), and the cost of its headers and the size of its library. BUILD is the folder of the default
# build; its fault driver replaces a GPU. With FOLDER, it writes a program for a machine with an NVIDIA GPU to that
# folder; copy it there and start FOLDER/runtime_bench.
set -euo pipefail
build=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
archs=gfx90a
[[ -n ${2-} ]] && archs+=,sm_90

# Any number of modules and kernels would do, but runtime_bench.cpp has the number 11 in its output.
mkdir "$work/src"
for ((m = 0; m < 11; m++)); do
  {
    echo '#include <cuda_runtime.h>'
    echo "extern \"C\" __global__ void empty_$m() {}"
    for ((k = 0; k < 32; k++)); do
      echo "extern \"C\" __global__ void operation_${m}_${k}_f32(float* data, size_t n) {
        for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] = data[i] * $k + $m;
      }"
    done
  } >"$work/src/module_$m.cu"
done
"$build/bin/rocm-bindgen" build "$work/src" -o "$work/bench_kernels.hpp" --arch "$archs" -q

compile=(g++ -std=c++20 -O2 -I "$work" -I runtime/loader/include -I tests tests/bench/runtime_bench.cpp
  tests/runtime/loader/fault_driver/fault_control.cpp)
"${compile[@]}" -L "$build/lib" -Wl,-rpath,"$build/lib" -lrocm_bindgen_runtime -lzstd -o "$work/runtime_bench"
if [[ -n ${2-} ]]; then
  # The program is a single file, because that machine has none of our libraries.
  mapfile -t objects < <(find "$build/runtime/loader/CMakeFiles/rocm_bindgen_runtime_objects.dir" -name '*.o')
  mkdir -p "$2"
  "${compile[@]}" "${objects[@]}" -l:libzstd.a -static-libstdc++ -static-libgcc -o "$2/runtime_bench"
fi

# Other work on the machine only ever adds time, so the minimum counts.
least() { sort -g | head -n 1; }
# Prints the milliseconds of each of 41 compiles. Any number is large enough if other work leaves some of them
# undisturbed.
compile_times() {
  for ((run = 0; run < 41; run++)); do
    local start=$EPOCHREALTIME
    g++ -std=c++17 -I runtime/loader/include -fsyntax-only "$1"
    awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print (b - a) * 1000 }'
  done
}
# The two limits below ("bar") are only printed; the script does not fail if they are exceeded. tests/products/sizes_test.cpp has the limit of the library's size.
echo >"$work/nothing.cpp"
echo '#include "rocm_bindgen/module.hpp"' >"$work/module.cpp"
nothing=$(compile_times "$work/nothing.cpp" | least)
module=$(compile_times "$work/module.cpp" | least)
awk -v a="$nothing" -v b="$module" 'BEGIN { printf "module.hpp adds %.1f ms to a compile of %.1f ms (bar 10 ms)\n", b - a, a }'
strip -o "$work/stripped.so" "$build/lib/librocm_bindgen_runtime.so"
printf 'librocm_bindgen_runtime.so: %d bytes stripped (bar 500000)\n' "$(stat -c %s "$work/stripped.so")"

ROCM_BINDGEN_DRIVER=amd ROCM_BINDGEN_HIP_LIBRARY=$build/tests/runtime/loader/fault_driver/libfault_hip.so "$work/runtime_bench"
