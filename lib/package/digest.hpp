#pragma once

#include <string>
#include <string_view>

#include "package/archive.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen::build {

/// The digest as sha1sum prints it.
std::string sha1_of(std::string_view bytes);

/// SHA-256 of the output of `sha256sum` for the files, sorted by path. It does not depend on how the files are
/// compressed.
std::string content_hash_of(const ArchiveFiles& files);

}  // namespace rocm_bindgen::build
