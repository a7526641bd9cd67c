#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// What goes into a package beside what a build has left.
struct PackageOptions {
  std::filesystem::path header;
  std::filesystem::path artifacts;              ///< the folder of manifest.json
  std::vector<std::filesystem::path> licenses;  ///< files
  std::string license_expression;               ///< in SPDX's terms; empty: nothing is asserted
  std::string name;                             ///< letters, digits and . _ + -
  std::string version;                          ///< the same
  std::string source_date_epoch;                ///< seconds since 1970, of the bill of materials; empty: 0
};

struct PackageSummary {
  std::string folder;        ///< "NAME-VERSION", the only one at the archive's top
  std::size_t files = 0;     ///< all of them
  std::size_t bytes = 0;     ///< of all files, unpacked
  std::string content_hash;  ///< of paths and bytes, 64 hex digits; does not depend on the compression
  std::string sha256;        ///< of the package file
  /// Are the bytes of the zstd frame those that this tool writes? If not, another version of zstd wrote them, or
  /// somebody packed the same content again, or altered bytes that change nothing: what comes out is as it should be.
  bool is_own_frame = true;
};

struct Package {
  std::string bytes;  ///< of the .tar.zst
  PackageSummary summary;
};

/// Packs a build. Equal inputs give equal bytes. Fails with ExitCode::source_error on a missing file and on one that is
/// not what the manifest says, ExitCode::usage on a bad name.
Expected<Package> make_package(const PackageOptions& options);

/// Checks all of a package's files against its bill of materials and its manifest. The archive and the bill of
/// materials have to be, byte for byte, what make_package() writes. Fails with ExitCode::source_error.
Expected<PackageSummary> verify_package(std::string_view bytes);

}  // namespace rocm_bindgen::build
