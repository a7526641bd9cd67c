#!/usr/bin/env bash
# run.sh: runs all tests that need a GPU, in parallel: a process for each group of tests, most of which are the tests of
# one element type. Then it tests the kernels of mutated/, two of which have swapped bodies: these tests must fail.
# `./dev gpu` places the script next to gpu-tests, kernels/ and mutated/.
set -uo pipefail
cd "$(dirname "$0")"
export ROCM_BINDGEN_GPU_KERNELS=$PWD/kernels/kernels.artifacts
# The space in '* f16' excludes bf16.
groups=('*f32' '*f64' '* f16' '*bf16' '*e4m3' '*spelling' '*u8' '*u32' '*i64' '*i16' '*i32' 'affine*' 'cast*' 'copies*' 'zeros*' 'the reference*'
  '*i16 and i32*' '*listed dims' '*corners*' 'gpu*')
# The last group has the tests that match none of these names; it may be empty.
rest=$(printf '~"%s"' "${groups[@]}" 'quantized*')
groups+=("$rest")
# Each of the quantized tests takes minutes and is its own group. A comma would separate two patterns, so the names are
# cut at the first comma.
mapfile -t quantized < <(./gpu-tests --list-test-names-only 'quantized*' | sed -n '/^quantized/{s/,.*/*/;p}')
groups+=("${quantized[@]}")
# Each of the tests with more than 2^31 elements takes minutes too.
for i in "${!groups[@]}"; do [[ ${groups[i]} != 'gpu*' ]] || groups[i]='"gpu*"~"gpu large kernels*"'; done
mapfile -t large < <(./gpu-tests --list-test-names-only 'gpu large kernels*' | sed -n '/^gpu large/{s/,.*/*/;p}')
groups+=("${large[@]}")
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed=0
for i in "${!groups[@]}"; do
  ./gpu-tests "${groups[i]}" >"$logs/$i" 2>&1 &
  processes[i]=$!
done
for i in "${!groups[@]}"; do
  wait "${processes[i]}"
  code=$?
  if ((code == 77)); then cat "$logs/$i"; exit 77; fi
  printf '%-16s %s\n' "${groups[i]}" "$(grep -E '^(All tests passed|test cases:)' "$logs/$i")"
  grep -E '^(10,000 cycles|.*skipped:)' "$logs/$i"
  if [[ ${groups[i]} == "$rest" ]] && ((code == 0)) && grep -q '^No tests ran' "$logs/$i"; then continue; fi
  # Catch reports success if no test matches.
  if ((code != 0)) || ! grep -q '^All tests passed' "$logs/$i"; then failed=1; head -n 40 "$logs/$i"; fi
done
./ops-tests >"$logs/ops" 2>&1 || failed=1
printf '%-16s %s\n' ops "$(grep -E '^(All tests passed|test cases:)' "$logs/ops")"
grep -q '^All tests passed' "$logs/ops" || { failed=1; head -n 40 "$logs/ops"; }
ROCM_BINDGEN_GPU_KERNELS=$PWD/mutated/kernels.artifacts ./gpu-tests '*f32' >"$logs/mutated" 2>&1
# The failure must be a wrong element of the swapped kernel, not any other failure.
if grep -q 'usqr_f32: ' "$logs/mutated" && grep -q '^assertions:.*failed' "$logs/mutated"; then
  echo "mutated kernels: red, as they must be ($(grep '^assertions:' "$logs/mutated"))"
else
  echo "mutated kernels: the tests do not see that two kernels are swapped"
  failed=1
fi
# Runs the probe kernels of the emulated device on this GPU. The same host reference serves for both devices.
ROCM_BINDGEN_PROBES=$PWD/probes/probes.artifacts ./emulator-probes >"$logs/probes" 2>&1 || failed=1
grep -vE '^(ok|       )' "$logs/probes" | tail -n 40
exit $failed
