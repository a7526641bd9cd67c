#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A name in --arch for one or more processors: an architecture or a product.
struct TargetName {
  std::string_view name;  ///< "rdna2", "mi250x"
  std::string_view what;  ///< "RDNA 2", "Instinct MI250X"
  std::vector<std::string_view> processors;
};

/// Groups of processors by architecture, with AMD's names.
const std::vector<TargetName>& target_groups();

/// Products. Sources: AMDGPUUsage's table of processors (that of LLVM 22 for the newest products), the GPU
/// specifications in ROCm's documentation, and Gentoo's descriptions of its amdgpu_targets flags.
const std::vector<TargetName>& target_products();

/// The folder in which the kernel driver lists its devices.
inline constexpr const char* kKfdTopology = "/sys/class/kfd/kfd/topology/nodes";

/// The processors of this machine's GPUs, without duplicates, in the driver's order. Fails with ExitCode::toolchain if
/// there is none.
Expected<std::vector<std::string>> native_processors(const std::filesystem::path& topology = kKfdTopology);

/// Expands an entry of an --arch list: the name of a group or product ("RX 7900 XTX" is "rx7900xtx"), or `native`,
/// becomes target IDs. Any other entry is returned as it is; it may be a target ID or unknown.
Expected<std::vector<std::string>> expand_target_name(std::string_view entry);

}  // namespace rocm_bindgen::build
