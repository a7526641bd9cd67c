// Finds the sources that a profile names. A profile has the names of files without their folders.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rocm_bindgen::build {

class SourceTexts {
 public:
  /// Looks for sources in this folder and below it, but not in hidden folders.
  explicit SourceTexts(const std::filesystem::path& folder);

  /// Returns the lines of the file with this name. Returns null if there is none, if several files have the name, or if
  /// the file cannot be read.
  const std::vector<std::string>* lines_of(const std::string& name);

 private:
  std::map<std::string, std::vector<std::filesystem::path>> files_;  ///< by name
  std::map<std::string, std::optional<std::vector<std::string>>> read_;
};

}  // namespace rocm_bindgen::build
