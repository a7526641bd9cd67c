#include "program/program_device.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "toolchain/rocm.hpp"
#include "toolchain/target_id.hpp"
#include "toolchain/target_names.hpp"
#include "toolchain/tool_folders.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

constexpr const char* kEmulated = "emulated";
/// A target whose waves have 32 lanes, like CUDA's warps.
constexpr const char* kDefaultTarget = "gfx1100";

/// The library's file name has the major version of HIP, which must be that of the headers that programs are compiled
/// with.
fs::path library_of(const std::string& hip_version) {
  return "libamdhip64.so." + hip_version.substr(0, hip_version.find('.'));
}

Expected<fs::path> gpu_library(const Rocm& rocm) {
  const auto name = library_of(rocm.hip_version);
  std::vector<std::string> tried;
  for (const auto& folder : library_folders(rocm.root)) {
    auto path = folder / name;
    std::error_code error;
    if (fs::exists(path, error)) return path;
    tried.push_back(path.string());
  }
  return Failure(ExitCode::toolchain, fmt::format("HIP's library is missing; tried: {}", fmt::join(tried, ", ")),
                 "install ROCm's runtime, or run the program on the emulated device with --driver emulated");
}

/// Whether a processor executes code that was compiled for the target.
bool executes(const std::string& processor, const TargetId& target) {
  if (target.processor == processor) return true;
  const auto known = known_processors();
  return std::any_of(known.begin(), known.end(), [&](const ProcessorInfo& info) {
    return info.name == processor && !info.generic.empty() && info.generic == target.processor;
  });
}

/// Fails if a program for these targets has no code for the emulated device.
Expected<Done> check_has_code(const std::string& device, const std::vector<std::string>& targets) {
  ROCM_BINDGEN_TRY(const auto emulated, parse_target_id(device));
  ROCM_BINDGEN_TRY(const auto compiled, parse_targets(targets));
  const auto fits = [&](const TargetId& target) { return executes(emulated.processor, target); };
  if (std::any_of(compiled.begin(), compiled.end(), fits)) return Done{};
  return Failure(ExitCode::usage,
                 fmt::format("the emulated {} cannot run code for {}", device, fmt::join(targets, ",")),
                 fmt::format("add {} to --arch, or leave --arch out", emulated.processor));
}

Expected<ProgramDevice> emulated_device(const std::string& driver, const std::vector<std::string>& targets,
                                        const fs::path& rocm_path) {
  ProgramDevice device;
  device.emulated = true;
  ROCM_BINDGEN_TRY(const auto folder, emulated_hip_folder());
  ROCM_BINDGEN_TRY(const auto rocm, find_rocm({rocm_path, {}}));
  device.hip_library = folder / library_of(rocm.hip_version);
  std::error_code error;
  if (!fs::exists(device.hip_library, error))
    return Failure(ExitCode::toolchain,
                   fmt::format("'{}' is missing: there is no HIP library of the emulated device for the HIP {} in '{}'",
                               device.hip_library.string(), rocm.hip_version, rocm.root.string()),
                   "name a ROCm of another version with --rocm-path");
  if (driver != kEmulated && !driver.empty()) {
    device.driver = driver;
    device.targets = {driver.substr(std::string_view(kEmulated).size() + 1)};  // what follows the ':'
    if (!targets.empty()) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto has_code, check_has_code(device.targets.front(), targets));
    }
    return device;
  }
  device.targets = targets.empty() ? std::vector<std::string>{kDefaultTarget} : targets;
  ROCM_BINDGEN_TRY(const auto parsed, parse_targets(device.targets));
  device.driver = fmt::format("{}:{}", kEmulated, parsed.front().canonical);
  return device;
}

}  // namespace

Expected<fs::path> emulated_hip_folder() {
  std::vector<std::string> tried;
  for (const auto& libraries : library_folders_of_tool()) {
    auto folder = libraries / "rocm_bindgen/hip";
    std::error_code error;
    if (fs::is_directory(folder, error)) return folder;
    tried.push_back(folder.string());
  }
  return Failure(ExitCode::toolchain,
                 fmt::format("the HIP library of the emulated device is missing; tried: {}", fmt::join(tried, ", ")),
                 "install rocm-bindgen's runtime next to the tool");
}

Expected<fs::path> hip_library_for_linking(const fs::path& rocm_path) {
  ROCM_BINDGEN_TRY(const auto rocm, find_rocm({rocm_path, {}}));
  if (const auto installed = gpu_library(rocm)) return *installed;
  ROCM_BINDGEN_TRY(const auto device, emulated_device(kEmulated, {}, rocm_path));
  return device.hip_library;
}

Expected<ProgramDevice> choose_device(const std::string& driver, const std::vector<std::string>& targets,
                                      const fs::path& rocm_path) {
  const bool is_emulated = driver == kEmulated || driver.starts_with(std::string(kEmulated) + ":");
  if (!driver.empty() && driver != "amd" && !is_emulated)
    return Failure(ExitCode::usage, fmt::format("there is no driver '{}'", driver),
                   "--driver is amd, emulated, or emulated:ARCH");
  if (is_emulated) return emulated_device(driver, targets, rocm_path);
  auto processors = native_processors();
  if (!processors && driver.empty()) return emulated_device(driver, targets, rocm_path);
  if (!processors) return std::move(processors).error();
  ProgramDevice device;
  device.targets = targets.empty() ? *processors : targets;
  ROCM_BINDGEN_TRY(const auto rocm, find_rocm({rocm_path, {}}));
  ROCM_BINDGEN_TRY(device.hip_library, gpu_library(rocm));
  return device;
}

}  // namespace rocm_bindgen::build
