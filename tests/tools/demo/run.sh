#!/usr/bin/env bash
# run.sh BUILD OUT: the part of `./dev demo` that runs after the tool and the runtime were built in BUILD. Each command
# is printed before it runs.
set -euo pipefail
build=$1 out=$2

show() {
  printf '$ %s\n' "$*"
  env "$@"
}

mkdir -p "$out"
show "$build/bin/rocm-bindgen" build -q docs/examples/demo/kernels -o "$out/kernels.hpp" --arch gfx1030,gfx1100,gfx90a
show g++ -std=c++17 -I runtime/loader/include -I "$out" docs/examples/demo/main.cpp \
  "-L$build/lib" "-Wl,-rpath,$build/lib" -lrocm_bindgen_runtime -o "$out/demo"
# The emulated device can be any of the three targets. These two have waves of 32 and of 64 lanes.
for target in gfx1100 gfx90a; do show "ROCM_BINDGEN_DRIVER=emulated:$target" "$out/demo"; done
echo "Next: docs/quick-start.md, for kernels of your own; docs/emulator.md, for tests of them without a GPU."
