#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A file that a command reads or writes.
struct NamedFile {
  std::string role;  ///< the words before the quoted path in messages: "--stats", "a source,"
  std::filesystem::path path;
  /// Compare this file by its path only: it is written by renaming, which replaces a link at the path, and does not
  /// affect other hard links. Used for outputs whose names the user does not choose.
  bool by_place_only = false;
};

/// Fails with ExitCode::usage if an output is one of `inputs`, by path or by inode, or if two outputs are the same
/// file; the message names both. Any number of outputs may go to a device or pipe. `command` describes the command in
/// messages: "this build".
Expected<Done> check_outputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs,
                             const std::string& command);

}  // namespace rocm_bindgen::build
