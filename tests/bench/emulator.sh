#!/usr/bin/env bash
# emulator.sh BUILD: measures the speed of the emulated device (emulator_bench.cpp): native code relative to the
# interpreter, in the same run. BUILD is the folder of the default build. The exit code is 1 if a bar is not reached.
set -euo pipefail
build=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/bin/rocm-bindgen" build tests/bench/wmma_products.cu -o "$work/wmma_products.hpp" --arch gfx1100,gfx1201 -q
compile=(g++ -std=c++20 -I "$work" -I tests/bench -I runtime/loader/include -I runtime/ops/include -I kernels/tables -c)
for source in emulator_bench emulator_cases host_loops; do
  "${compile[@]}" -O2 "tests/bench/$source.cpp" -o "$work/$source.o"
done
"${compile[@]}" -O3 -march=native -ffast-math tests/bench/host_vectors.cpp -o "$work/host_vectors.o"
g++ "$work"/*.o -L "$build/lib" -Wl,-rpath,"$build/lib" -lrocm_bindgen_kernels -lrocm_bindgen_runtime \
  -o "$work/emulator_bench"
failed=0
# Launches are measured with compiled code, which is kept on disk from one device to the next; first launches without it.
ROCM_BINDGEN_EMULATOR_CACHE=$work/cache "$work/emulator_bench" warm "$work/report.json" || failed=$?
((failed < 2)) || exit $failed
ROCM_BINDGEN_EMULATOR_CACHE='' "$work/emulator_bench" first || failed=$?
exit $failed
