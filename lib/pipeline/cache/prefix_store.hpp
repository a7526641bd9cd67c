#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compile/precompiled_prefix.hpp"
#include "pipeline/records/record_folder.hpp"

namespace rocm_bindgen::build {

/// Precompiled headers in the cache, from build to build and for all of a user's projects. One that is not what it was
/// when it was written, or whose headers are not, is as good as absent. Safe for builds at the same time.
class PrefixStore {
 public:
  PrefixStore(const std::filesystem::path& cache, SeenFiles& seen) : records_(cache / "prefixes", seen) {}

  /// `key`: prefix_key() with what identifies the tool.
  std::optional<PrecompiledPrefix> find(const std::string& key);

  /// Takes `made`, whose file is a temporary one. Fails with ExitCode::output.
  Expected<PrecompiledPrefix> store(const std::string& key, const PrecompiledPrefix& made);

  /// Of all that this object has stored.
  std::uint64_t stored_bytes() const { return stored_bytes_; }

 private:
  RecordFolder records_;
  std::uint64_t stored_bytes_ = 0;
};

}  // namespace rocm_bindgen::build
