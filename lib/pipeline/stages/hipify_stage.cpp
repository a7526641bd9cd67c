#include "pipeline/stages/hipify_stage.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "hipify/text/findings.hpp"
#include "pipeline/stages/job_keys.hpp"
#include "pipeline/stages/jobs.hpp"
#include "pipeline/stages/reproducer.hpp"
#include "support/append.hpp"

namespace rocm_bindgen::build {
namespace {

HipifyOptions hipify_options(const BuildContext& context) {
  HipifyOptions options{.clang_flags = context.options.clang_flags,
                        .clang_resources = context.toolchain.compile.clang_resources,
                        .rewrite = {},
                        .device_header = true,
                        .hip = context.toolchain.hip};
  options.rewrite.kernel_launch_macro = context.options.kernel_launch_macro;
  return options;
}

/// The findings that a build reports: of those with the same text, one per file. `rocm-bindgen hipify` reports all.
std::vector<Diagnostic> of_interest(std::vector<Diagnostic> findings, const Toolchain& toolchain) {
  std::set<std::pair<std::string, std::string>> reported;
  std::erase_if(findings, [&](const Diagnostic& finding) {
    if (finding.category.empty()) return false;  // another message, which is always reported
    // If every wavefront has 32 lanes, as NVIDIA's warps have, code that assumes this size is correct.
    if (finding.category == name_of(Reason::wave_size) && !toolchain.has_waves_of_64) return true;
    return !reported.emplace(finding.file, finding.text).second;
  });
  return findings;
}

}  // namespace

std::vector<HipSource> hipify_stage(const BuildContext& context, const std::vector<Source>& sources,
                                    BuildRecords& records, BuildReport& report) {
  const auto options = hipify_options(context);
  std::vector<std::optional<HipSource>> hip(sources.size());
  std::vector<WorkerTask> tasks;
  std::vector<PlannedJob> plan;
  std::vector<std::size_t> source_of;  // by task
  for (std::size_t i = 0; i < sources.size(); ++i) {
    hip[i] = records.find_hip_source(sources[i], hipify_key(context, sources[i]));
    if (hip[i]) continue;
    tasks.push_back(hipify_task(sources[i], options));
    plan.push_back({sources[i].module, "", {}});
    source_of.push_back(i);
  }

  const auto on_end = [&](std::size_t task, const WorkerResult& ended) {
    const auto& source = sources[source_of[task]];
    auto outcome = collect_hipify(source, ended);
    const bool succeeded = outcome.hip.has_value();
    if (succeeded) {
      // This precedes store(), so that the record contains the hashes of the texts that were translated.
      records.remember(*outcome.hip);
      auto stored = records.store(*outcome.hip, hipify_key(context, source));
      if (!stored) append(report.diagnostics, std::move(stored.error().diagnostics));
    } else {
      append(report.diagnostics, std::move(outcome.diagnostics));
    }
    hip[source_of[task]] = std::move(outcome.hip);
    if (auto note = settle_reproducer(context.reproducers(), source, options, succeeded, ended))
      report.diagnostics.push_back(std::move(*note));
    ++report.statistics.hipified;
    // job_ended() sets the seconds and the memory, which are 0 here.
    report.job_ended(context.progress, task,
                     {.stage = "hipify",
                      .module = source.module,
                      .target = "",
                      .seconds = 0,
                      .peak_memory = 0,
                      .parts = 0,
                      .succeeded = succeeded},
                     ended);
    return succeeded || report.may_go_on_after_failure(context.options);
  };
  context.stage_begins("hipify", plan);
  run_workers(tasks, context.limits, on_end, context.hooks());

  std::vector<HipSource> translated;
  for (auto& source : hip) {
    if (!source) continue;
    // For sources that were up to date; for the others this was done above.
    records.remember(*source);
    append(report.diagnostics, of_interest(source->diagnostics, context.toolchain));
    translated.push_back(std::move(*source));
  }
  return translated;
}

}  // namespace rocm_bindgen::build
