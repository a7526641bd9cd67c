#include "rocm_bindgen/build/bindings.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "emit/dependency_file.hpp"
#include "emit/header.hpp"
#include "emit/manifest.hpp"
#include "emit/offload_bundle.hpp"
#include "pipeline/stages/language_output.hpp"
#include "pipeline/stages/output_names.hpp"
#include "pipeline/stages/stages.hpp"
#include "support/append.hpp"
#include "support/escape.hpp"
#include "support/file.hpp"
#include "support/interrupt.hpp"
#include "support/leftovers.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Stages hip/, hsaco/, what `embedding` wants as files and the manifest, and the removal of what the last manifest
/// listed and this one does not.
Expected<Done> stage_artifacts(Bindings::State& state, const EmbeddingOptions& embedding, OutputTransaction& outputs) {
  const auto& out_dir = state.out_dir;
  std::set<std::string> files;
  const auto stage = [&](const std::string& relative, const std::string& bytes) -> Expected<Done> {
    // Headers that several sources share come with each of them; they are the same text.
    if (!files.insert(relative).second) return Done{};
    // JSON would list another name, by which nobody finds the file again.
    if (!is_utf8(relative))
      return Failure(ExitCode::source_error,
                     fmt::format("'{}' is not UTF-8 and cannot be written to manifest.json", relative),
                     "rename the source or header");
    return outputs.stage_below(out_dir, relative, bytes);
  };
  std::map<fs::path, std::string> texts;
  for (const auto& source : state.hip_sources)
    for (const auto& file : source.files) {
      // Two SRC folders may each have a "util.cuh" of their own; the second goes to a folder of its module's.
      auto place = fs::path("hip") / file.relative;
      if (const auto [known, added] = texts.emplace(place, file.placed_text());
          !added && known->second != file.placed_text())
        place = fs::path("hip") / (source.source.module + ".files") / file.relative;
      if (auto staged = stage(place.string(), file.placed_text()); !staged) return std::move(staged).error();
    }
  for (const auto& module : state.modules)
    for (const auto& object : module.code_objects)
      if (auto staged = stage(code_object_path(module.source, object.target), object.image); !staged)
        return std::move(staged).error();
  for (const auto& module : state.modules)
    for (const auto& object : module.code_objects) {
      if (companion_extension(embedding.kind).empty()) break;
      if (auto staged = stage(stored_path(module, object, embedding), stored_bytes(object, embedding)); !staged)
        return std::move(staged).error();
    }
  for (const auto& module : state.modules) {
    if (!state.bundles) break;
    ROCM_BINDGEN_TRY(const auto bundle, offload_bundle(module));
    if (auto staged = stage("bundle/" + module.source.module + ".hipfb", bundle); !staged)
      return std::move(staged).error();
  }
  // Read now, that nobody else writes into the folder: a build that was at work at the same time may have left files.
  ROCM_BINDGEN_TRY(const auto earlier_files, files_of_manifest(out_dir / "manifest.json"));
  for (const auto& old : earlier_files) {
    const auto place = place_through_links(out_dir / old).string();
    // An artifact of a build before that is a source of this one is the user's now.
    const bool is_read =
        std::find(state.dependencies.begin(), state.dependencies.end(), place) != state.dependencies.end();
    if (files.count(old) == 0 && !is_read) outputs.stage_removal(out_dir, old);
  }
  for (const auto& file : files) state.outputs.push_back((out_dir / file).string());
  state.outputs.push_back((out_dir / "manifest.json").string());
  return outputs.stage_below(out_dir, "manifest.json", emit_manifest(state.modules, {files.begin(), files.end()}));
}

/// The file beside the header, where its embedding has one.
Expected<Done> stage_companion(Bindings::State& state, const fs::path& header, const EmbeddingOptions& embedding,
                               OutputTransaction& outputs) {
  const auto extension = companion_extension(embedding.kind);
  if (extension.empty()) return Done{};
  const auto place = fs::path(header).replace_extension(extension);
  const auto taken = [&](const char* by) {
    return Failure(ExitCode::usage, fmt::format("'{}' is to hold the code objects, and is {}", place.string(), by),
                   "give the header another name with -o");
  };
  if (place == header) return taken("the header");
  if (const auto before = read_file(place); before && !is_companion(*before)) return taken("another program's file");
  ROCM_BINDGEN_TRY(const auto text, emit_companion(state.modules, embedding));
  state.outputs.push_back(place.string());
  return outputs.stage_below(place.parent_path(), place.filename(), text);
}

/// Where a build writes that is not below its folder of artifacts, links followed as write() follows them.
std::vector<fs::path> written_besides_artifacts(const fs::path& header, const WriteOptions& options) {
  std::vector<fs::path> places{header};
  if (!options.dependency_file.empty()) places.push_back(options.dependency_file);
  if (const auto extension = companion_extension(options.embedding); !extension.empty())
    places.push_back(fs::path(header).replace_extension(extension));
  for (std::size_t i = 0, given = places.size(); i < given; ++i) {
    std::error_code error;
    if (auto real = fs::canonical(places[i], error); !error) places.push_back(std::move(real));
  }
  return places;
}

/// An interrupt that comes while outputs are being staged still leaves the earlier ones in place.
Expected<Done> commit(OutputTransaction& outputs) {
  if (interrupted()) return Failure(ExitCode::interrupted, "interrupted");
  return outputs.commit();
}

}  // namespace

Bindings::Bindings(std::unique_ptr<State> state) : state_(std::move(state)) {}
Bindings::Bindings(Bindings&&) noexcept = default;
Bindings& Bindings::operator=(Bindings&&) noexcept = default;
Bindings::~Bindings() = default;

Expected<Done> Bindings::write(const fs::path& header, const WriteOptions& options) {
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto read_too, add_own_files(options, state_->dependencies));
  const EmbeddingOptions embedding{options.embedding, options.compress, relative_artifacts(header, state_->out_dir),
                                   options.name_space};
  const HeaderOptions header_options{header.filename().string(), options.inline_runtime, embedding};
  ROCM_BINDGEN_TRY(const auto page, is_cpp_header(options)
                                        ? emit_header(state_->modules, header_options)
                                        : emit_language(state_->modules, header, state_->out_dir, options));
  OutputJournal journal(state_->out_dir, written_besides_artifacts(header, options));
  OutputTransaction outputs([&](const fs::path& place) { journal.note(place); });
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto artifacts, stage_artifacts(*state_, embedding, outputs));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto names,
                   check_all_outputs(header, options, state_->outputs, state_->dependencies));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto companion, stage_companion(*state_, header, embedding, outputs));
  state_->outputs.push_back(header.string());
  if (!options.dependency_file.empty()) state_->outputs.push_back(options.dependency_file.string());
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto staged, outputs.stage(header, page));
  if (!options.dependency_file.empty()) {
    auto targets = options.dependency_targets;
    if (targets.empty()) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto fits, check_target(header.string()));
      targets = {escape_dependency(header.string())};
    }
    auto prerequisites = state_->dependencies;
    std::erase_if(prerequisites, is_watched_folder);
    append(prerequisites, state_->programs);
    ROCM_BINDGEN_TRY(const auto text, emit_dependency_file(targets, prerequisites));
    if (auto dependencies = outputs.stage(options.dependency_file, text); !dependencies)
      return std::move(dependencies).error();
  }
  return commit(outputs);
}

Expected<Done> Bindings::write_artifacts() {
  OutputJournal journal(state_->out_dir, {});
  OutputTransaction outputs([&](const fs::path& place) { journal.note(place); });
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto artifacts, stage_artifacts(*state_, {}, outputs));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto names, check_all_outputs({}, {}, state_->outputs, state_->dependencies));
  return commit(outputs);
}

std::vector<ModuleSummary> Bindings::modules() const {
  std::vector<ModuleSummary> summaries;
  for (const auto& module : state_->modules) {
    ModuleSummary summary;
    summary.name = module.source.module;
    summary.kernels = module.kernels.size();
    for (const auto& object : module.code_objects)
      summary.code_objects.push_back({object.target.canonical, object.image.size(), object.compressed.size()});
    for (const auto& job : state_->statistics.jobs)
      if (job.module == module.source.module) summary.seconds += job.seconds;
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

const BuildStatistics& Bindings::statistics() const {
  return state_->statistics;
}
const std::vector<Diagnostic>& Bindings::diagnostics() const {
  return state_->diagnostics;
}
const std::vector<std::string>& Bindings::dependencies() const {
  return state_->dependencies;
}
const std::vector<std::string>& Bindings::absent() const {
  return state_->absent;
}
const std::vector<std::string>& Bindings::outputs() const {
  return state_->outputs;
}
bool Bindings::used_external_compiler() const {
  return state_->used_external_compiler;
}
bool Bindings::reads_unseen_files() const {
  return state_->reads_unseen_files;
}
std::chrono::system_clock::time_point Bindings::start_time() const {
  return state_->start;
}

}  // namespace rocm_bindgen::build
