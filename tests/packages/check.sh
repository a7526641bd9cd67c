#!/usr/bin/env bash
# Tests the .deb packages in a minimal Debian 12: apt installs them with only their declared dependencies, and they are
# used; the archive next to them is unpacked. Called by ./dev packages, as root; needs debootstrap and the mirror that
# this machine uses.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/build/packages root=$PWD/build/packages/root

make_packages() {
  rm -rf "$out"/*.deb "$out"/*.tar.gz "$out/_CPack_Packages"
  cpack --config build/CPackConfig.cmake -B "$out" >"$out/cpack.log" 2>&1 || { cat "$out/cpack.log"; exit 1; }
  (cd "$out" && ls -1s --block-size=K ./*.deb ./*.tar.gz)
}

make_root() {
  local mirror
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -v security | head -n 1)
  rm -rf "$root"
  debootstrap --variant=minbase bookworm "$root" "$mirror" >"$out/debootstrap.log"
  # Security updates and similar sources are those of this machine.
  if compgen -G '/etc/apt/sources.list.d/*.sources' >/dev/null; then
    : >"$root/etc/apt/sources.list"
    cp /etc/apt/sources.list.d/*.sources "$root/etc/apt/sources.list.d/"
  else
    cp /etc/apt/sources.list "$root/etc/apt/"
  fi
  cp /etc/resolv.conf "$root/etc/"
  mkdir -p "$root/packages" "$root/sample" "$root/unpacked"
  cp "$out"/*.deb "$root/packages/"
  tar -xzf "$out"/*.tar.gz -C "$root/unpacked" --strip-components 1
  cp -r tests/tools/cmake/ops "$root/"
}

inside() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
install_packages() { inside apt-get install -q -y --no-install-recommends "$@" >>"$out/apt.log" 2>&1 || { tail -n 30 "$out/apt.log"; exit 1; }; }

mkdir -p "$out"
make_packages
make_root
inside apt-get update -q >"$out/apt.log"

echo "== the tool alone"
install_packages "/packages/$(cd "$root/packages" && ls rocm-bindgen_*.deb)"
cp -r docs/examples/make/. "$root/sample/"
inside sh -c 'cd /sample && rocm-bindgen build kernels -o tool.hpp --arch gfx1030,gfx1100,gfx90a,gfx942,gfx11-generic'
for compiler in g++ clang++ hipcc; do
  if inside sh -c "command -v $compiler"; then echo "a compiler was installed that no package needs" >&2; exit 1; fi
done

echo "== the tool of the archive, unpacked elsewhere"
inside sh -c 'cd /sample && /unpacked/bin/rocm-bindgen build kernels -o unpacked/tool.hpp --no-cache \
  --arch gfx1030,gfx1100,gfx90a,gfx942,gfx11-generic'
cmp "$root/sample/tool.hpp" "$root/sample/unpacked/tool.hpp"

echo "== the libraries, with a compiler, make and CMake"
install_packages g++ make pkg-config cmake $(cd "$root" && ls packages/librocm-bindgen*.deb | sed 's,^,/,')
inside sh -c 'cd /sample && make -s && ROCM_BINDGEN_DRIVER=emulated:gfx1100 build/saxpy' | tee "$out/result"
grep -qx 'emulated gfx1100: 12 24 36 48 60' "$out/result"

echo "== HIP's library over the emulated device, where the dynamic linker does not look by default"
inside find /usr/lib -name 'libamdhip64.so.*' | tee "$out/result"
grep -q '/rocm_bindgen/hip/libamdhip64.so.5' "$out/result"
if grep -v '/rocm_bindgen/hip/libamdhip64.so.[0-9.]*$' "$out/result" || inside ldconfig -p | grep libamdhip64; then
  echo "the packages install a libamdhip64 that replaces ROCm's" >&2
  exit 1
fi

# use_kernels [OPTION...]: builds a project that finds the libraries by find_package(), configured with the options. The
# variable `found` is a pattern for the folder in which find_package() must find them.
use_kernels() {
  inside sh -c 'rm -rf /build && cmake -S /ops -B /build "$@" >/dev/null && cmake --build /build >/dev/null &&
    ROCM_BINDGEN_DRIVER=emulated:gfx1100 /build/ops' sh "$@" | tee "$out/result"
  grep -qx '6.5 6.5 6.5 ' "$out/result"
  grep -q "^rocm_bindgen_DIR:PATH=$found/cmake/" "$root/build/CMakeCache.txt"
}
echo "== the bundled kernels, by CMake, with the packages and with the archive"
found=/usr/lib.* use_kernels
found=/unpacked/lib.* use_kernels -DCMAKE_PREFIX_PATH=/unpacked

echo "== the crates"
install_packages cargo libzstd-dev
cp -r docs/examples/rust "$root/crate"
sed -i 's,"[./]*\(runtime\|tools\)/rust/,"/usr/share/rocm_bindgen/rust/,' "$root/crate/Cargo.toml"
# With the libraries opened at run time, and linked in both ways.
for features in '' rocm-bindgen/link rocm-bindgen/static; do
  inside sh -c 'cd /crate && ROCM_BINDGEN_DRIVER=emulated:gfx1100 cargo run -q --offline --features "$1"' sh "$features" | tee "$out/result"
  grep -qx 'emulated gfx1100: \[12.0, 24.0, 36.0, 48.0, 60.0\]' "$out/result"
done
echo "packages: installed and used in a minimal Debian"
