#include "program/translated_source.hpp"

#include "discover/discover.hpp"
#include "pipeline/stages/build_report.hpp"
#include "pipeline/stages/earlier_builds.hpp"
#include "pipeline/stages/hipify_stage.hpp"
#include "pipeline/stages/jobs.hpp"
#include "support/append.hpp"
#include "support/exact_bytes.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

TranslatedSource::TranslatedSource(BuildOptions options, std::vector<TargetId> targets, Toolchain toolchain,
                                   TemporaryFolder scratch)
    : options_(std::move(options)),
      targets_(std::move(targets)),
      toolchain_(std::move(toolchain)),
      scratch_(std::move(scratch)),
      context_(options_, targets_, toolchain_, progress_) {}

Expected<std::unique_ptr<TranslatedSource>> TranslatedSource::translate(const BuildOptions& given) {
  auto options = given;
  ROCM_BINDGEN_TRY(auto scratch, TemporaryFolder::create());
  options.out_dir = scratch.path() / "device";
  ROCM_BINDGEN_TRY(auto targets, parse_targets(options.targets, options.code_object_version));
  ROCM_BINDGEN_TRY(const auto sources, discover_modules(options.inputs, options.exclude));
  ROCM_BINDGEN_TRY(auto toolchain, find_toolchain(options, targets));
  std::unique_ptr<TranslatedSource> translated(
      new TranslatedSource(std::move(options), std::move(targets), std::move(toolchain), std::move(scratch)));
  EarlierBuilds earlier(translated->options_, /*remote_store=*/nullptr);
  BuildReport report;
  auto hipified = hipify_stage(translated->context_, sources, earlier.records, report);
  if (hipified.empty() || has_errors(report.diagnostics)) return Failure(std::move(report.diagnostics));
  translated->hip_ = std::move(hipified.front());
  translated->diagnostics_ = std::move(report.diagnostics);
  return translated;
}

Expected<std::vector<CompileResult>> TranslatedSource::run(const std::vector<Job>& jobs) {
  std::vector<WorkerTask> tasks;
  for (const auto& job : jobs) tasks.push_back({job.name, [&job] { return exact_bytes(nlohmann::json(job.run())); }});
  std::vector<CompileResult> results(jobs.size());
  std::vector<Diagnostic> messages;
  run_workers(tasks, context_.limits, [&](std::size_t index, const WorkerResult& ended) {
    auto step = collect_step(hip_, *jobs[index].target, ended);
    append(messages, std::move(step.diagnostics));
    if (!step.result) return true;
    results[index] = std::move(*step.result);
    append(messages, results[index].diagnostics);
    inputs_ = united(inputs_, {results[index].dependencies, results[index].absent});
    return true;
  });
  messages = fold_targets(std::move(messages));
  if (has_errors(messages)) return Failure(std::move(messages));
  append(diagnostics_, std::move(messages));
  return results;
}

}  // namespace rocm_bindgen::build
