#!/usr/bin/env bash
# Compares lib/hipify/rules/*.tsv with HIP's headers: rules-check [INCLUDE_FOLDER], /usr/include by default.
# Errors, with exit status 1: a row whose HIP name no header declares although its version is not newer than the HIP
# found; a row without a HIP name for a name that lib/cuda_compat supplies.
# Reported without an error: libraries whose headers are missing, and names of HIP's runtime API that are in no row.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
include=${1:-/usr/include}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

[[ -f $include/hip/hip_version.h ]] || { echo "rules-check: no hip/hip_version.h in $include" >&2; exit 2; }
version=$(awk '$2 == "HIP_VERSION_MAJOR" { major = $3 } $2 == "HIP_VERSION_MINOR" { minor = $3 } END { print major "." minor }' \
  "$include/hip/hip_version.h")

# Prints a header's text without its comments.
code() {
  awk '{
    line = $0
    text = ""
    while (line != "") {
      if (inside) {
        if (!(end = index(line, "*/"))) break
        inside = 0
        line = substr(line, end + 2)
      } else if (match(line, /\/[\/*]/)) {
        text = text substr(line, 1, RSTART - 1) " "
        if (substr(line, RSTART + 1, 1) == "/") break
        inside = 1
        line = substr(line, RSTART + 2)
      } else {
        text = text line
        break
      }
    }
    print text
  }'
}

identifiers() { grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u; }

# Prints every identifier of a folder's headers, without comments. HIP's headers for CUDA are excluded, and so are the
# names that its profiler has for functions that were never declared.
words_of_folder() {
  find -L "$1" -type f \( -name '*.h' -o -name '*.hpp' -o -name '*.cuh' \) -not -path '*/nvidia_detail/*' \
    -not -path '*/nvcc_detail/*' -not -name '*prof_str.h' -exec cat {} + | code | identifiers
}

# Our own headers compose names with macros, so they are preprocessed for the host and for a device. Those that wrap a
# library's header, which may need something that is not installed, are preprocessed separately.
words_of_own_headers() {
  local source side headers=()
  # /usr/include is searched anyway; naming it would move it before the C++ library.
  [[ $include == /usr/include ]] || headers=(-isystem "$include")
  mkdir "$work/own"
  cut -f 3 lib/hipify/rules/*.tsv | sort -u | while read -r header; do
    [[ -n $header && -f lib/cuda_compat/$header ]] || continue
    case $header in
      hipcub/* | hiprand/* | rocrand/* | roctracer/* | thrust/*) source=${header%%/*} ;;
      *) source=main ;;
    esac
    echo "#include <$header>" >>"$work/own/$source.cu"
  done
  for source in "$work"/own/*.cu; do
    for side in --cuda-host-only --cuda-device-only; do
      clang++-19 -x hip --offload-arch=gfx1100 -nogpulib -isystem lib/cuda_compat "${headers[@]}" "$side" -E -dD "$source" ||
        echo "rules-check: the headers above are read in part" >&2
    done
  done | identifiers
}

# The lists in $work: `words` has lines "LIBRARY NAME" for each name in the headers of a library, and "own NAME" for
# those of lib/cuda_compat; `found` has the libraries whose headers are installed, and `files` all headers.
#
# The library of a header is the name of its folder.
cut -f 3 lib/hipify/rules/*.tsv | awk -F / '/\// && !/^rocm_bindgen_compat\// { print $1 }' | sort -u >"$work/libraries"
: >"$work/found"
while read -r library; do
  if [[ -d $include/$library ]]; then
    words_of_folder "$include/$library" | sed "s|^|$library |" >>"$work/words"
    echo "$library" >>"$work/found"
  fi
done <"$work/libraries"
# hipBLAS and hipBLASLt share this library.
if [[ -d $include/hipblas-common ]]; then
  words_of_folder "$include/hipblas-common" | sed 's|.*|hipblas &\nhipblaslt &|' >>"$work/words"
fi
words_of_own_headers | sed 's|^|own |' >>"$work/words"
find -L lib/cuda_compat "$include"/{hip,hipblas,hipblaslt,hipcub,hipfft,hiprand,hipsolver,hipsparse,miopen,rccl,rocrand,roctracer,thrust} \
  -type f 2>"$work/ignored" | sed -e 's|^lib/cuda_compat/||' -e "s|^$include/||" >"$work/files" || true
echo stdint.h >>"$work/files"

echo "rules-check: HIP $version in $include"
status=0
awk -F '\t' -v version="$version" -v words="$work/words" -v files="$work/files" -v found="$work/found" '
  # The columns: $1 CUDA name, $2 HIP name, $3 header, $4 kind, $5 first version of HIP, $6 ROC name, $7 reason.
  # As version numbers, 5.10 is newer than 5.9.
  function number(text,    part) { split(text, part, "."); return part[1] * 10000 + part[2] * 100 + part[3] }
  BEGIN {
    while ((getline line < words) > 0) { split(line, part, " "); declared[part[1], part[2]] = anywhere[part[2]] = 1 }
    while ((getline line < files) > 0) file[line] = 1
    while ((getline line < found) > 0) installed[line] = 1
  }
  /^#/ { next }
  # Functions with the reason "declared" are only declared, and report that when they are called.
  $2 == "" && $4 != "header" && $7 != "declared" && ("own", $1) in declared {
    printf "wrong: %s: %s has no HIP name, yet lib/cuda_compat declares it\n", FILENAME, $1
    wrong++
  }
  $2 == "" { next }
  number($5) > number(version) { later++; next }
  {
    library = $3
    sub(/\/.*/, "", library)
    leaf = $2
    sub(/.*::/, "", leaf)
    if ($4 == "header" ? $2 in file : ("own", leaf) in declared) { right++; next }
    # A macro that is only tested has no header: it keeps its name, or is the guard of some header.
    if ($3 == "" && ($1 == $2 || leaf in anywhere)) { right++; next }
    if ($3 == "") { guards++; next }
    if ($3 !~ /\// || $3 ~ /^rocm_bindgen_compat\//) library = "hip"
    if (!(library in installed)) { skipped[library]++; next }
    if ($4 != "header" && ((library, leaf) in declared || ("hip", leaf) in declared)) { right++; next }
    printf "wrong: %s: %s -> %s, since %s, is not in <%s>\n", FILENAME, $1, $2, $5, $3
    wrong++
  }
  END {
    for (library in skipped) printf "not installed: %s, %d rows not checked\n", library, skipped[library] | "sort"
    close("sort")
    if (guards) printf "guards of headers that do not exist: %d\n", guards
    printf "%d rows right, %d wrong, %d need a newer HIP\n", right, wrong, later
    exit wrong > 0
  }' lib/hipify/rules/*.tsv || status=$?

cut -f 2 lib/hipify/rules/*.tsv | sort -u >"$work/known"
for header in hip_runtime_api.h driver_types.h texture_types.h surface_types.h hiprtc.h; do
  if [[ -f $include/hip/$header ]]; then cat "$include/hip/$header"; fi
done | code | identifiers |
  grep -E '^(hip|HIP_|hiprtc|HIPRTC_)[A-Z_]' | grep -vE '_H$|^HIP_(INCLUDE|VERSION|DEPRECATED|PUBLIC|INTERNAL)' |
  comm -23 - "$work/known" >"$work/rowless" || true
echo "no row leads to $(wc -l <"$work/rowless") names of HIP's runtime API:"
fmt -w 140 "$work/rowless"
exit "$status"
