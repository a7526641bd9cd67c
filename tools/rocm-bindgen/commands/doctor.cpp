#include <array>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "support/escape.hpp"
#include "toolchain/device_libraries.hpp"
#include "toolchain/external_compiler.hpp"
#include "toolchain/nvcc.hpp"
#include "toolchain/packages.hpp"
#include "toolchain/rocm.hpp"
#include "toolchain/target_id.hpp"
#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Prints one line per part; for a missing part, it states what to type.
void print_part(const std::string& part, const std::string& found) {
  fmt::print("  ok       {:<22}{}\n", part, lines_for_terminal(found));
}
void print_missing(const std::string& part, const Failure& why) {
  const auto& diagnostic = why.diagnostics.front();
  fmt::print("  MISSING  {:<22}{}\n           {:<22}{}\n", part, for_terminal(diagnostic.text), "",
             for_terminal(diagnostic.hint));
}

/// Prints a compiler for build --compiler, and the architectures that it does not support. Returns whether it can be
/// used.
bool print_compiler(const fs::path& program) {
  const auto compiler = find_external_compiler(program, {}, cache_folder({}));
  if (!compiler) {
    print_missing("--compiler", compiler.error());
    return false;
  }
  print_part("--compiler", compiler->version.substr(0, compiler->version.find('\n')));
  std::vector<std::string> unknown;
  for (const auto& processor : known_processors()) {
    const auto target = parse_target_id(processor.name);
    if (!target) continue;
    const auto known = check_external_target(*compiler, *target);
    // A compiler that does not respond is not run again for the other processors.
    if (!known && known.error().code() == ExitCode::toolchain) {
      print_missing("--compiler", known.error());
      return false;
    }
    if (!known) unknown.push_back(processor.name);
  }
  fmt::print("           {:<22}{}\n", "",
             unknown.empty() ? "for every architecture"
                             : fmt::format("for every architecture except {}", fmt::join(unknown, ", ")));
  return true;
}

/// Prints the parts as one JSON object, with null for those that are missing.
ExitCode print_json(const CommonOptions& common) {
  const auto path_or_null = [](const Expected<fs::path>& path) {
    return path ? nlohmann::ordered_json(path->string()) : nlohmann::ordered_json();
  };
  const RocmSearch search{common.rocm_path, common.rocm_device_library_path};
  const auto resources = find_clang_resources();
  const auto root = find_hip_root(search);
  const auto libraries = find_device_libraries(search, root ? *root : fs::path("/usr"));
  const auto nvcc = find_nvcc(common.cuda_path);
  const nlohmann::ordered_json parts{
      {"version", ROCM_BINDGEN_VERSION},
      {"tool", tool_path().string()},
      {"programs", tool_programs()},
      {"compiler_libraries", compiler_libraries()},
      {"clang_resources", path_or_null(resources)},
      {"hip_root", path_or_null(root)},
      {"hip_version", root ? nlohmann::ordered_json(hip_version(*root)) : nlohmann::ordered_json()},
      {"device_libraries", path_or_null(libraries)},
      {"nvcc", nvcc ? nlohmann::ordered_json(nvcc->program.string()) : nlohmann::ordered_json()},
      {"nvcc_version", nvcc ? nlohmann::ordered_json(nvcc->release) : nlohmann::ordered_json()}};
  fmt::print("{}\n", json_text(parts, 2));
  return resources && root && libraries ? ExitCode::done : ExitCode::toolchain;
}

ExitCode run_doctor(const CommonOptions& common, const fs::path& compiler) {
  bool complete = true;
  std::vector<Part> missing;
  fmt::print("rocm-bindgen {}\n", ROCM_BINDGEN_VERSION);
  if (const auto resources = find_clang_resources()) {
    print_part("clang headers", resources->string());
  } else {
    missing.push_back(Part::clang_headers);
    print_missing("clang headers", resources.error());
  }
  const RocmSearch search{common.rocm_path, common.rocm_device_library_path};
  const auto root = find_hip_root(search);
  if (root) {
    print_part("HIP headers", fmt::format("{} in {}", hip_version(*root), (*root / "include").string()));
  } else {
    missing.push_back(Part::hip_headers);
    print_missing("HIP headers", root.error());
  }
  // If HIP's headers were not found, the libraries are searched where a distribution would install them.
  if (const auto libraries = find_device_libraries(search, root ? *root : fs::path("/usr"))) {
    print_part("device libraries", libraries->string());
  } else {
    missing.push_back(Part::device_libraries);
    print_missing("device libraries", libraries.error());
  }
  if (!compiler.empty()) complete = print_compiler(compiler) && complete;
  // nvcc is optional: it is needed for sm_ architectures only.
  const auto nvcc = find_nvcc(common.cuda_path);
  print_part("nvcc (optional)", nvcc ? fmt::format("{} in {}", nvcc->release, nvcc->program.string())
                                     : fmt::format("{}\n           {:<22}{}", nvcc.error().diagnostics.front().text, "",
                                                   install_command({Part::nvcc}, os_release()) +
                                                       ", or select a toolkit with --cuda-path"));
  print_part("cache", cache_folder({}).string());
  // The kernel driver's device node exists if an AMD GPU can be used. Building needs none.
  std::error_code error;
  print_part("AMD GPU",
             fs::exists("/dev/kfd", error) ? "/dev/kfd exists" : "none on this machine (not needed to build)");
  if (!missing.empty()) fmt::print("\nTo install the missing parts: {}\n", install_command(missing, os_release()));
  return complete && missing.empty() ? ExitCode::done : ExitCode::toolchain;
}

}  // namespace

Command add_doctor(CLI::App& root, CommonOptions& common) {
  auto* app = root.add_subcommand("doctor", "check what a build needs, and how to install what is missing");
  add_rocm_options(*app, common);
  add_cuda_option(*app, common);
  auto compiler = std::make_shared<fs::path>();
  app->add_option("--compiler", *compiler,
                  "check whether build --compiler can use this clang++, and for which architectures")
      ->type_name("PATH");
  auto json = std::make_shared<bool>(false);
  app->add_flag("--json", *json, "print where the parts are as JSON")->excludes("--compiler");
  app->footer(
      "Examples:\n"
      "  rocm-bindgen doctor\n"
      "  rocm-bindgen doctor --compiler /usr/bin/clang++-19");
  return {app, [&common, compiler, json](const SplitFlags&) {
            return *json ? print_json(common) : run_doctor(common, *compiler);
          }};
}

}  // namespace rocm_bindgen::build
