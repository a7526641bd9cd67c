#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A file that a run reads or writes.
struct NamedFile {
  std::string role;  ///< "--stats", "a source"
  std::filesystem::path path;
  /// Only the place counts: a link there is replaced, and a hard link to the same bytes elsewhere is another file. For
  /// outputs that have no name of the user's choosing, and replace what is there by renaming.
  bool by_place_only = false;
};

/// Where a file of that name is, or will be: absolute, at the end of all links, dangling ones too. Links that lead in a
/// circle are left as they are.
std::filesystem::path place_through_links(const std::filesystem::path& path);

/// Fails with ExitCode::usage where an output is one of `inputs`, by its place or as the same file of the file system,
/// or where two outputs are one file. Both are named. Devices and pipes take any number of outputs. `run` is what reads
/// and writes: "this build".
Expected<Done> check_outputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs,
                             const std::string& run);

}  // namespace rocm_bindgen::build
