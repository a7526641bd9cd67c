#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compile/precompiled_prefix.hpp"
#include "pipeline/records/record_folder.hpp"

namespace rocm_bindgen::build {

/// Precompiled headers in the cache, shared by all builds and projects of a user. A precompiled header that changed
/// since it was written, or whose headers changed, is treated as missing. Concurrent builds are supported.
class PrefixStore {
 public:
  PrefixStore(const std::filesystem::path& cache, SeenFiles& seen) : records_(cache / "prefixes", seen) {}

  /// `key`: prefix_key() with what identifies the tool.
  std::optional<PrecompiledPrefix> find(const std::string& key);

  /// Takes `made`, whose file is a temporary one. Fails with ExitCode::output.
  Expected<PrecompiledPrefix> store(const std::string& key, const PrecompiledPrefix& made);

  /// Total bytes stored so far through this object.
  std::uint64_t stored_bytes() const { return stored_bytes_; }

 private:
  RecordFolder records_;
  std::uint64_t stored_bytes_ = 0;
};

}  // namespace rocm_bindgen::build
