#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compile/precompiled_prefix.hpp"
#include "pipeline/records/record_folder.hpp"

namespace rocm_bindgen::build {

/// The precompiled headers in the cache, shared by all builds and projects of a user, by prefix_key(). If a precompiled
/// header, or a header that it was made from, has changed since it was written, it is treated as missing. Concurrent
/// builds are supported.
class PrefixStore {
 public:
  PrefixStore(const std::filesystem::path& cache, SeenFiles& seen) : records_(cache / "prefixes", seen) {}

  /// Returns the precompiled header with this key, if it is still valid.
  std::optional<PrecompiledPrefix> find(const std::string& key);

  /// Notes that a build wants the precompiled header with this key, and returns whether an earlier build wanted it. A
  /// header that two builds want is worth making.
  bool note_wanted(const std::string& key);

  /// Copies the file of `made`, which is a temporary file, into the store, and returns `made` with the path of the
  /// copy. Fails with ExitCode::source_error if that file cannot be read, and with ExitCode::output
  /// if the store cannot be written.
  Expected<PrecompiledPrefix> store(const std::string& key, const PrecompiledPrefix& made);

  /// Total bytes stored so far through this object.
  std::uint64_t stored_bytes() const { return stored_bytes_; }

 private:
  RecordFolder records_;
  std::uint64_t stored_bytes_ = 0;
};

}  // namespace rocm_bindgen::build
