# Sourced by scripts that run cargo: puts the folder of the wanted cargo first in PATH. CARGO is its path, by default
# that of Debian's, because this is the oldest supported version. Nothing is downloaded.
export PATH=$(dirname "${CARGO:-/usr/bin/cargo}"):$PATH
for program in cargo rustc rustdoc rustfmt; do
  command -v "$program" >/dev/null ||
    { echo "no $program on this machine: './dev setup tools' installs Debian's" >&2; exit 1; }
done
