// What a code object's metadata note says about its kernels' arguments (AMDGPUUsage, "Code Object Metadata").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rocm_bindgen::emulator {

struct KernelArgument {
  std::string kind;  ///< ".value_kind": "by_value", "global_buffer", "hidden_block_count_x", ...
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool hidden() const { return kind.compare(0, 7, "hidden_") == 0; }
};

struct KernelMetadata {
  std::string name;    ///< as callers ask for it
  std::string symbol;  ///< of the descriptor
  std::uint32_t kernarg_bytes = 0;
  std::uint32_t max_workgroup_size = 0;
  std::vector<KernelArgument> arguments;
};

/// `blob`: the msgpack document. Nothing is read of kernels that are not maps. Empty with a reason in `error`.
std::vector<KernelMetadata> read_kernel_metadata(const std::string& blob, std::string& error);

}  // namespace rocm_bindgen::emulator
