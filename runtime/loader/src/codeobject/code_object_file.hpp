// Finds and reads code objects that are stored in separate files.
#pragma once

#include <cstddef>
#include <memory>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// Reads the `stored_size` bytes of `code_object.file`, searched as set_code_object_folder() documents. Throws
/// Error(bad_code_object), with every path that was tried, if the file is not found, or if its size differs;
/// Error(out_of_memory) if the host has no memory for it.
std::unique_ptr<unsigned char[]> read_code_object_file(const CodeObject& code_object, const Module& module);

}  // namespace rocm_bindgen::runtime
