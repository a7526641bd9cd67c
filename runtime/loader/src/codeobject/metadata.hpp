// The parts of an AMDGPU code object's metadata note that drivers rely on.
#pragma once

#include <string_view>
#include <vector>

#include "codeobject/elf_image.hpp"

namespace rocm_bindgen::runtime {

/// The values that the checks compare with the module. They are views into the image.
struct Metadata {
  std::string_view target;                       ///< "amdgcn-amd-amdhsa--gfx90a:xnack-"
  std::vector<std::string_view> kernel_symbols;  ///< ".symbol" of each kernel: "shift.kd"
};

/// Checks all notes of the image and returns its only AMDGPU metadata note. Throws Error(bad_code_object).
std::string_view metadata_note(const ElfImage& image);

/// Checks all notes of the image and parses its AMDGPU metadata note. The note must be exactly one complete msgpack
/// map, and all maps in it must have strings as keys: drivers pass it to LLVM's parser, which crashes on other keys.
/// Source: AMDGPUUsage, "Note Records" and "Code Object V5 Metadata". Throws Error(bad_code_object).
Metadata read_metadata(const ElfImage& image);

}  // namespace rocm_bindgen::runtime
