#!/usr/bin/env bash
# run.sh: all tests that need a GPU, those of each element type in a process of their own, side by side; then the kernels
# with two bodies swapped, which must fail. Stands beside gpu-tests, kernels/ and mutated/, where `./dev gpu` puts it.
set -uo pipefail
cd "$(dirname "$0")"
export ROCM_BINDGEN_GPU_KERNELS=$PWD/kernels/kernels.artifacts
groups=('*f32' '*f64' '* f16' '*bf16' '*e4m3' '*spelling' '*u8' '*u32' '*i64' '*i16' '*i32' 'affine*' 'cast*' 'copies*' 'zeros*' 'the reference*'
  '*narrow*' '*listed dims' '*corners*' 'gpu*')
# Whatever has none of these names must not be left out; there may be nothing.
rest=$(printf '~"%s"' "${groups[@]}" 'quantized*')
groups+=("$rest")
# These take minutes each. A comma would part two names.
mapfile -t quantized < <(./gpu-tests --list-test-names-only 'quantized*' | sed -n '/^quantized/{s/,.*/*/;p}')
groups+=("${quantized[@]}")
# So do those of more than 2^31 elements.
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
  # Catch calls it a success when no test has such a name.
  if ((code != 0)) || ! grep -q '^All tests passed' "$logs/$i"; then failed=1; head -n 40 "$logs/$i"; fi
done
./ops-tests >"$logs/ops" 2>&1 || failed=1
printf '%-16s %s\n' ops "$(grep -E '^(All tests passed|test cases:)' "$logs/ops")"
grep -q '^All tests passed' "$logs/ops" || { failed=1; head -n 40 "$logs/ops"; }
ROCM_BINDGEN_GPU_KERNELS=$PWD/mutated/kernels.artifacts ./gpu-tests '*f32' >"$logs/mutated" 2>&1
# Wrong elements, not just a failure of any kind.
if grep -q 'usqr_f32: ' "$logs/mutated" && grep -q '^assertions:.*failed' "$logs/mutated"; then
  echo "mutated kernels: red, as they must be ($(grep '^assertions:' "$logs/mutated"))"
else
  echo "mutated kernels: the tests do not see that two kernels are swapped"
  failed=1
fi
# The probe kernels of the emulated device: what it computes and what this GPU does meet in the same host reference.
ROCM_BINDGEN_PROBES=$PWD/probes/probes.artifacts ./emulator-probes >"$logs/probes" 2>&1 || failed=1
grep -vE '^(ok|       )' "$logs/probes" | tail -n 40
exit $failed
