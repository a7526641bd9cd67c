// The part of a code object's metadata note that describes kernels and their arguments (AMDGPUUsage, "Code Object
// Metadata").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rocm_bindgen::emulator {

struct KernelArgument {
  std::string kind;  ///< the metadata's ".value_kind": "by_value", "global_buffer", "hidden_block_count_x", ...
  // Offset and size in the kernarg segment, in bytes.
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  /// Hidden arguments are filled in by the runtime, not by the caller.
  bool hidden() const { return kind.compare(0, 7, "hidden_") == 0; }
};

struct KernelMetadata {
  std::string name;    ///< the name that callers use
  std::string symbol;  ///< the symbol of the kernel descriptor
  std::uint32_t kernarg_bytes = 0;
  std::uint32_t max_workgroup_size = 0;
  std::uint32_t vector_registers = 0;  ///< ".vgpr_count"
  std::uint32_t scalar_registers = 0;  ///< ".sgpr_count"
  std::vector<KernelArgument> arguments;
};

/// `blob` is the note's msgpack document. Entries of the list of kernels that are not maps are ignored. If the document
/// is invalid, the result is empty and `error` has the reason.
std::vector<KernelMetadata> read_kernel_metadata(const std::string& blob, std::string& error);

/// The texts of the document's list "amdhsa.printf", which describes the formats of printf(). Empty if there are none.
std::vector<std::string> read_print_entries(const std::string& blob);

}  // namespace rocm_bindgen::emulator
