#!/usr/bin/env bash
# Builds the bundled kernels and hipify's golden inputs against several versions of HIP and prints a table. Called by
# ./dev compat. The headers are those of Debian's releases, unpacked below build/compat/ and never installed. Fails if
# an input that compiles with the installed HIP does not compile with another. The exit status is 3 if the mirror lacks a
# package.
set -uo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/build/compat
tool=$(realpath "${ROCM_BINDGEN_TOOL:-build/bin/rocm-bindgen}")
golden=tests/golden/hipify

# shellcheck source=tests/compat/unpack.sh
source tests/compat/unpack.sh

# libraries NAME: prints the folder of device libraries in tree/NAME/.
libraries() { dirname "$(find "$out/tree/$1" -name ocml.bc)"; }

# build_all CONFIGURATION SOURCES ARCHS FLAGS...: builds all sources at once, because separate builds would each parse
# the headers; the progress output names the failed ones. Writes results/CONFIGURATION.{tried,failed} with one name per
# line.
build_all() {
  local results=$out/results/$1 sources=$2 archs=$3
  shift 3
  rm -rf "$out/outputs"
  "$tool" build "$sources" -o "$out/outputs/kernels.hpp" --arch "$archs" --no-cache --cache-dir "$out/cache" "$@" \
    >"$results.log" 2>&1
  grep -oE '^\[[0-9/]+\] (hipify|compile) [^ ]+' "$results.log" | cut -d ' ' -f 3 | sort -u >"$results.tried"
  {
    grep -E ' FAILED$' "$results.log" | cut -d ' ' -f 3
    grep -oE "^[^:]+[.]cu:[0-9:]+ (fatal )?error" "$results.log" | sed -E 's,^.*/,,; s,[.]cu:.*,,'
  } | sort -u >"$results.failed"
}

# reason CONFIGURATION NAME: prints the first error of a source.
reason() {
  local errors=$out/results/$1.log
  { grep -m 1 -E "/$2[.]cu:.*error: " "$errors" || grep -m 1 -E 'error: ' "$errors"; } |
    sed -E 's/^.*error: //; s/ \[gfx[^]]*\]$//' | cut -c 1-90
}

# host_and_device CONFIGURATION FLAGS...: compiles the inputs marked `// COMPILES` as one source, for host and device,
# by a direct call of clang.
host_and_device() {
  local results=$out/results/$1 folder=$out/unity
  shift
  rm -rf "$folder"
  mkdir -p "$folder"
  grep -l '^// COMPILES' $golden/*.cu | while read -r file; do
    cp "$file" "$folder/"
    echo "#include \"$(basename "$file")\""
  done >"$folder/unity.cu"
  # shellcheck disable=SC2046 # the flags are words
  "$tool" hipify "$folder/unity.cu" -o "$folder/hip/" >"$results.log" 2>&1 &&
    clang++-19 -x hip --offload-arch=gfx1100 $("$tool" hipify --compile-flags --cache-dir "$out/cache" "$@") -w \
      -fsyntax-only "$folder/hip/unity.cu" >"$results.log" 2>&1
}

counts() { printf '%d of %d' $(($(wc -l <"$1.tried") - $(wc -l <"$1.failed"))) "$(wc -l <"$1.tried")"; }

wrong=0
complain() {
  complaints+="  $*"$'\n'
  wrong=1
}

# configuration NAME HIP LIBRARIES FLAGS...: adds a line to the table. Each bundled kernel that fails is a complaint; a
# golden input is one only if it compiles in the configuration "5.2", that of the installed HIP, which must therefore
# come first.
configuration() {
  local name=$1 hip=$2 libraries=$3 host_compiles=yes source
  shift 3
  echo "compat: HIP $hip, $libraries" >&2
  build_all "$name.kernels" kernels gfx1030,gfx1100,gfx90a "$@"
  build_all "$name.golden" $golden gfx1100,gfx90a "$@"
  if ! host_and_device "$name.host" "$@"; then
    host_compiles=no
    complain "HIP $hip, $libraries: host and device: $(reason "$name.host" unity)"
  fi
  for source in $(cat "$out/results/$name.kernels.failed"); do
    complain "HIP $hip, $libraries: kernels/$source.cu: $(reason "$name.kernels" "$source")"
  done
  for source in $(comm -23 "$out/results/$name.golden.failed" "$out/results/5.2.golden.failed"); do
    complain "HIP $hip, $libraries: $source.cu: $(reason "$name.golden" "$source")"
  done
  # If nothing was tried, the build failed before its first source. No source is called "-", so reason() prints the first
  # error of any kind.
  [[ -s $out/results/$name.kernels.tried && -s $out/results/$name.golden.tried ]] ||
    complain "HIP $hip, $libraries: $(reason "$name.kernels" -)"
  table+=$(printf '%-8s %-28s %-9s %-9s %s' "$hip" "$libraries" "$(counts "$out/results/$name.kernels")" \
    "$(counts "$out/results/$name.golden")" "$host_compiles")$'\n'
}

# check_hip6: compares the exports of our libamdhip64.so.6 with those of HIP 6.4's library. Then it compiles programs
# with HIP 6.4's headers and runs them with our library.
check_hip6() {
  local library program
  library=$(find "$out/tree/hip64-library" -name libamdhip64.so.6)
  ROCM_BINDGEN_HIP64_LIBRARY=$library build/bin/hip-exports-tests "exports: * HIP 6.4's library" >"$out/results/exports6.log" 2>&1 ||
    complain "libamdhip64.so.6: $out/results/exports6.log"
  for program in tests/programs/{api,memory,streams}/*.cu; do
    "$tool" run "$program" --rocm-path "$out/tree/hip64/usr" --arch gfx1100 --driver emulated:gfx1100 --cache-dir "$out/cache" \
      >"$out/results/program6.log" 2>&1 || complain "HIP 6.4: $program: $(tail -n 1 "$out/results/program6.log")"
  done
  check_linked_with_hip6 "$library"
}

# check_linked_with_hip6 LIBRARY: links a program that launches kernels with HIP 6.4's own library, and runs it with ours by
# LD_LIBRARY_PATH alone.
check_linked_with_hip6() {
  local linker=$out/link_with_hip6
  # The linker script replaces our library in the command by that of HIP 6.4 ($1). Debian's library needs others, which
  # are not unpacked, so undefined symbols are allowed.
  printf '#!/bin/sh\nfor word in "$@"; do\n  case $word in *libamdhip64.so.6) word=%s ;; esac\n  set -- "$@" "$word"\n  shift\ndone\nexec c++ "$@" -Wl,--allow-shlib-undefined\n' \
    "$1" >"$linker"
  chmod +x "$linker"
  "$tool" run tests/programs/primitives/reduce_variants.cu --rocm-path "$out/tree/hip64/usr" --arch gfx1100 --driver emulated:gfx1100 \
    --linker "$linker" -o "$out/linked_with_hip6" --cache-dir "$out/cache" >"$out/results/linked6.log" 2>&1
  LD_LIBRARY_PATH=build/lib/rocm_bindgen/hip ROCM_BINDGEN_DRIVER=emulated:gfx1100 "$out/linked_with_hip6" \
    >"$out/results/linked6.log" 2>&1 || complain "linked with HIP 6.4's library: $(tail -n 1 "$out/results/linked6.log")"
}

main() {
  # Debian 13 (trixie) has HIP 5.7, and Debian's unstable release (sid) has 6.4.
  configure_apt trixie sid
  unpack hip57 libamdhip64-dev/trixie && unpack hip64 libamdhip64-dev/sid &&
    unpack hip64-library libamdhip64-6/sid && unpack libraries17 rocm-device-libs-17 &&
    unpack libraries21 rocm-device-libs-21 || { echo "compat: the mirror lacks a package" >&2; exit 3; }
  table= complaints=
  configuration 5.2 5.2 "rocm-device-libs 5.2" --rocm-path /usr
  configuration 5.7 5.7 "rocm-device-libs 5.2" --rocm-path "$out/tree/hip57/usr"
  configuration 6.4 6.4 "rocm-device-libs 5.2" --rocm-path "$out/tree/hip64/usr"
  configuration 5.7-17 5.7 "rocm-device-libs-17" --rocm-path "$out/tree/hip57/usr" \
    --rocm-device-lib-path "$(libraries libraries17)"
  check_hip6
  printf '\n%-8s %-28s %-9s %-9s %s\n%s' "HIP" "device libraries" "kernels" "inputs" "host and device" "$table"
  printf '\nInputs that do not compile with HIP 5.2, and need not:\n'
  local source
  while read -r source; do
    printf '  %-16s %s\n' "$source" "$(reason 5.2.golden "$source")"
  done <"$out/results/5.2.golden.failed"
  # Device libraries of LLVM 21 must be refused, with a message that names their LLVM.
  printf '\nrocm-device-libs-21:\n'
  if "$tool" build kernels/candle/affine.cu -o "$out/outputs/kernels.hpp" --arch gfx1100 --no-cache --cache-dir "$out/cache" \
    --rocm-device-lib-path "$(libraries libraries21)" >"$out/results/21.log" 2>&1 ||
    ! grep -q 'was written by LLVM21' "$out/results/21.log"; then
    complain "rocm-device-libs-21: $(head -n 1 "$out/results/21.log")"
  fi
  sed "s,'[^']*/,'.../,; s/^/  /" "$out/results/21.log"
  ((wrong)) || return 0
  printf '\nWhat should compile and does not:\n%s' "$complaints"
  return 1
}

main "$@"
