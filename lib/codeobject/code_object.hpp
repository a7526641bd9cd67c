#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// One explicit kernel argument as the code object's metadata has it.
struct KernelArgument {
  std::string name;          ///< empty where the compiler kept none
  std::string kind;          ///< ".value_kind": "by_value", "global_buffer", "dynamic_shared_pointer", ...
  std::uint32_t offset = 0;  ///< bytes from the kernarg segment's start
  std::uint32_t size = 0;    ///< bytes
};

/// What the metadata note says of one kernel. Counts are per wave (SGPR) or per lane (VGPR, AGPR).
/// Source: AMDGPUUsage, "Code Object V3 Metadata" and later.
struct KernelMetadata {
  std::string name;                       ///< the symbol, mangled as the source has it
  std::vector<KernelArgument> arguments;  ///< without the hidden ones
  std::uint32_t kernarg_size = 0;         ///< bytes, hidden arguments included
  std::uint32_t vgprs = 0;
  std::uint32_t agprs = 0;
  std::uint32_t sgprs = 0;
  std::uint32_t vgpr_spills = 0;
  std::uint32_t sgpr_spills = 0;
  std::uint32_t lds = 0;      ///< bytes of static LDS per workgroup
  std::uint32_t scratch = 0;  ///< bytes of private memory per lane
  std::uint32_t wavefront_size = 0;
  std::uint32_t max_workgroup_size = 0;
  bool local = false;  ///< in a cubin: a kernel with internal linkage, which nvcc names its own way
};

struct CodeObjectInfo {
  std::string target;                   ///< target ID from the metadata: "gfx90a:xnack-"
  std::string processor;                ///< from e_flags: "gfx90a"
  int code_object_version = 0;          ///< of a cubin: the ELF's ABI version
  std::vector<KernelMetadata> kernels;  ///< in the note's order
};

/// Reads an AMDGPU ELF image. `name` is for messages only. Never crashes on a corrupt image; it fails with
/// ExitCode::source_error, saying what is wrong.
Expected<CodeObjectInfo> read_code_object(std::string_view image, const std::string& name);

}  // namespace rocm_bindgen::build
