// A package is a .tar.zst with one folder, NAME-VERSION: the files of a build (manifest.json and what it lists), the
// header under include/, licence files under licenses/, and sbom.spdx.json, a bill of materials with the hash of every
// other file. Nothing in it depends on the time, the machine or the order of files, so that a package can be reproduced
// byte for byte.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The files that a package is made from, and how it describes itself.
struct PackageOptions {
  std::filesystem::path header;
  std::filesystem::path artifacts;              ///< the folder with manifest.json
  std::vector<std::filesystem::path> licenses;  ///< files to include
  std::string license_expression;               ///< an SPDX license expression; empty = no assertion
  std::string name;                             ///< letters, digits and . _ + -
  std::string version;                          ///< letters, digits and . _ + -
  std::string source_date_epoch;  ///< creation time in the bill of materials, in seconds since 1970; empty = 0
};

/// The properties of a package.
struct PackageSummary {
  std::string folder;        ///< "NAME-VERSION", the only folder at the top level of the archive
  std::size_t files = 0;     ///< number of files
  std::size_t bytes = 0;     ///< total size of the unpacked files
  std::string content_hash;  ///< hash of paths and bytes, 64 hex digits; independent of the compression
  std::string sha256;        ///< hash of the package file
  /// Whether the zstd frame has the bytes that this tool would write. If not, another version of zstd wrote it, or
  /// somebody compressed the same content again, or changed bytes that have no effect: the content itself is correct.
  bool is_own_frame = true;
};

/// A package and its properties.
struct Package {
  std::string bytes;  ///< the .tar.zst file
  PackageSummary summary;
};

/// Packs a build. The same inputs give the same bytes. Fails with ExitCode::source_error on a missing file and on a
/// file that differs from the manifest, and with ExitCode::usage on an invalid name.
Expected<Package> make_package(const PackageOptions& options);

/// Checks all files of a package against its bill of materials and its manifest. The tar archive inside and the bill of
/// materials must be, byte for byte, what make_package() writes; the compression may differ, see is_own_frame. Fails
/// with ExitCode::source_error.
Expected<PackageSummary> verify_package(std::string_view bytes);

}  // namespace rocm_bindgen::build
