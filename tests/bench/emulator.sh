#!/usr/bin/env bash
# emulator.sh BUILD HEADER: measures the speed of the emulated device (emulator_bench.cpp). BUILD is the folder of the
# default build, HEADER the header of the bundled kernels. The exit code is 1 if it is slower than the bar.
set -euo pipefail
build=$(realpath "$1") header=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
g++ -std=c++20 -O2 -I "$(dirname "$header")" -I runtime/loader/include tests/bench/emulator_bench.cpp \
  -L "$build/lib" -Wl,-rpath,"$build/lib" -lrocm_bindgen_runtime -o "$work/emulator_bench"
"$work/emulator_bench" "$work/report.json"
