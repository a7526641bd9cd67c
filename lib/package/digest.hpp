#pragma once

#include <string>
#include <string_view>

#include "package/archive.hpp"

namespace rocm_bindgen::build {

/// As sha256sum and sha1sum print it.
std::string sha256_of(std::string_view bytes);
std::string sha1_of(std::string_view bytes);

/// SHA-256 of what `sha256sum` prints of the files, sorted by path. It says nothing of how the files are compressed.
std::string content_hash_of(const ArchiveFiles& files);

}  // namespace rocm_bindgen::build
