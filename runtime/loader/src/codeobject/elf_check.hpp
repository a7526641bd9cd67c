// Checks that an image is what its CodeObject and its Module state, before a driver loads it. Drivers get a pointer
// without a size and trust the image, so that a damaged one could crash the process.
//
// amd_check and cubin_check implement the check for the two vendors, on top of elf_image (bounded reading) and
// dynamic_table, metadata and msgpack (the tables of AMD's format).
#pragma once

#include <string_view>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// `image` is the decoded `code_object` of `module`. Checks every table that a driver's loader follows, the target, and
/// that all kernels of the module exist. Machine code is not checked. Throws Error(bad_code_object), which states what
/// is wrong and where. The image need not be aligned.
void check_code_object(std::string_view image, const CodeObject& code_object, const Module& module);

}  // namespace rocm_bindgen::runtime
