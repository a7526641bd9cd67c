#pragma once

#include <map>
#include <string>

#include "package/archive.hpp"

namespace rocm_bindgen::build {

/// What a bill of materials says beside the files themselves.
struct SpdxOptions {
  std::string name;
  std::string version;
  std::string license;  ///< an SPDX license expression; empty: nothing is asserted
  std::string created;  ///< "1970-01-01T00:00:00Z"
  /// Which file was made of which other one of the package.
  std::map<std::string, std::string> generated_from;
  std::string tool_version = ROCM_BINDGEN_VERSION;  ///< of the rocm-bindgen that writes the document
};

/// SPDX 2.3 as JSON. `files` are all others of the package. Its comment has a hash of the document itself, so that no
/// byte of it can be altered without another one.
std::string emit_spdx(const ArchiveFiles& files, const SpdxOptions& options);

/// Fails with ExitCode::source_error unless the document `spdx` is of the package `folder` ("NAME-VERSION") and names
/// exactly `files`, with their SHA-256 and what follows from all of them; and unless it is, byte for byte, what
/// emit_spdx() writes of what it says.
Expected<Done> check_spdx(const std::string& spdx, const std::string& folder, const ArchiveFiles& files);

}  // namespace rocm_bindgen::build
