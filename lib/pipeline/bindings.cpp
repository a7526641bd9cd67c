#include "rocm_bindgen/build/bindings.hpp"

#include <algorithm>
#include <utility>

#include "pipeline/bindings_state.hpp"
#include "pipeline/stages/language_output.hpp"
#include "pipeline/stages/object_file.hpp"
#include "support/append.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Adds the files that are not listed yet: each call of write() writes the artifacts, which must be listed once.
void add_new(WrittenFiles& files, WrittenFiles more) {
  for (auto& file : more)
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(std::move(file));
}

}  // namespace

Bindings::Bindings(std::unique_ptr<State> state) : state_(std::move(state)) {}
Bindings::Bindings(Bindings&&) noexcept = default;
Bindings& Bindings::operator=(Bindings&&) noexcept = default;
Bindings::~Bindings() = default;

Expected<Done> Bindings::write(const fs::path& header, const WriteOptions& options) {
  // The config file and the template are inputs of this output only, so the build does not list them yet.
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto added, add_own_files(options, state_->build.inputs.files));
  ROCM_BINDGEN_TRY(auto written, write_stage(state_->build, header, options));
  add_new(state_->outputs, std::move(written));
  return Done{};
}

Expected<Done> Bindings::write_artifacts() {
  ROCM_BINDGEN_TRY(auto written, write_artifacts_stage(state_->build));
  add_new(state_->outputs, std::move(written));
  return Done{};
}

Expected<Done> Bindings::write_object(const fs::path& file, const WriteOptions& options) {
  const auto& modules = state_->build.modules;
  if (modules.size() != 1 || modules.front().code_objects.size() != 1)
    return Failure(ExitCode::usage, "an object file is for one source and one target",
                   "write an object file for each of them");
  const auto bytes = object_file(state_->build.hip_sources.front(), modules.front().code_objects.front(),
                                 state_->results.at({0, 0}), state_->options);
  ROCM_BINDGEN_TRY(auto written, write_object_stage(state_->build, file, bytes, state_->reads_unseen_files, options));
  add_new(state_->outputs, std::move(written));
  return Done{};
}

std::vector<ModuleSummary> Bindings::modules() const {
  std::vector<ModuleSummary> summaries;
  for (const auto& module : state_->build.modules) {
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
  return state_->build.inputs.files;
}
const std::vector<std::string>& Bindings::absent() const {
  return state_->build.inputs.absent;
}
std::vector<Diagnostic> Bindings::share_objects() {
  auto warnings = std::exchange(state_->remote_warnings, {});
  append(warnings, upload(std::exchange(state_->upload, {})));
  return warnings;
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
