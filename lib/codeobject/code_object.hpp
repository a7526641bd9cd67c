// Reads AMDGPU code objects, from files that may be corrupt or malicious: `rocm-bindgen inspect` accepts any file.
// LLVM's parsers for notes and msgpack trust their input, so code_object.cpp checks the bounds and the structure before
// it calls them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// One explicit kernel argument, as recorded in the code object's metadata.
struct KernelArgument {
  std::string name;          ///< empty if the compiler recorded none
  std::string kind;          ///< ".value_kind": "by_value", "global_buffer", "dynamic_shared_pointer", ...
  std::uint32_t offset = 0;  ///< offset from the start of the kernarg segment, in bytes
  std::uint32_t size = 0;    ///< in bytes
};

/// The metadata of one kernel. Register counts are per wave (SGPR) or per lane (VGPR, AGPR). Source: AMDGPUUsage, "Code
/// Object V3 Metadata" and later.
struct KernelMetadata {
  std::string name;                       ///< the symbol, mangled if the source's function is
  std::vector<KernelArgument> arguments;  ///< without hidden arguments
  std::uint32_t kernarg_size = 0;         ///< in bytes, including hidden arguments
  std::uint32_t vgprs = 0;
  std::uint32_t agprs = 0;
  std::uint32_t sgprs = 0;
  std::uint32_t vgpr_spills = 0;
  std::uint32_t sgpr_spills = 0;
  std::uint32_t lds = 0;                 ///< static LDS per workgroup, in bytes
  std::uint32_t scratch = 0;             ///< private memory per lane, in bytes
  std::uint32_t wavefront_size = 0;      ///< in lanes
  std::uint32_t max_workgroup_size = 0;  ///< in work-items
  bool local = false;                    ///< in a cubin: a kernel with internal linkage, whose symbol nvcc chooses
};

struct CodeObjectInfo {
  std::string target;                   ///< target ID from the metadata: "gfx90a:xnack-"; for a cubin: see read_cubin()
  std::string processor;                ///< from e_flags: "gfx90a"
  int code_object_version = 0;          ///< for a cubin: the ELF's ABI version
  std::vector<KernelMetadata> kernels;  ///< in the order of the note
};

/// Reads an AMDGPU ELF image. `name` is used in messages only. Never crashes on a corrupt image; fails with
/// ExitCode::source_error, stating what is wrong.
Expected<CodeObjectInfo> read_code_object(std::string_view image, const std::string& name);

}  // namespace rocm_bindgen::build
