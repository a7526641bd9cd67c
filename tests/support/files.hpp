#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace test {

/// A new temporary folder, removed by the destructor.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::filesystem::path& below) const { return path_ / below; }
  /// Writes a file below the folder and creates missing folders; returns its path.
  std::filesystem::path write(const std::filesystem::path& below, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

/// The content of a file; empty if the file cannot be read.
std::string read(const std::filesystem::path& path);

/// Maps the relative path of every regular file below `folder` to its content.
std::map<std::string, std::string> tree(const std::filesystem::path& folder);

/// Names of the files that are in only one of the two, or whose contents differ.
std::vector<std::string> differences(const std::map<std::string, std::string>& before,
                                     const std::map<std::string, std::string>& after);

}  // namespace test
