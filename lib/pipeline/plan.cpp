#include <fmt/format.h>

#include "compile/compile_job.hpp"
#include "compile/external/external_command.hpp"
#include "compile/nvcc/nvcc_command.hpp"
#include "discover/discover.hpp"
#include "pipeline/defaults.hpp"
#include "pipeline/stages/find_toolchain.hpp"
#include "rocm_bindgen/build/builder.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {
namespace {

Expected<std::vector<std::string>> command_of(const Source& source, const TargetId& target,
                                              const CompileOptions& options) {
  const auto output = fmt::format("{}.{}", source.module, target.code_object_extension());
  if (target.is_nvidia()) return nvcc_command(source, target, options, output);
  HipSource hip;
  hip.source = source;
  return options.external.program.empty() ? compile_command(hip, target, options, output)
                                          : external_command(hip, target, options, output);
}

}  // namespace

Expected<std::vector<PlannedCommand>> Builder::plan() const {
  const auto options = with_defaults(options_);
  ROCM_BINDGEN_TRY(const auto targets, parse_targets(options.targets, options.code_object_version));
  ROCM_BINDGEN_TRY(const auto sources, discover_modules(options.inputs, options.exclude));
  ROCM_BINDGEN_TRY(const auto toolchain, find_toolchain(options, targets));
  std::vector<PlannedCommand> commands;
  for (const auto& source : sources)
    for (const auto& target : targets) {
      ROCM_BINDGEN_TRY(auto words, command_of(source, target, toolchain.compile));
      commands.push_back({source.path, source.root, source.module, target.canonical, std::move(words)});
    }
  return commands;
}

}  // namespace rocm_bindgen::build
