#include "pipeline/stages/jobs.hpp"
#include "pipeline/stages/stages.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Of one job alone, the source may as well read the headers itself.
constexpr unsigned kWorthPrecompiling = 2;

/// Jobs that share the headers in front of their sources.
struct Sharers {
  Build::Job first;
  unsigned count = 0;
};

}  // namespace

void Build::precompile_prefixes(const std::vector<HipSource>& sources, const std::vector<TargetId>& targets,
                                const std::vector<Job>& jobs, const fs::path& scratch) {
  std::map<std::string, Sharers> sharers;
  for (const auto& job : jobs) {
    const auto key = prefix_key(sources[job.first], targets[job.second], compile_);
    if (!key.empty()) ++sharers.emplace(key, Sharers{job, 0}).first->second.count;
  }

  const auto store_key = [&](const std::string& key) { return content_hash({toolchain_.installation, key}); };
  std::vector<std::string> keys;
  std::vector<WorkerTask> tasks;
  std::vector<PlannedJob> plan;
  const auto output_of = [&](std::size_t task) { return scratch / "prefix" / std::to_string(task) / "headers.pch"; };
  for (const auto& [key, sharing] : sharers) {
    if (auto known = options_.use_cache ? prefixes_.find(store_key(key)) : std::nullopt) {
      compile_.prefixes.emplace(key, std::move(*known));
    } else if (sharing.count >= kWorthPrecompiling) {
      tasks.push_back(precompile_task(sources[sharing.first.first], targets[sharing.first.second], compile_,
                                      output_of(keys.size())));
      plan.push_back({"", targets[sharing.first.second].canonical, {}});
      keys.push_back(key);
    }
  }
  stage_begins("precompile", plan);
  const auto on_end = [&](std::size_t task, const WorkerResult& ended) {
    const auto made = collect_precompile(output_of(task), ended);
    // What is wrong with headers is reported by the jobs, each of which reads them itself then.
    if (made && !options_.use_cache) compile_.prefixes.emplace(keys[task], *made);
    if (made && options_.use_cache)
      if (auto stored = prefixes_.store(store_key(keys[task]), *made))
        compile_.prefixes.emplace(keys[task], std::move(*stored));
    const auto& target = targets[sharers.at(keys[task]).first.second];
    ++statistics.precompiled;
    job_ended(task, {"precompile", "", target.canonical, 0, 0, 0, made.has_value()}, ended);
    return true;
  };
  run_workers(tasks, limits_, on_end, hooks());
}

}  // namespace rocm_bindgen::build
