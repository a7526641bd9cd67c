#!/bin/sh
# Builds a program from CUDA text as a user does, except that it is linked to another runtime: the tool builds its
# kernels, and its host code is hipified and compiled with clang++. The stand-in library ignores the device code that is
# embedded in the host code, so an empty file is embedded. Arguments: tool, source, output folder, stand-in library.
set -e
tool=$1 source=$2 out=$3 library=$4
name=$(basename "$source" .cu)
"$tool" build -q "$source" -o "$out/$name.hpp" --arch gfx1100,gfx90a
"$tool" hipify "$source" -o "$out/hip"
: > "$out/none"
clang++-19 -std=c++17 -x hip --cuda-host-only $("$tool" hipify --compile-flags) \
  -Xclang -fcuda-include-gpubinary -Xclang "$out/none" -O1 -c "$out/hip/$name.cu" -o "$out/$name.o"
clang++-19 "$out/$name.o" "$library" -Wl,-rpath,"$(dirname "$library")" -o "$out/$name"
