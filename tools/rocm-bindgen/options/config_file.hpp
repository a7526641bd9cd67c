#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A member of a config file's object.
struct Setting {
  std::string key;  ///< "arch"
  nlohmann::json value;
  unsigned line = 0;
};

/// Returns the settings for `command` in a JSON file, in the file's order: the members of the outermost object or, if
/// its keys are names from `commands`, the members of the object for `command`. Fails with ExitCode::usage, naming file
/// and line, if the file cannot be read, is not JSON of this form, has a key twice, or has both sections and other
/// keys.
Expected<std::vector<Setting>> read_config(const std::string& file, const std::string& command,
                                           const std::vector<std::string>& commands);

/// Makes a usage error at a line of a config file; 0 = unknown line.
Failure config_failure(const std::string& file, unsigned line, std::string text, std::string hint = {});

}  // namespace rocm_bindgen::build
