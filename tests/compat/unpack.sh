# Unpacks packages of other Debian releases below $out, without installing them. Sourced by the scripts in this folder.

# configure_apt RELEASE...: writes a separate sources list, for the mirror that this machine uses. A mirror may be a
# snapshot whose Release file has expired; signatures are still checked. apt runs as root, because its usual user may
# have no access to $out.
configure_apt() {
  local mirror release
  read -r mirror release < <(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | grep -v security |
    head -n 1)
  mkdir -p "$out"/apt/{lists/partial,cache/archives/partial} "$out"/{archives,tree,results}
  for release in "$@"; do
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main"
  done >"$out/apt/sources.list"
  cat >"$out/apt/apt.conf" <<TEXT
Dir::Etc::sourcelist "$out/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State::lists "$out/apt/lists";
Dir::Cache "$out/apt/cache";
Acquire::Languages "none";
APT::Sandbox::User "root";
Acquire::Check-Valid-Until "false";
TEXT
  export APT_CONFIG=$out/apt/apt.conf
}

# unpack NAME PACKAGE[/RELEASE]...: unpacks into tree/NAME/ unless that was done before.
unpack() {
  local name=$1 folder=$out/archives/$1 archive
  shift
  [[ ! -d $out/tree/$name ]] || return 0
  [[ -n $(ls "$out/apt/lists/"*Packages* 2>/dev/null) ]] || apt-get update -q | tail -n 1
  rm -rf "$folder" "$out/tree/$name.part"
  mkdir -p "$folder"
  (cd "$folder" && apt-get download -qq "$@") || return 1
  for archive in "$folder"/*.deb; do
    dpkg-deb -x "$archive" "$out/tree/$name.part" || return 1
  done
  mv "$out/tree/$name.part" "$out/tree/$name"
}
