// From object files to bindings: the second half of a build whose first half ran as one command per code object.
#include "pipeline/objects.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "pipeline/bindings_state.hpp"
#include "pipeline/defaults.hpp"
#include "pipeline/stages/build_context.hpp"
#include "pipeline/stages/build_report.hpp"
#include "pipeline/stages/object_file.hpp"
#include "pipeline/stages/verify_stage.hpp"
#include "rocm_bindgen/build/bindings.hpp"
#include "support/file.hpp"
#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The object files of a build, by source and target.
struct Collected {
  std::vector<HipSource> sources;  ///< in the order of a build
  std::vector<TargetId> targets;   ///< in the order of the files
  CompiledObjects objects;
};

Failure refuse(const fs::path& file, std::string text, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = ExitCode::usage;
  diagnostic.file = file.string();
  diagnostic.text = std::move(text);
  diagnostic.hint = std::move(hint);
  return Failure(std::move(diagnostic));
}

bool have_same_texts(const std::vector<HipFile>& a, const std::vector<HipFile>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const HipFile& one, const HipFile& other) {
    return one.relative == other.relative && one.text == other.text;
  });
}

/// Returns the sources of the files, in the order in which discover() finds them.
Expected<std::vector<HipSource>> sources_of(const std::vector<ObjectFile>& files, const std::vector<fs::path>& paths) {
  std::map<std::string, std::size_t> first;  // by the module's constant: the index of the first file
  std::vector<HipSource> sources;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto& file = files[i];
    const auto [known, is_new] = first.emplace(file.source.constant, i);
    if (is_new) {
      HipSource source;
      source.source = file.source;
      source.files = file.texts;
      sources.push_back(std::move(source));
      continue;
    }
    const auto& other = files[known->second];
    if (other.source.relative != file.source.relative)
      return refuse(paths[i],
                    fmt::format("module '{}' has two sources: '{}' and '{}'", file.source.module,
                                other.source.path.string(), file.source.path.string()),
                    "rename one of them");
    if (!have_same_texts(other.texts, file.texts) || other.options != file.options)
      return refuse(paths[i],
                    fmt::format("'{}' was compiled from other text or with other flags than for '{}'",
                                file.source.path.string(), paths[known->second].string()),
                    "compile the source again for each target, with the same flags");
  }
  std::sort(sources.begin(), sources.end(), [](const HipSource& a, const HipSource& b) {
    return std::pair(a.source.relative, a.source.path) < std::pair(b.source.relative, b.source.path);
  });
  return sources;
}

Expected<Done> check_is_complete(const Collected& collected) {
  for (std::size_t s = 0; s < collected.sources.size(); ++s)
    for (std::size_t t = 0; t < collected.targets.size(); ++t)
      if (collected.objects.count({s, t}) == 0)
        return refuse(collected.sources[s].source.path,
                      fmt::format("there is no object file of this source for {}", collected.targets[t].canonical),
                      "name the object files of every source for every target");
  return Done{};
}

Expected<Collected> collect(const std::vector<fs::path>& paths) {
  std::vector<ObjectFile> files;
  for (const auto& path : paths) {
    ROCM_BINDGEN_TRY(auto file, read_object_file(path));
    files.push_back(std::move(file));
  }
  Collected collected;
  ROCM_BINDGEN_TRY(collected.sources, sources_of(files, paths));
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto& file = files[i];
    const auto same_target = [&](const TargetId& target) { return target.canonical == file.target.canonical; };
    auto& targets = collected.targets;
    auto target = std::find_if(targets.begin(), targets.end(), same_target);
    if (target == targets.end()) target = targets.insert(target, file.target);
    if (target->code_object_version != file.target.code_object_version)
      return refuse(paths[i],
                    fmt::format("the code object version for {} is not that of other files", target->canonical),
                    "compile all sources with the same --code-object-version");
    const auto source =
        std::find_if(collected.sources.begin(), collected.sources.end(),
                     [&](const HipSource& candidate) { return candidate.source.constant == file.source.constant; });
    const Job job(source - collected.sources.begin(), target - targets.begin());
    if (!collected.objects.emplace(job, std::move(file.object)).second)
      return refuse(paths[i],
                    fmt::format("'{}' has two object files for {}", source->source.path.string(), target->canonical),
                    "name each object file once");
  }
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto possible, check_combination(collected.targets));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto complete, check_is_complete(collected));
  return collected;
}

}  // namespace

Expected<Bindings> read_objects(const std::vector<fs::path>& files, const BuildOptions& given) {
  const auto options = with_defaults(given);
  ROCM_BINDGEN_TRY(auto collected, collect(files));
  const Toolchain no_toolchain;
  const Progress no_progress;
  const BuildContext context(options, collected.targets, no_toolchain, no_progress);
  BuildReport report;
  auto modules = Verifier(context, collected.sources).finish(collected.objects, report);
  if (has_errors(report.diagnostics)) return Failure(fold_targets(std::move(report.diagnostics)));

  std::set<std::string> inputs;
  for (const auto& file : files)
    for (auto& path : watched_paths(file)) inputs.insert(std::move(path));
  auto state = std::make_unique<Bindings::State>();
  state->build = {options.out_dir,
                  options.bundles,
                  std::move(collected.sources),
                  std::move(modules),
                  {{inputs.begin(), inputs.end()}, {}},
                  {tool_path().string()}};
  state->start = std::chrono::system_clock::now();
  return Bindings(std::move(state));
}

}  // namespace rocm_bindgen::build
