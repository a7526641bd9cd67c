#!/usr/bin/env bash
# Runs the tests that build users' projects with Ninja and make, with a newer CMake than Debian 12's: that of its
# backports, unpacked below build/compat/cmake/ and never installed. Called by ./dev compat cmake. The exit status is 3 if
# the mirror lacks a package or has an older CMake than the tests need.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/build/compat/cmake
tests=$(realpath "${ROCM_BINDGEN_CMAKE_TESTS:-build/bin/cmake-tests}")
nvcc_tests=$(realpath "${ROCM_BINDGEN_NVCC_TESTS:-build/bin/nvcc-tests}")
# shellcheck source=tests/compat/unpack.sh
source tests/compat/unpack.sh

configure_apt bookworm-backports
unpack cmake cmake/bookworm-backports cmake-data/bookworm-backports ||
  { echo "compat: the mirror lacks a package" >&2; exit 3; }
# This CMake finds its modules relative to itself and uses the same libraries as Debian 12's.
export PATH=$out/tree/cmake/usr/bin:$PATH
unset APT_CONFIG
installed=$(/usr/bin/cmake --version | head -n 1)
version=$(cmake --version | head -n 1)
echo "compat: $version unpacked, $installed installed"
# With an older version, which does not support make's job server, the tests would not cover it.
if [[ $(printf '%s\n' "cmake version 3.28" "$version" | sort -V | head -n 1) != "cmake version 3.28" ]]; then
  echo "compat: not a CMake that knows JOB_SERVER_AWARE" >&2
  exit 3
fi
"$tests" "~[slow]~[long]" --durations yes
# CMake's own support for CUDA, with our nvcc.
"$nvcc_tests" "nvcc: the CMake example*,nvcc: a CMake project*" --durations yes
