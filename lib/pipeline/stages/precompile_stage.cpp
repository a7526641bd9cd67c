#include "pipeline/stages/precompile_stage.hpp"

#include <filesystem>
#include <utility>

#include "pipeline/stages/jobs.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen::build {
namespace {

/// The number of compile jobs from which precompiling their common headers is faster. A single job parses the headers
/// itself in the time that a job for precompiling them would need.
constexpr unsigned kWorthPrecompiling = 2;

/// Jobs whose sources start with the same headers.
struct Sharers {
  Job first;
  unsigned count = 0;
};

}  // namespace

Prefixes precompile_stage(const BuildContext& context, const std::vector<HipSource>& sources, const CompilePlan& plan,
                          PrefixStore& store, BuildReport& report) {
  Prefixes prefixes;
  if (!context.options.precompile || plan.missing.empty()) return prefixes;
  const bool use_cache = context.options.use_cache;
  const auto& options = context.toolchain.compile;
  std::map<std::string, Sharers> sharers;
  for (const auto& [job, object_key, seconds] : plan.missing) {
    const auto key = prefix_key(sources[job.first], context.targets[job.second], options);
    if (!key.empty()) ++sharers.emplace(key, Sharers{job, 0}).first->second.count;
  }

  const auto store_key = [&](const std::string& key) { return content_hash({context.toolchain.installation, key}); };
  const auto output_of = [&](std::size_t task) {
    return plan.scratch->path() / "prefix" / std::to_string(task) / "headers.pch";
  };
  std::vector<std::string> keys;  // by task
  std::vector<WorkerTask> tasks;
  std::vector<PlannedJob> planned;
  for (const auto& [key, sharing] : sharers) {
    if (auto known = use_cache ? store.find(store_key(key)) : std::nullopt) {
      prefixes.emplace(key, std::move(*known));
    } else if (sharing.count >= kWorthPrecompiling) {
      const auto& target = context.targets[sharing.first.second];
      tasks.push_back(precompile_task(sources[sharing.first.first], target, options, output_of(keys.size())));
      planned.push_back({"", target.canonical, {}});
      keys.push_back(key);
    }
  }

  const auto on_end = [&](std::size_t task, const WorkerResult& ended) {
    const auto made = collect_precompile(output_of(task), ended);
    if (made && !use_cache) prefixes.emplace(keys[task], *made);
    if (made && use_cache)
      if (auto stored = store.store(store_key(keys[task]), *made)) prefixes.emplace(keys[task], std::move(*stored));
    ++report.statistics.precompiled;
    report.job_ended(context.progress, task, {"precompile", "", planned[task].target, 0, 0, 0, made.has_value()},
                     ended);
    return true;
  };
  context.stage_begins("precompile", planned);
  run_workers(tasks, context.limits, on_end, context.hooks());
  return prefixes;
}

}  // namespace rocm_bindgen::build
