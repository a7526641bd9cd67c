// A cache on disk of machine code: a folder with one file per entry. entry_folder.cpp documents the format.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace rocm_bindgen::runtime {

/// Returns the folder that the environment variable names, or the subfolder `name` of the user's cache. Empty if the
/// variable is empty, or if there is neither the variable nor a home.
std::string user_cache(const char* variable, const std::string& name);

/// An entry that cannot be read or written is no error: its user makes it again. The folder is used only if this user
/// and the administrator alone can write to it. Safe for several threads and processes.
class EntryFolder {
 public:
  /// With an empty path, nothing is found and nothing is stored. The folder is created when an entry is stored.
  explicit EntryFolder(std::string path) : path_(std::move(path)) {}

  /// Returns what was stored with exactly this key; nothing if there is no such entry or it is damaged.
  std::optional<std::string> find(const std::string& key) const;
  /// Returns false if the folder is not used because other users can write to it.
  bool store(const std::string& key, const std::string& content) const;
  const std::string& path() const { return path_; }

 private:
  std::string path_of(const std::string& key) const;

  std::string path_;
};

}  // namespace rocm_bindgen::runtime
