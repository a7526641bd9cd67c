// The metadata note of an AMDGPU code object, as far as drivers rely on it.
#pragma once

#include <string_view>
#include <vector>

#include "codeobject/elf_image.hpp"

namespace rocm_bindgen::runtime {

/// What the checks compare with the module. Views into the image.
struct Metadata {
  std::string_view target;                       ///< "amdgcn-amd-amdhsa--gfx90a:xnack-"
  std::vector<std::string_view> kernel_symbols;  ///< ".symbol" of each kernel: "shift.kd"
};

/// The AMDGPU metadata note, of which there is one, after a check of all notes of the image. Throws
/// Error(bad_code_object).
std::string_view metadata_note(const ElfImage& image);

/// Checks all notes of the image and reads its AMDGPU metadata note. The note must be one msgpack map, whole, with
/// strings as keys: drivers hand it to LLVM's reader, which crashes on other keys.
/// Source: AMDGPUUsage, "Note Records" and "Code Object V5 Metadata". Throws Error(bad_code_object).
Metadata read_metadata(const ElfImage& image);

}  // namespace rocm_bindgen::runtime
