#!/usr/bin/env bash
# kernels.sh BUILD [FOLDER]: measures the bundled kernels through ops on this machine's GPU, as percentages of a copy.
# BUILD is the folder of the default build. With FOLDER, it writes the files for a machine with an NVIDIA GPU to that
# folder instead; start FOLDER/run.sh there.
set -euo pipefail
build=$(realpath "$1")
folder=${2-$build/bench}
mkdir -p "$folder"
mapfile -t objects < <(find "$build/runtime/loader/CMakeFiles/rocm_bindgen_runtime_objects.dir" \
  "$build/runtime/ops/CMakeFiles/rocm_bindgen_kernels_objects.dir" -name '*.o')
g++ -std=c++17 -O2 -I runtime/loader/include -I runtime/ops/include -I kernels/tables -I "$build/bundled" tests/bench/kernels_bench.cpp "${objects[@]}" -l:libzstd.a -static-libstdc++ \
  -static-libgcc -o "$folder/kernels_bench"
strip "$folder/kernels_bench"
cp tests/bench/kernels_torch.py "$folder/"
cp tests/bench/kernels_run.sh "$folder/run.sh"
[[ -n ${2-} ]] || "$folder/run.sh"
