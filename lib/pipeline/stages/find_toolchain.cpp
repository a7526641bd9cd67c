#include "pipeline/stages/find_toolchain.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/hash.hpp"
#include "toolchain/device_libraries.hpp"
#include "toolchain/device_library_version.hpp"
#include "toolchain/gcc_installations.hpp"
#include "toolchain/rocm.hpp"
#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Returns the external compiler for AMD targets: the requested one, or that of the ROCm installation if the built-in
/// compiler cannot read its device libraries. An empty value selects the built-in compiler.
Expected<fs::path> external_program(const BuildOptions& options, const std::vector<TargetId>& targets, const Rocm& rocm,
                                    std::vector<Diagnostic>& notes) {
  const bool needs_libraries =
      std::any_of(targets.begin(), targets.end(), [](const TargetId& target) { return !target.is_nvidia(); });
  if (!options.compiler.empty() || !needs_libraries) return options.compiler;
  const auto newer = find_newer_library(rocm.device_libraries);
  if (!newer) return fs::path();
  auto rocm_clang = clang_of_rocm(rocm.root);
  if (rocm_clang.empty()) return cannot_read(*newer);
  notes.push_back(used_instead(rocm_clang, *newer));
  return rocm_clang;
}

}  // namespace

Expected<Toolchain> find_toolchain(const BuildOptions& options, const std::vector<TargetId>& targets) {
  Toolchain toolchain;
  ROCM_BINDGEN_TRY(const auto rocm, find_rocm({options.rocm_path, options.rocm_device_library_path}));
  ROCM_BINDGEN_TRY(toolchain.compile.clang_resources, find_clang_resources());
  ROCM_BINDGEN_TRY(toolchain.compile.device_libraries,
                   complete_device_libraries(rocm.device_libraries, cache_folder(options.cache_dir), targets));
  if (std::any_of(targets.begin(), targets.end(), [](const TargetId& target) { return target.is_nvidia(); })) {
    ROCM_BINDGEN_TRY(toolchain.compile.nvcc, find_nvcc(options.cuda_path));
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto can, check_nvcc_targets(toolchain.compile.nvcc, targets));
  }
  ROCM_BINDGEN_TRY(const auto compiler, external_program(options, targets, rocm, toolchain.notes));
  if (!compiler.empty()) {
    ROCM_BINDGEN_TRY(toolchain.compile.external,
                     find_external_compiler(compiler, targets, cache_folder(options.cache_dir)));
  }
  toolchain.device_libraries = rocm.device_libraries;
  toolchain.compile.rocm_root = rocm.root;
  toolchain.hip = hip_installation(rocm);
  // clang flags are not considered: -mwavefrontsize64 does not change the value.
  const auto processors = known_processors();
  toolchain.has_waves_of_64 = std::any_of(processors.begin(), processors.end(), [&](const ProcessorInfo& processor) {
    return processor.wavefront_size == 64 && std::any_of(targets.begin(), targets.end(), [&](const TargetId& target) {
             return target.processor == processor.name;
           });
  });
  toolchain.compile.split = options.split;
  toolchain.compile.merge = options.merge;
  toolchain.compile.cross_space_calls_are_errors = options.cross_space_calls_are_errors;
  toolchain.compile.user_flags = options.clang_flags;
  toolchain.compile.host_flags = options.host_flags;
  toolchain.compile.cuda_arch = options.cuda_arch;
  // `installation` is what was found on the machine, on which precompiled headers depend too. `identity` adds the
  // options and tools that can affect any job, except the flags, which each key adds in its own way. What affects the
  // jobs of some targets only, such as nvcc, is added in job_keys.cpp. A superfluous ingredient costs a compile
  // (NVIDIA's jobs do not use the external compiler); a missing one gives stale outputs.
  toolchain.compile.installation = content_hash(
      {tool_identity(), gcc_installations(), rocm.root.string(), rocm.hip_version, rocm.device_libraries.string()});
  toolchain.identity = content_hash(
      {toolchain.compile.installation, options.cuda_arch ? std::to_string(*options.cuda_arch) : std::string("auto"),
       toolchain.compile.external.identity, options.split ? "may be split" : "in one piece",
       options.merge ? "merged" : "as written", options.cross_space_calls_are_errors ? "strict calls" : "any calls"});
  return toolchain;
}

}  // namespace rocm_bindgen::build
