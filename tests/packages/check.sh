#!/usr/bin/env bash
# The .deb packages in a Debian 12 that has nothing else: installed there by apt, with what they say that they need and
# nothing more, and used. Called by ./dev packages, as root; needs debootstrap and the mirror that this machine is set to.
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
  # Security updates and the like, from where this machine has them.
  if compgen -G '/etc/apt/sources.list.d/*.sources' >/dev/null; then
    : >"$root/etc/apt/sources.list"
    cp /etc/apt/sources.list.d/*.sources "$root/etc/apt/sources.list.d/"
  else
    cp /etc/apt/sources.list "$root/etc/apt/"
  fi
  cp /etc/resolv.conf "$root/etc/"
  mkdir -p "$root/packages" "$root/sample"
  cp "$out"/*.deb "$root/packages/"
}

inside() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
install_packages() { inside apt-get install -q -y --no-install-recommends "$@" >>"$out/apt.log" 2>&1 || { tail -n 30 "$out/apt.log"; exit 1; }; }

mkdir -p "$out"
make_packages
make_root
inside apt-get update -q >"$out/apt.log"

echo "== the tool alone"
install_packages "/packages/$(cd "$root/packages" && ls rocm-bindgen_*.deb)"
cp -r examples/make/. "$root/sample/"
inside sh -c 'cd /sample && rocm-bindgen build kernels -o tool.hpp --arch gfx1030,gfx1100,gfx90a,gfx942,gfx11-generic'
if inside sh -c 'command -v g++ clang++ hipcc'; then echo "a compiler was installed that nobody needs" >&2; exit 1; fi

echo "== the libraries, with a compiler and make"
install_packages g++ make pkg-config $(cd "$root" && ls packages/librocm-bindgen*.deb | sed 's,^,/,')
inside sh -c 'cd /sample && make -s && ROCM_BINDGEN_DRIVER=emulated:gfx1100 build/saxpy' | tee "$out/result"
grep -qx 'emulated gfx1100: 12 24 36 48 60' "$out/result"
echo "packages: installed and used in a Debian of their own"
