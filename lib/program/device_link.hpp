// Links the relocatable device code of a program's objects, as nvcc does with -dlink.
#pragma once

#include <filesystem>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

struct DeviceLinkJob {
  std::vector<std::filesystem::path> files;  ///< objects and archives; other files are left out
  std::filesystem::path host_compiler;       ///< assembles the output
  std::filesystem::path output;
  unsigned jobs = 0;    ///< number of targets that are linked at a time; 0 = one per processor
  bool bundle = false;  ///< whether the output is the offload bundle itself, as for the sources of -fatbin
};

/// Links the device code of all objects that has not been linked before, and writes an object with the code objects,
/// which the host's linker must link with the other objects, or a bundle of them, which hipModuleLoad() accepts.
/// Returns false, and writes nothing, if there is no such device code. The process must be single-threaded, because
/// jobs are forked. Fails with ExitCode::source_error: a function or variable that device code uses is undefined or
/// defined twice, or objects were compiled for different targets.
Expected<bool> link_device_code(const DeviceLinkJob& job);

}  // namespace rocm_bindgen::build
