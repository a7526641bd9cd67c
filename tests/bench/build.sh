#!/usr/bin/env bash
# build.sh ROCM_BINDGEN ARCHS [CASE...]: times the tool against its baseline, which is one `clang++-19 -x hip` process
# per (file, arch) under `xargs -P`, on the same hipified sources with the same flags and number of jobs. Times are
# medians of RUNS (5).
# Cases: small, bundled, heavy, one-changed, scale; all of them if none is named. The case hipcc runs only if it is
# named: it compares the small sources with another baseline, hipcc, which must be installed.
# Each line prints its bar, which leaves some room to the result that docs/design/build-speed.md has; the exit code is 1
# if a bar is not reached.
set -euo pipefail
tool=$(realpath "$1") archs=$2
shift 2
cases=${*:-small bundled heavy one-changed scale}
runs=${RUNS:-5} jobs=${JOBS:-$(nproc)}
here=$(dirname "$(realpath "$0")") kernels=$(realpath kernels)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache

# small_sources FOLDER COUNT: writes sources of one to three kernels each.
small_sources() {
  mkdir -p "$1"
  local i k
  for ((i = 0; i < $2; i++)); do
    {
      echo '#include <cuda_runtime.h>'
      for ((k = 0; k <= i % 3; k++)); do
        cat <<CU
extern "C" __global__ void scale_${i}_$k(float* data, float factor, size_t n) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] = data[i] * factor + $i;
}
CU
      done
    } >"$1/k$i.cu"
  done
}

run() { "$@" >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }; }
seconds() { local start=$EPOCHREALTIME; run "$@"; awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }'; }
# times BEFORE COMMAND...: prints the median; BEFORE is run before each command and not timed.
times() {
  local before=$1 run
  shift
  for ((run = 0; run < runs; run++)); do
    "$before"
    seconds "$@"
  done | sort -g | sed -n "$(((runs + 1) / 2))p"
}

sources=  # the sources of the current case
build() { "$tool" build "$sources" -o "$work/out/k.hpp" --arch "$archs" -j "$jobs" -q --stats "$work/stats.json" "$@"; }
statistic() { sed -nE "s/^  \"$1\": ([0-9.]+),?/\1/p" "$work/stats.json"; }
# What a timed build starts from: an empty cache; precompiled headers ("prefixes") but no objects; the last build's
# results.
from_nothing() { rm -rf "$work/out" "$XDG_CACHE_HOME"/rocm-bindgen/{objects,prefixes}; }
with_prefixes() { rm -rf "$work/out" "$XDG_CACHE_HOME"/rocm-bindgen/objects; }
as_it_is() { :; }

# The baseline uses the tool's results: the hipified text, and the flags that the tool prints, including the folder of
# complete device libraries.
prepare_baseline() {
  from_nothing
  run build
  export OUT=$work/base
  flags=$("$tool" hipify --compile-flags)
  export flags
}
baseline() {
  rm -rf "$work/base" && mkdir "$work/base"
  local arch file
  for arch in ${archs//,/ }; do
    for file in "$work"/out/k.artifacts/hip/*.cu; do printf '%s\n%s\n' "$arch" "$file"; done
  done | xargs -P "$jobs" -n 2 sh -c 'exec clang++-19 -x hip --offload-device-only --no-gpu-bundle-output \
    --offload-arch="$0" -O3 -std=gnu++17 $flags "$1" -o "$OUT/$(basename "$1").$0.hsaco"'
}

# holds EXPRESSION BAR: ends a line with whether the awk expression is true.
failed=0
holds() {
  if awk "BEGIN { exit !($1) }"; then
    printf '  (%s)\n' "$2"
  else
    printf '  (%s: NOT REACHED)\n' "$2"
    failed=1
  fi
}
# ratio LABEL BASE OURS BAR: prints a line and compares BASE / OURS with BAR.
ratio() {
  awk -v label="$1" -v base="$2" -v ours="$3" 'BEGIN { printf "  %-34s %8.2f s  %6.2f x as fast", label, ours, base / ours }'
  holds "$2 / $3 >= $4" "at least $4 x"
}

small() {
  sources=$work/small
  small_sources "$sources" 200
  prepare_baseline
  local base
  base=$(times as_it_is baseline)
  printf '200 small sources, baseline %.2f s\n' "$base"
  ratio 'no objects, headers precompiled' "$base" "$(times with_prefixes build)" 3
  ratio 'from nothing' "$base" "$(times from_nothing build)" 2.5
  run build
  local nothing
  nothing=$(times as_it_is build)
  printf '  %-34s %8.3f s' 'nothing changed' "$nothing"
  holds "$nothing <= 0.040 && $(statistic compiled) == 0" 'at most 0.040 s, and no job'
}

# Users call hipcc once for each source, with all architectures.
hipcc_baseline() {
  rm -rf "$work/base" && mkdir "$work/base"
  local arch offload=()
  for arch in ${archs//,/ }; do offload+=("--offload-arch=$arch"); done
  find "$work/hip" -name '*.hip' -print0 |
    xargs -0 -P "$jobs" -I{} sh -c 'source=$1 && shift && exec hipcc --genco -O3 "$@" -x hip "$source" -o "$OUT/$(basename "$source" .hip).hipfb"' \
      hipcc {} "${offload[@]}"
}
hipcc() {
  type -P hipcc >/dev/null || { echo 'hipcc is not installed: apt-get install hipcc' >&2; exit 2; }
  sources=$work/hipcc
  small_sources "$sources" 200
  # Debian's hipcc 5.2 has no device libraries for newer targets.
  local archs=gfx1030,gfx90a
  # The result is plain HIP, because hipcc does not have the tool's device header.
  run "$tool" hipify "$sources" -o "$work/hip" --no-device-header
  local file base
  for file in "$work"/hip/*.cu; do mv "$file" "${file%.cu}.hip"; done
  export OUT=$work/base
  base=$(times as_it_is hipcc_baseline)
  printf '200 small sources for %s, hipcc %s %.2f s\n' "$archs" "$(command hipcc --version 2>/dev/null | sed -nE 's/^HIP version: //p')" "$base"
  ratio 'from nothing' "$base" "$(times from_nothing build)" 2.5
}

bundled() {
  sources=$kernels
  prepare_baseline
  local base file all=$sources
  base=$(times as_it_is baseline)
  printf 'bundled modules, baseline %.2f s\n' "$base"
  ratio 'from nothing' "$base" "$(times from_nothing build)" 1.2
  for file in "$all"/*.cu; do
    sources=$file
    prepare_baseline
    base=$(times as_it_is baseline)
    ratio "$(basename "$file") alone" "$base" "$(times from_nothing build)" 1
  done
}

heavy() {
  sources=$here/heavy_kernels.cu
  local all=$archs all_jobs=$jobs arch
  # The bar below is for two jobs: the tool divides the source between them, and the baseline is one process.
  jobs=2
  for arch in ${HEAVY_ARCHS:-gfx1030}; do
    archs=$arch
    prepare_baseline
    local base
    base=$(times as_it_is baseline)
    printf 'one source of 140 kernels for %s, baseline %.2f s\n' "$arch" "$base"
    ratio "from nothing, -j $jobs" "$base" "$(times from_nothing build)" 1.6
  done
  archs=$all jobs=$all_jobs
}

change_one() { echo "// $EPOCHREALTIME" >>"$sources/k7.cu"; }
one-changed() {
  sources=$work/one
  small_sources "$sources" 200
  from_nothing
  run build
  local all alone base compiled
  all=$(times change_one build)
  compiled=$(statistic compiled)
  # The same file alone gives the time of its own jobs.
  mkdir "$work/alone"
  cp "$sources/k7.cu" "$work/alone/"
  sources=$work/alone
  alone=$(times change_one build)
  prepare_baseline
  base=$(times as_it_is baseline)
  awk -v all="$all" -v base="$base" 'BEGIN {
    printf "one of 200 sources changed          %8.3f s; that one by itself, baseline %.3f s: %+.0f ms", all, base, 1000 * (all - base) }'
  # One job per architecture: one more than there are commas.
  local commas=${archs//[^,]/}
  holds "$all <= $base + 0.060 && $compiled == ${#commas} + 1" 'at most +60 ms, and no jobs but its own'
  awk -v all="$all" -v alone="$alone" 'BEGIN {
    printf "  that one by itself, with the tool %8.3f s: %+.0f ms\n", alone, 1000 * (all - alone) }'
}

scale() {
  local count cost=()
  for count in 20 200; do
    sources=$work/scale$count
    small_sources "$sources" "$count"
    from_nothing
    run build
    cost+=("$(awk -v t="$(times with_prefixes build)" -v n="$count" 'BEGIN { print t / n }')")
  done
  awk -v a="${cost[0]}" -v b="${cost[1]}" 'BEGIN { printf "20 to 200 sources                   %.1f ms and %.1f ms per source: %+.0f%%", 1000 * a, 1000 * b, 100 * (b / a - 1) }'
  holds "${cost[1]} / ${cost[0]} <= 1.1" 'at most +10%'
  local of_tool of_job
  of_tool=$(statistic peak_memory_bytes)
  of_job=$(grep -o '"peak_memory_bytes": [0-9]*' "$work/stats.json" | awk '{ if ($2 > m) m = $2 } END { print m }')
  awk -v tool="$of_tool" -v job="$of_job" 'BEGIN { printf "  peak memory: the tool %.0f MB, the largest job %.0f MB", tool / 1e6, job / 1e6 }'
  holds "$of_tool < 200e6 && $of_job < 350e6" 'below 200 and 350 MB'
}

for case in $cases; do "$case"; done
exit $failed
