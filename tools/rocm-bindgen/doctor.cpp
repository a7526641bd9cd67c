#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "command.hpp"
#include "toolchain/device_libraries.hpp"
#include "toolchain/nvcc.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen {
namespace fs = std::filesystem;
namespace {

/// One line per part; a missing one says what to type.
void print_part(const std::string& part, const std::string& found) {
  fmt::print("  ok       {:<22}{}\n", part, found);
}
void print_missing(const std::string& part, const Failure& why) {
  const auto& diagnostic = why.diagnostics.front();
  fmt::print("  MISSING  {:<22}{}\n           {:<22}{}\n", part, diagnostic.text, "", diagnostic.hint);
}

ExitCode run_doctor(const CommonOptions& common) {
  bool complete = true;
  fmt::print("rocm-bindgen {}\n", ROCM_BINDGEN_VERSION);
  if (const auto resources = find_clang_resources()) {
    print_part("clang headers", resources->string());
  } else {
    complete = false;
    print_missing("clang headers", resources.error());
  }
  const auto rocm = find_rocm({common.rocm_path, common.rocm_device_library_path});
  if (rocm) {
    print_part("HIP headers", fmt::format("{} in {}", rocm->hip_version, (rocm->root / "include").string()));
    print_part("device libraries", rocm->device_libraries.string());
  } else {
    complete = false;
    print_missing("ROCm", rocm.error());
  }
  // Needed by those who ask for sm_ archs, and by nobody else.
  const auto nvcc = find_nvcc(common.cuda_path);
  print_part("nvcc (optional)", nvcc ? fmt::format("{} in {}", nvcc->release, nvcc->program.string())
                                     : fmt::format("{}\n           {:<22}{}", nvcc.error().diagnostics.front().text, "",
                                                   nvcc.error().diagnostics.front().hint));
  print_part("cache", cache_folder({}).string());
  // The kernel driver's node: present where an AMD GPU can be used. Nothing here needs one.
  std::error_code error;
  print_part("AMD GPU",
             fs::exists("/dev/kfd", error) ? "/dev/kfd is there" : "none on this machine (building needs none)");
  return complete ? ExitCode::done : ExitCode::toolchain;
}

}  // namespace

Command add_doctor(CLI::App& root, CommonOptions& common) {
  auto* app = root.add_subcommand("doctor", "what was found, what is missing, what to type");
  add_rocm_options(*app, common);
  add_cuda_option(*app, common);
  return {app, [&common](const SplitFlags&) { return run_doctor(common); }};
}

}  // namespace rocm_bindgen
