#include "pipeline/stages/job_keys.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/hash.hpp"
#include "toolchain/device_libraries.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Returns a hash of a source's path, as given and as resolved, and of the current folder, on which relative -I folders
/// depend.
std::string place_in_tree(const Source& source) {
  std::error_code error;
  return content_hash({fs::current_path(error).string(), source.path.string(), source.root.string(),
                       fs::canonical(source.path, error).string()});
}

std::string identity_of(const HipSource& source) {
  // The set of translated headers is part of the input, because a header outside it is read as CUDA.
  std::string texts;
  for (const auto& file : source.files) texts += content_hash(file.text);
  return content_hash({place_in_tree(source.source), texts, source.means_waves ? "waves" : "warps"});
}

std::string identity_of(const TargetId& target, const Toolchain& toolchain) {
  const auto& nvcc = toolchain.compile.nvcc;
  const auto compiler =
      target.is_nvidia() ? content_hash({nvcc.program.string(), nvcc.version, nvcc.host_compiler}) : std::string();
  // If a missing library is installed later, it replaces the generated one.
  const auto generated =
      fmt::format("{}", fmt::join(missing_device_libraries(toolchain.device_libraries, target), " "));
  return content_hash({compiler, generated, target.canonical, std::to_string(target.code_object_version)});
}

}  // namespace

std::string hipify_key(const BuildContext& context, const Source& source) {
  return content_hash({"hipify", context.toolchain.identity, context.options.kernel_launch_macro ? "macro" : "syntax",
                       place_in_tree(source)});
}

CompileKeys::CompileKeys(const BuildContext& context, const std::vector<HipSource>& sources)
    : toolchain_(context.toolchain.identity) {
  for (const auto& source : sources) sources_.push_back(identity_of(source));
  for (const auto& target : context.targets) targets_.push_back(identity_of(target, context.toolchain));
}

std::string CompileKeys::of(const Job& job) const {
  return content_hash({"compile", toolchain_, sources_[job.first], targets_[job.second]});
}

}  // namespace rocm_bindgen::build
