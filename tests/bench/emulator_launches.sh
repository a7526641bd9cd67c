#!/usr/bin/env bash
# emulator_launches.sh BUILD KERNELS [TESTS]: runs the tests of the bundled kernels, which are in gpu-tests, on the
# emulated gfx1100 in both engines, and prints how many times as fast native code executes the launches of these tests.
# BUILD is the folder of the default build, KERNELS has the kernels' artifacts. TESTS is a pattern of Catch; without it,
# the tests of f32 run. Each launch is repeated, with one thread, when its code has been compiled (device_launcher.cpp).
# The exit code is 1 if a bar is not reached.
set -euo pipefail
build=$(realpath "$1") kernels=$(realpath "$2") tests=${3-*f32}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export ROCM_BINDGEN_DRIVER=emulated:gfx1100 ROCM_BINDGEN_EMULATOR_LIBRARY=$build/lib/librocm_bindgen_emulator.so
export ROCM_BINDGEN_GPU_KERNELS=$kernels ROCM_BINDGEN_EMULATOR_THREADS=1 ROCM_BINDGEN_EMULATOR_CACHE=$work/cache

# times ENGINE: writes a line per launch to the file of that name: the kernel and the seconds.
times() {
  ROCM_BINDGEN_EMULATOR_ENGINE=$1 ROCM_BINDGEN_LAUNCH_TIMES=$work/$1 "$build/bin/gpu-tests" "$tests" >"$work/log" 2>&1 ||
    { tail -n 40 "$work/log" >&2; exit 2; }
  # Catch reports success if no test matches.
  [[ -s $work/$1 ]] || { echo "emulator_launches.sh: no test of gpu-tests that matches '$tests' launches a kernel" >&2; exit 2; }
}
times interpreter
# `eager` compiles everything before it is executed, so that no launch that is timed is interpreted.
times eager

# Both runs have the same launches in the same order.
paste "$work/interpreter" "$work/eager" | awk -F'\t' '
  $1 != $3 { print "emulator_launches.sh: launch " NR " is " $1 " in the interpreter, and " $3 " as native code" > "/dev/stderr"; failed = 1; exit }
  {
    class = $2 < 0.001 ? "below 1 ms" : $2 < 0.01 ? "1 to 10 ms" : "10 ms and more"
    n[class]++; logs[class] += log($2 / $4); all += log($2 / $4)
  }
  END {
    if (failed || NR == 0) exit 2
    split("below 1 ms,1 to 10 ms,10 ms and more", classes, ",")
    for (i = 1; i <= 3; i++) if (n[classes[i]])
      printf "  %-15s %6d launches %6.2f x as fast\n", classes[i] ":", n[classes[i]], exp(logs[classes[i]] / n[classes[i]])
    mean = exp(all / NR)
    printf "native : interpreter, geometric mean of %d launches %.2f x as fast  (at least 4 x%s)\n", NR, mean, (mean >= 4 ? "" : ": NOT REACHED")
    exit mean < 4
  }'
