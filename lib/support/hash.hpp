#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace rocm_bindgen::build {

/// BLAKE3 of `bytes`, 32 lower-case hex digits (128 bits: enough to tell files apart, short enough to read).
std::string content_hash(std::string_view bytes);

/// Hash of a list of strings in which no two lists collide by concatenation.
std::string content_hash(std::initializer_list<std::string_view> parts);

/// Content hashes of files, each read at most once per run. nullopt: the file cannot be read. A folder that
/// is_watched_folder() names has the hash of its real path.
/// Not thread safe.
class FileHashes {
 public:
  const std::optional<std::string>& of(const std::string& path);
  /// The hash of what was read from `path` earlier in this run, whatever has been written there since.
  void remember(const std::string& path, const std::string& hash) { known_.insert_or_assign(path, hash); }

 private:
  std::map<std::string, std::optional<std::string>, std::less<>> known_;
};

}  // namespace rocm_bindgen::build
