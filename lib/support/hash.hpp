#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace rocm_bindgen::build {

/// BLAKE3 of `bytes`, as 32 lower-case hex digits. 128 bits are enough to distinguish files, and short enough to read.
std::string content_hash(std::string_view bytes);

/// Hash of a list of strings. Each string is preceded by its length, so that different lists with the same
/// concatenation have different hashes.
std::string content_hash(std::initializer_list<std::string_view> parts);

/// The hash of `bytes` as sha256sum prints it, for files that other programs check.
std::string sha256_of(std::string_view bytes);

/// Content hashes of files; each file is read at most once per run. nullopt if the file cannot be read. For a folder
/// for which is_watched_folder() is true, the hash is that of its real path. Not thread safe.
class FileHashes {
 public:
  const std::optional<std::string>& of(const std::string& path);
  /// Records the hash of what was read from `path` earlier in this run, whatever has been written to it since.
  void remember(const std::string& path, const std::string& hash) { known_.insert_or_assign(path, hash); }

 private:
  std::map<std::string, std::optional<std::string>, std::less<>> known_;
};

}  // namespace rocm_bindgen::build
