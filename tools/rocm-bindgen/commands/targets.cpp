#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command.hpp"
#include "toolchain/rocm.hpp"
#include "toolchain/target_id.hpp"
#include "toolchain/target_names.hpp"

namespace rocm_bindgen::build {
namespace {

ExitCode run_targets(const CommonOptions& common) {
  const auto rocm = find_rocm({common.rocm_path, common.rocm_device_library_path});
  fmt::print("{:<18}{:>6}  {:<18}{:<18}{}\n", "processor", "wave", "features", "covered by", "device library");
  for (const auto& processor : known_processors()) {
    std::string library = "no device libraries found";
    if (rocm) {
      std::error_code error;
      // The device library of gfx90a is oclc_isa_version_90a.bc.
      const auto file = rocm->device_libraries / fmt::format("oclc_isa_version_{}.bc", processor.name.substr(3));
      library = std::filesystem::exists(file, error) ? "installed" : "generated";
    }
    fmt::print("{:<18}{:>6}  {:<18}{:<18}{}\n", processor.name, processor.wavefront_size,
               fmt::format("{}", fmt::join(processor.features, ",")), processor.generic, library);
  }
  fmt::print("\n{:<18}{}\n", "group", "processors");
  for (const auto& group : target_groups()) fmt::print("{:<18}{}\n", group.name, fmt::join(group.processors, ","));
  fmt::print("{:<18}{}\n", "native", "the GPUs of this machine");
  fmt::print("\n{:<18}{:<24}{}\n", "product", "", "processors");
  for (const auto& product : target_products())
    fmt::print("{:<18}{:<24}{}\n", product.name, product.what, fmt::join(product.processors, ","));
  fmt::print("\nNVIDIA's sm_XX are compiled with nvcc; `nvcc --list-gpu-code` lists the supported ones.\n");
  return ExitCode::done;
}

}  // namespace

Command add_targets(CLI::App& root, CommonOptions& common) {
  auto* app = root.add_subcommand("targets", "list the architectures that can be built for");
  add_rocm_options(*app, common);
  app->footer(
      "Examples:\n"
      "  rocm-bindgen targets | grep gfx11");
  return {app, [&common](const SplitFlags&) { return run_targets(common); }};
}

}  // namespace rocm_bindgen::build
