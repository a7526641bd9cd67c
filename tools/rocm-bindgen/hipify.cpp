#include "hipify/hipify.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "command.hpp"
#include "discover/discover.hpp"
#include "pipeline/jobs.hpp"
#include "support/file.hpp"
#include "support/worker.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen {
namespace fs = std::filesystem;
namespace {

struct HipifyCommand {
  std::vector<fs::path> inputs;
  std::string output;
  bool kernel_launch_macro = false;
};

/// Hipifies every source in a worker of its own; results in order, or what went wrong with each.
Expected<std::vector<HipSource>> hipify_in_workers(const std::vector<Source>& sources, const HipifyOptions& options) {
  std::vector<WorkerTask> tasks;
  for (const auto& source : sources) tasks.push_back(hipify_task(source, options));
  const auto ends = run_workers(tasks, {}, [](std::size_t, const WorkerResult&) { return true; });
  std::vector<HipSource> translated;
  std::vector<Diagnostic> errors;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    auto outcome = collect_hipify(sources[i], ends[i]);
    if (outcome.hip) {
      translated.push_back(std::move(*outcome.hip));
    } else {
      errors.insert(errors.end(), outcome.diagnostics.begin(), outcome.diagnostics.end());
    }
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return translated;
}

ExitCode write_translations(const std::vector<HipSource>& translated, const HipifyCommand& command,
                            const CommonOptions& common) {
  if (command.output.empty()) {
    for (const auto& hip : translated)
      std::fwrite(hip.files.front().text.data(), 1, hip.files.front().text.size(), stdout);
    return ExitCode::done;
  }
  std::error_code error;
  const fs::path output(command.output);
  // One source to a name that is no folder is a file; everything else goes below a folder.
  const bool to_file = translated.size() == 1 && !fs::is_directory(output, error) && output.has_extension();
  OutputTransaction outputs;
  std::vector<fs::path> staged;
  for (const auto& hip : translated)
    for (const auto& file : hip.files) {
      const auto place = to_file ? output : output / file.relative;
      if (std::find(staged.begin(), staged.end(), place) != staged.end()) continue;
      if (const auto done = outputs.stage(place, file.text); !done) return report(done.error(), common);
      staged.push_back(place);
      if (to_file) break;
    }
  if (const auto done = outputs.commit(); !done) return report(done.error(), common);
  return ExitCode::done;
}

ExitCode run_hipify(const HipifyCommand& command, const CommonOptions& common, const SplitFlags& flags) {
  const auto sources = discover(command.inputs, {});
  if (!sources) return report(sources.error(), common);
  const auto resources = find_clang_resources();
  if (!resources) return report(resources.error(), common);
  const auto translated = hipify_in_workers(*sources, {flags.clang, *resources, command.kernel_launch_macro});
  if (!translated) return report(translated.error(), common);
  for (const auto& hip : *translated) print_diagnostics(hip.diagnostics, common);
  return write_translations(*translated, command, common);
}

}  // namespace

Command add_hipify(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<HipifyCommand>();
  auto* app = root.add_subcommand("hipify", "CUDA text to HIP text, alone");
  app->add_option("FILE", command->inputs, "CUDA sources, or folders of them")->required();
  app->add_option("-o,--output", command->output,
                  "file, or folder for sources and their project headers (default: stdout)")
      ->type_name("OUT");
  app->add_flag("--hip-kernel-execution-syntax", command->kernel_launch_macro,
                "hipLaunchKernelGGL() instead of <<<>>>");
  return {app, [command, &common](const SplitFlags& flags) { return run_hipify(*command, common, flags); }};
}

}  // namespace rocm_bindgen
