#pragma once

#include <filesystem>
#include <map>

namespace rocm_bindgen::build {

/// Where files are after following all links in their paths. The places of folders are remembered, because the
/// thousands of files of a build lie in few folders. Make a new one when links may have changed.
class Places {
 public:
  /// The absolute path of a file after following all links, including dangling ones. Parts need not exist. Links in a
  /// cycle are returned as they are, and a final '/' is dropped.
  std::filesystem::path of(const std::filesystem::path& path);

 private:
  std::filesystem::path without_dot_dots(const std::filesystem::path& absolute);
  std::filesystem::path resolved(const std::filesystem::path& path, int& links);
  const std::filesystem::path& folder(const std::filesystem::path& path, int& links);

  std::filesystem::path current_;  ///< the current folder, once a relative path needed it
  std::map<std::filesystem::path, std::filesystem::path> folders_;
};

/// The place of one file, see Places.
std::filesystem::path place_through_links(const std::filesystem::path& path);

}  // namespace rocm_bindgen::build
