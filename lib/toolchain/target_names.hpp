#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A name of --arch that stands for processors: of a group, or of a product.
struct TargetName {
  std::string_view name;  ///< "rdna2", "mi250x"
  std::string_view what;  ///< "RDNA 2", "Instinct MI250X"
  std::vector<std::string_view> processors;
};

/// Architectures, by AMD's names for them.
const std::vector<TargetName>& target_groups();

/// Products. Sources: AMDGPUUsage's table of processors (LLVM 22's names the newest products), the GPU specifications
/// in ROCm's documentation, and Gentoo's descriptions of its amdgpu_targets flags.
const std::vector<TargetName>& target_products();

/// Where the kernel driver lists what it drives.
inline constexpr const char* kKfdTopology = "/sys/class/kfd/kfd/topology/nodes";

/// The processors of this machine's GPUs, each once, in the driver's order. Fails with ExitCode::toolchain if there is
/// none.
Expected<std::vector<std::string>> native_processors(const std::filesystem::path& topology = kKfdTopology);

/// What `entry`, of an --arch list, stands for: target IDs if it is the name of a group or product ("RX 7900 XTX" is
/// "rx7900xtx") or `native`; else itself, which may be a target ID or nothing that is known.
Expected<std::vector<std::string>> expand_target_name(std::string_view entry);

}  // namespace rocm_bindgen::build
