#!/usr/bin/env bash
# run.sh TOOL ARCHS FOLDER: what `./dev demo` runs once the tool is built. kernels/ becomes FOLDER/kernels.hpp, and that a
# program which lists what is in it. The sources by their whole path and from the root: so the build has compiled them, and they are in the cache.
set -euo pipefail
tool=$1 archs=$2 out=$3
"$tool" build "$PWD/kernels" -o "$out/kernels.hpp" --arch "$archs"
if [[ ! $out/list_kernels -nt $out/kernels.hpp || ! $out/list_kernels -nt tests/demo/list_kernels.cpp ]]; then
  g++ -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -I "$out" tests/demo/list_kernels.cpp -o "$out/list_kernels"
fi
"$out/list_kernels"
