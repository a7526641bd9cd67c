// Writes and checks the bill of materials of a package, an SPDX 2.3 document in JSON.
#pragma once

#include <map>
#include <string>

#include "package/archive.hpp"

namespace rocm_bindgen::build {

/// The contents of a bill of materials other than the files.
struct SpdxOptions {
  std::string name;
  std::string version;
  std::string license;  ///< an SPDX license expression; empty = no assertion
  std::string created;  ///< "1970-01-01T00:00:00Z"
  /// Generated files of the package: path of the file -> path of the file it was generated from.
  std::map<std::string, std::string> generated_from;
  std::string tool_version = ROCM_BINDGEN_VERSION;  ///< version of the rocm-bindgen that writes the document
};

/// Writes SPDX 2.3 as JSON. `files` are all other files of the package. The document's member "comment" contains a hash
/// of the document itself, which detects a changed byte anywhere in it.
std::string emit_spdx(const ArchiveFiles& files, const SpdxOptions& options);

/// Fails with ExitCode::source_error unless the document `spdx` is for the package `folder` ("NAME-VERSION"), lists
/// exactly `files` with their SHA-256 and the hashes over all of them, and is, byte for byte, what emit_spdx() writes
/// for its content.
Expected<Done> check_spdx(const std::string& spdx, const std::string& folder, const ArchiveFiles& files);

}  // namespace rocm_bindgen::build
