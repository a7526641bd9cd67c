#!/usr/bin/env bash
# kernels_run.sh: prints the table of `./dev bench kernels`, from kernels_bench in the same folder and, if python3 has
# it, PyTorch.
set -euo pipefail
cd "$(dirname "$0")"
ours=$(./kernels_bench)
head -n 1 <<<"$ours" | cut -c3-
torch=
if python3 -c 'import torch; assert torch.cuda.is_available()' 2>/dev/null; then
  python3 -c 'import torch; print("PyTorch", torch.__version__)'
  torch=$(python3 kernels_torch.py)
else
  echo 'no PyTorch with a GPU: only our own times'
fi
printf '%-28s %10s %8s %8s %12s %8s\n' '' ms GB/s 'of copy' 'PyTorch ms' ratio
tail -n +2 <<<"$ours" | while IFS=$'\t' read -r name ms rate share; do
  theirs=$(awk -F'\t' -v n="$name" '$1 == n { print $2 }' <<<"$torch")
  awk -v n="$name" -v ms="$ms" -v r="$rate" -v s="$share" -v t="$theirs" 'BEGIN {
    printf "%-28s %10.4f %8.0f %7.1f%% %12s %8s\n", n, ms, r, s, t == "" ? "-" : t, t == "" ? "-" : sprintf("%.2f x", t / ms) }'
done
