#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "codeobject/code_object.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A code object, and where it was found.
struct ReadObject {
  std::filesystem::path file;
  std::string name;    ///< the file's, with the target behind it if it is one of several there
  std::string module;  ///< by the file's name: "reduce.f16.gfx1100.hsaco" is of reduce.f16
  CodeObjectInfo info;
  std::size_t bytes = 0;  ///< of the image
  bool cubin = false;
};

/// The code objects that a path stands for: itself, those in the bundle that it is, or those that a manifest lists.
/// Fails with ExitCode::source_error, naming the file and what is wrong with it.
Expected<std::vector<ReadObject>> read_objects(const std::filesystem::path& path);

}  // namespace rocm_bindgen::build
