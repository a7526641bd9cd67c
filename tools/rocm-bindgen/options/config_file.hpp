#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A key of a config file.
struct Setting {
  std::string key;  ///< "arch"
  nlohmann::json value;
  unsigned line = 0;
};

/// What the JSON file says for `command`, in the file's order: the members of its object or, where keys of that are
/// names of `commands`, the members of the one for `command`. Fails with ExitCode::usage, naming file and line, if it
/// cannot be read, is no such JSON, has a key twice, or has sections and a key that is none.
Expected<std::vector<Setting>> read_config(const std::string& file, const std::string& command,
                                           const std::vector<std::string>& commands);

/// Bad usage, in a line of a config file; 0: in none that could be told.
Failure config_failure(const std::string& file, unsigned line, std::string text, std::string hint = {});

}  // namespace rocm_bindgen::build
