#include "pipeline/stages/precompile_stage.hpp"

#include "pipeline/stages/prefix_jobs.hpp"

namespace rocm_bindgen::build {

Prefixes precompile_stage(const BuildContext& context, const std::vector<HipSource>& sources, const CompilePlan& plan,
                          PrefixStore& store, BuildReport& report) {
  if (!context.options.precompile || plan.missing.empty()) return {};
  PrefixJobs jobs(context.toolchain.compile, plan.scratch->path(), context.options.use_cache ? &store : nullptr);
  for (const auto& missing : plan.missing)
    jobs.add(sources[missing.job.first], context.targets[missing.job.second], Side::device);

  auto tasks = jobs.make_tasks();
  std::vector<PlannedJob> planned;
  for (std::size_t task = 0; task < tasks.size(); ++task) planned.push_back({"", jobs.target_of(task), {}});
  const auto on_end = [&](std::size_t task, const WorkerResult& ended) {
    const bool made = jobs.take(task, ended);
    ++report.statistics.precompiled;
    // job_ended() sets the seconds and the memory; headers have no parts.
    report.job_ended(context.progress, task, {"precompile", "", planned[task].target, 0, 0, 0, made}, ended);
    return true;
  };
  context.stage_begins("precompile", planned);
  run_workers(tasks, context.limits, on_end, context.hooks());
  return std::move(jobs.prefixes);
}

}  // namespace rocm_bindgen::build
