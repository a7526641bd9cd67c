// Code objects that are files of their own: found and read.
#pragma once

#include <cstddef>
#include <memory>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// The `stored_size` bytes of `code_object.file`, as set_code_object_folder() says. Throws Error(bad_code_object) where
/// no such file is found, with every place that was tried, or where it has another size; Error(out_of_memory) where the
/// host has no memory for it.
std::unique_ptr<unsigned char[]> read_code_object_file(const CodeObject& code_object, const Module& module);

}  // namespace rocm_bindgen::runtime
