#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "codeobject/code_object.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A code object, and the file it was read from.
struct ReadObject {
  std::filesystem::path file;
  std::string name;    ///< the file's name, followed by the target if the file has several code objects
  std::string module;  ///< derived from the file's name: "reduce.f16" for "reduce.f16.gfx1100.hsaco"
  CodeObjectInfo info;
  std::size_t bytes = 0;  ///< size of the image
  bool cubin = false;     ///< the image is a cubin; never in a bundle, where only entries for AMD GPUs are read
};

/// Reads the code objects that a path denotes: the file itself, the entries of an offload bundle, or the files listed
/// in a manifest. Fails with ExitCode::source_error, naming the file and what is wrong with it.
Expected<std::vector<ReadObject>> read_objects(const std::filesystem::path& path);

}  // namespace rocm_bindgen::build
