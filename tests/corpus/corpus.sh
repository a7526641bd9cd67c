#!/usr/bin/env bash
# Builds real CUDA code from Debian's source packages with the tool and prints a table of the results. It is a report,
# not a test: it writes only below build/corpus/. Called by ./dev corpus; arguments: [--all | --sample N] [PACKAGE...]
set -uo pipefail
cd "$(dirname "$0")/../.."
here=tests/corpus
out=$PWD/build/corpus
tool=$(realpath "${ROCM_BINDGEN_TOOL:-build/bin/rocm-bindgen}")
compiler=clang++-19
# The number of sources, and of headers, that are tried from a package that has more; they are evenly spread.
# 0: no limit.
sample=10

# Packages of Debian that contain CUDA sources.
packages=(
  bart blender colmap darknet eigen3 elpa faiss ffmpeg flann gromacs lammps libgpuarray magma mpich nvidia-texture-tools
  nwchem opencv openmm opensubdiv papi pcl petsc pytorch pytorch-vision relion starpu suitesparse sundials superlu-dist xgboost
)
# The macros that a package's own build would define on the command line.
declare -A definitions=(
  [blender]="-DCCL_NAMESPACE_BEGIN= -DCCL_NAMESPACE_END="
  [darknet]="-DGPU"
  [gromacs]="-DGMX_GPU=1 -DGMX_GPU_CUDA=1 -DHAVE_CONFIG_H"
  [lammps]="-DNV_KERNEL -D_SINGLE_DOUBLE -Dgrdtyp=float -Dgrdtyp4=float4"
  [nwchem]="-DTCE_CUDA"
  [opencv]="-DHAVE_OPENCV_CUDEV -DHAVE_OPENCV_CUDAARITHM"
  [relion]="-DCUDA -D_CUDA_ENABLED"
  [starpu]="-DSTARPU_USE_CUDA -DSTARPU_MAXNODES=16 -DSTARPU_MAXIMPLEMENTATIONS=4 -DSTARPU_NMAXBUFS=8 -DSTARPU_NMAXWORKERS=8"
  [sundials]="-DSUNDIALS_INDEX_TYPE=int64_t -DSUNDIALS_INT64_T -DSUNDIALS_DOUBLE_PRECISION -DSUNDIALS_CONTEXT_PRIV_H"
)

# Writes a separate sources list, for the mirror and the release that this machine uses.
configure_apt() {
  local mirror release
  read -r mirror release < <(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | grep -v security |
    head -n 1)
  mkdir -p "$out"/apt/{lists/partial,cache/archives/partial} "$out"/{archives,src,bin,results}
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main contrib non-free" \
    >"$out/apt/sources.list"
  cat >"$out/apt/apt.conf" <<TEXT
Dir::Etc::sourcelist "$out/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State::lists "$out/apt/lists";
Dir::Cache "$out/apt/cache";
APT::Sandbox::User "root";
TEXT
  export APT_CONFIG=$out/apt/apt.conf
}

# configure_headers TREE: replaces the package's configure script. Each foo.h.in becomes a foo.h with every test and
# option off, except those that `definitions` sets.
configure_headers() {
  local template header
  find "$1" -type f -regextype posix-extended -regex '.*([.](h|hpp)[.](in|cmakein|cmake[.]in)|_config[.]in)' |
    while read -r template; do
    header=${template%.in}
    header=${header%.cmakein}
    header=${header%.cmake}
    [[ $header == *.h* ]] || header+=.h
    [[ -f $header ]] || awk '
      function off(name, value) { printf "#ifndef %s\n#define %s %s\n#endif\n", name, name, value }
      /^[ \t]*#[ \t]*cmakedefine01 / { off($2, 0); next }
      /^[ \t]*#[ \t]*(cmakedefine|undef) / { next }
      /^#[ \t]*define[ \t]+[A-Za-z_0-9]+[ \t]+"?(@|[$]\{)/ { off($2, $3 ~ /^"/ ? "\"\"" : 0); next }
      { gsub(/@[A-Za-z_0-9]+@|[$]\{[A-Za-z_0-9]+\}/, ""); print }' "$template" >"$header"
  done
  # CMake generates these headers from their names alone.
  grep -rhoE '#include "[A-Za-z_0-9/]+_export[.]h"' "$1" | cut -d '"' -f 2 | sort -u | while read -r header; do
    template=$(basename "$header" .h)
    mkdir -p "$(dirname "$1/made/$header")"
    template=${template^^}
    [[ -f $1/made/$header ]] ||
      printf '#define %s\n' "$template" "${template%EXPORT}"{DEPRECATED_EXPORT,DEPRECATED,NO_EXPORT} >"$1/made/$header"
  done
}

# fetch PACKAGE: downloads and unpacks its sources. A part that a mirror lacks (often Debian's own part) does not prevent
# the use of the others.
fetch() {
  [[ -d $out/src/$1 ]] && return
  [[ -n $(ls "$out/apt/lists/"*Sources* 2>/dev/null) ]] || apt-get update -q | tail -n 1
  (cd "$out/archives" && apt-get source --download-only -qq "$1" >"$1.log" 2>&1) || true
  # The folder has another name until it is complete, because an existing folder is not fetched again.
  local archive tree=$out/src/$1.part
  rm -rf "$tree"
  mkdir "$tree"
  for archive in $(awk '/^Files:/ {on = 1; next} /^[^ ]/ {on = 0} on && /[.]orig.*[.]tar[.][a-z0-9]*$/ {print $3}' \
    "$out/archives/$1"_*.dsc 2>/dev/null); do
    [[ -f $out/archives/$archive ]] || continue
    tar -xf "$out/archives/$archive" -C "$tree" && continue
    echo "corpus: cannot unpack $archive" >&2
    exit 1
  done
  if [[ -z $(ls "$tree") ]]; then
    rmdir "$tree"
    return
  fi
  configure_headers "$tree"
  mv "$tree" "$out/src/$1"
}

# reason LOG: prints its first error without the parts that differ between files, so that equal reasons can be counted.
reason() {
  grep -m 1 -E '(error|fatal error): ' "$1" | sed -E "s/^.*error: //; /file not found/! s/[0-9]+/N/g; s/^[^']*'([^']*)' file not found.*/header: \1/; s/ \[gfx.*//" |
    cut -c 1-110
}

# Prints the path of a source's translation, which is in a deeper folder if sources include "../x.h".
translation_of() {
  find "$2/hip" -name "$(basename "$1")" 2>/dev/null | head -n 1
}

# compile_one SOURCE FOLDER FLAGS...: prints "build-result<TAB>hip-result<TAB>reason".
compile_one() {
  local source=$1 folder=$2 build=ok hip=ok why=
  shift 2
  timeout 300 "$tool" build "$source" -o "$folder/kernels.hpp" --arch gfx1100,gfx90a "$@" >"$folder/build.log" 2>&1 ||
    build=$?
  timeout 300 "$compiler" -x hip --offload-arch=gfx1100 "${compile_flags[@]}" "$@" -w -c \
    "$(translation_of "$source" "$folder")" -o /dev/null >"$folder/hip.log" 2>&1 || hip=$?
  # 124 is the exit code of timeout.
  if [[ $build == 124 || $hip == 124 ]]; then
    why="takes more than 300 s"
  elif [[ $build != ok ]]; then
    why=$(reason "$folder/build.log")
  elif [[ $hip != ok ]]; then
    why="host: $(reason "$folder/hip.log")"
  fi
  [[ $build == ok ]] || build=fails
  [[ $hip == ok ]] || hip=fails
  printf '%s\t%s\t%s' "$build" "$hip" "$why"
}

# translate_one SOURCE FOLDER FLAGS...: prints "ok|crash|hang|fails<TAB>bytes<TAB>unknown names".
translate_one() {
  local source=$1 folder=$2 status=0 result=ok bytes=kept
  shift 2
  timeout 10 "$tool" hipify "$source" -o "$folder/hip/" "$@" >"$folder/hipify.log" 2>&1 || status=$?
  case $status in
    0) ;;
    1) result=fails ;;
    124) result=hang ;;
    *) result=crash ;;
  esac
  "$out/bin/token_check" "$source" "$(translation_of "$source" "$folder")" >"$folder/check.log" 2>&1 || bytes=lost
  printf '%s\t%s\t%s' "$result" "$bytes" "$(grep -c '\[unknown name\]' "$folder/hipify.log")"
}

# run_package PACKAGE: writes one line per tried source to results/PACKAGE.tsv; the first line has the number of
# sources.
run_package() {
  local tree=$out/src/$1 results=$out/results/$1.tsv work=$out/outputs/$1 suffix sources number source
  rm -rf "$work"
  printf 'total\t%s\t%s\n' "$(find "$tree" -type f -name '*.cu' | wc -l)" "$(find "$tree" -type f -name '*.cuh' | wc -l)" \
    >"$results.part"
  for suffix in cu cuh; do
    mapfile -t sources < <(find "$tree" -type f -name "*.$suffix" | sort)
    number=0
    for source in "${sources[@]}"; do
      # Takes the wanted number of sources, evenly spread.
      if ((sample == 0 || ${#sources[@]} <= sample ||
        number * sample / ${#sources[@]} != (number + 1) * sample / ${#sources[@]})); then
        try_source "$1" "$source" >>"$results.part"
      fi
      number=$((number + 1))
    done
  done
  mv "$results.part" "$results"
}

# try_source PACKAGE SOURCE: prints its line of results. Headers are only translated, each alone.
try_source() {
  local tree=$out/src/$1 source=$2 folder=$out/outputs/$1/${2#"$out/src/$1/"} translated compiled=$'-\t-\t' flags
  mkdir -p "$folder"
  mapfile -t flags < <(tr ' ' '\n' <<<"${definitions[$1]:-}" | grep . || true
    "$out/bin/include_roots" "$tree" "$source")
  translated=$(translate_one "$source" "$folder" "${flags[@]}")
  [[ $source != *.cu ]] || compiled=$(compile_one "$source" "$folder" "${flags[@]}")
  rm -rf "$folder/hip" "$folder"/kernels.*
  printf '%s\t%s\t%s\n' "${source#"$tree/"}" "$translated" "$compiled"
}

# Columns of a result: file, translation, bytes, unknown names, build, hip, reason.
table() {
  awk -F '\t' '
    function name(file) { sub(/.*\//, "", file); sub(/[.]tsv$/, "", file); return file }
    BEGIN { format = "%-22s %9s %7s %11s %9s %8s %7s %12s\n"
            printf format, "package", "*.cu/cuh", "tried", "translated", "no-unkn.", "*.cu", "device", "host+device" }
    FNR == 1 { packages[++n] = p = name(FILENAME); all[p] = $2 "/" $3; next }
    { tried[p]++
      if ($2 == "ok" && $3 == "kept") ok[p]++
      if ($2 == "ok" && $4 == 0) known[p]++
      if ($2 != "ok" || $3 != "kept") bad = bad sprintf("  %s, bytes %s: %s/%s\n", $2, $3, p, $1)
      if ($5 != "-") cu[p]++
      if ($5 == "ok") device[p]++
      if ($6 == "ok") both[p]++
      if ($7 != "") reasons[$7]++ }
    END {
      for (i = 1; i <= n; i++) { p = packages[i]
        printf format, p, all[p], tried[p] + 0, ok[p] + 0, known[p] + 0, cu[p] + 0, device[p] + 0, both[p] + 0
        t[1] += tried[p]; t[2] += ok[p]; t[3] += known[p]; t[4] += cu[p]; t[5] += device[p]; t[6] += both[p] }
      printf format, "all", "", t[1], t[2], t[3], t[4], t[5], t[6]
      if (bad != "") printf "\nNot translated as promised:\n%s", bad
      printf "\nFirst reasons of what does not compile:\n"
      for (r in reasons) printf "%5d  %s\n", reasons[r], r | "sort -k1,1nr | head -n 60"
    }' "$@"
}

main() {
  local package chosen=()
  while (($#)); do
    case $1 in
      --all) sample=0 ;;
      --sample) sample=$2; shift ;;
      *) chosen+=("$1") ;;
    esac
    shift
  done
  ((${#chosen[@]})) || chosen=("${packages[@]}")
  configure_apt
  for program in include_roots token_check; do
    [[ $out/bin/$program -nt $here/$program.cpp ]] || "$compiler" -std=c++20 -O2 "$here/$program.cpp" -o "$out/bin/$program"
  done
  mapfile -t compile_flags < <("$tool" hipify --compile-flags | tr ' ' '\n')
  local tables=()
  for package in "${chosen[@]}"; do
    fetch "$package"
    if [[ -d $out/src/$package ]]; then
      echo "corpus: $package" >&2
      run_package "$package"
    else
      echo "corpus: $package: the mirror has no sources of it" >&2
    fi
    [[ ! -f $out/results/$package.tsv ]] || tables+=("$out/results/$package.tsv")
  done
  table "${tables[@]}"
}

main "$@"
