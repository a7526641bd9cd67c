#include "pipeline/stages/compile_stage.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "pipeline/stages/compile_queue.hpp"
#include "pipeline/stages/reproducer.hpp"
#include "support/append.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build {
namespace {

/// Returns true if a compiler that the worker started has crashed.
bool has_crash(const CompileResult& result) {
  return std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.code == ExitCode::job_crashed; });
}

/// Handles the end of each job.
class JobEnds {
 public:
  JobEnds(const BuildContext& context, const std::vector<HipSource>& sources, const CompilePlan& plan,
          EarlierBuilds& earlier, BuildReport& report)
      : context_(context), sources_(sources), plan_(plan), earlier_(earlier), report_(report) {}

  /// Stores and counts the job's object, or reports why there is none. Returns whether the job succeeded.
  bool take(FinishedJob& job) {
    const auto& missing = plan_.missing[job.job];
    const auto& source = sources_[missing.job.first];
    const auto& target = context_.targets[missing.job.second];
    const auto& object = job.outcome.object;
    const bool succeeded = object && object->result.succeeded;
    if (!succeeded) report_full_disk(job);
    append(report_.diagnostics, std::move(job.outcome.diagnostics));
    if (succeeded) store(missing, *object, job.ended.seconds);
    const bool crashed = job.ended.end != WorkerResult::End::finished || (object && has_crash(object->result));
    if (auto note = settle_reproducer(context_.reproducers(), source, target, context_.toolchain.compile,
                                      cache_folder(context_.options.cache_dir), {succeeded, crashed, job.ended}))
      report_.diagnostics.push_back(std::move(*note));
    ++report_.statistics.compiled;
    // job_ended() sets the seconds and the memory, which are 0 here.
    report_.job_ended(context_.progress, job.job,
                      {"compile", source.source.module, target.canonical, 0, 0, job.parts, succeeded}, job.ended);
    return succeeded;
  }

 private:
  /// If the disk is full, replaces the messages of a failed job by one that reports this. A compiler that cannot write
  /// its files fails in many ways, and few of its messages state the reason.
  void report_full_disk(FinishedJob& job) const {
    if (job.ended.end == WorkerResult::End::interrupted) return;
    for (const auto& folder : {context_.records_folder(), plan_.scratch->path()})
      if (auto room = check_room(folder); !room) {
        job.outcome = {std::nullopt, std::move(room.error().diagnostics)};
        return;
      }
  }

  /// Stores the object in the records, for the next build, and in the cache, for builds of other folders.
  void store(const MissingObject& missing, const FinishedObject& object, double seconds) {
    if (object.result.reads_unseen_files) return;
    if (auto stored = earlier_.records.store(sources_[missing.job.first].source, context_.targets[missing.job.second],
                                             object, missing.key, seconds);
        !stored)
      append(report_.diagnostics, std::move(stored.error().diagnostics));
    // Failure to write the cache is not an error: it only makes later builds slower.
    if (context_.options.use_cache) [[maybe_unused]]
      const auto ignored = earlier_.objects.store(missing.cache_key, object);
  }

  const BuildContext& context_;
  const std::vector<HipSource>& sources_;
  const CompilePlan& plan_;
  EarlierBuilds& earlier_;
  BuildReport& report_;
};

/// Returns a function for WorkerHooks::meanwhile. Each call of it passes the next source that has no job in `plan` to
/// `while_waiting`, and returns false if no sources are left.
std::function<bool()> one_by_one(std::size_t sources, const CompilePlan& plan, CompiledObjects& objects,
                                 const WhileWaiting& while_waiting) {
  std::set<std::size_t> incomplete;
  for (const auto& missing : plan.missing) incomplete.insert(missing.job.first);
  return [sources, incomplete = std::move(incomplete), &objects, &while_waiting, next = std::size_t{0}]() mutable {
    while (incomplete.count(next) != 0) ++next;
    if (next >= sources) return false;
    while_waiting(next, objects);
    return ++next < sources;
  };
}

std::vector<PlannedJob> planned(const std::vector<CompileJob>& jobs) {
  std::vector<PlannedJob> plan;
  for (const auto& job : jobs) plan.push_back({job.source->source.module, job.target->canonical, job.last_seconds});
  return plan;
}

/// The inputs that precompiled headers add to objects. Many objects have the same ones, so records and cache entries
/// refer to them as a shared set.
std::vector<Inputs> prefix_inputs(const BuildContext& context, const std::vector<HipSource>& sources,
                                  const CompilePlan& plan, const CompileOptions& options) {
  std::set<std::vector<std::string>> seen;
  std::vector<Inputs> all;
  for (const auto& missing : plan.missing) {
    const auto& source = sources[missing.job.first];
    const auto key = prefix_key(source, context.targets[missing.job.second], options);
    const auto prefix = options.prefixes.find(key);
    // Apart from the prefix, the inputs depend only on the source's folders of headers.
    auto folders = source.implied_folders;
    folders.push_back(key);
    if (prefix == options.prefixes.end() || !seen.insert(std::move(folders)).second) continue;
    CompileResult result;
    add_inputs(prefix->second, source, options, result);
    all.push_back({std::move(result.dependencies), std::move(result.absent)});
  }
  // A record refers to the first set that its inputs include, so the largest sets come first. Sets of the same prefix
  // have the same files and differ only in `absent`.
  std::stable_sort(all.begin(), all.end(),
                   [](const Inputs& a, const Inputs& b) { return a.absent.size() > b.absent.size(); });
  return all;
}

}  // namespace

CompiledObjects compile_stage(const BuildContext& context, const std::vector<HipSource>& sources, CompilePlan plan,
                              Prefixes prefixes, EarlierBuilds& earlier, BuildReport& report,
                              const WhileWaiting& while_waiting) {
  auto objects = std::move(plan.known);
  if (plan.missing.empty()) return objects;

  auto options = context.toolchain.compile;
  options.prefixes = std::move(prefixes);
  for (const auto& inputs : prefix_inputs(context, sources, plan, options)) {
    earlier.records.share(inputs);
    earlier.objects.share(inputs);
  }

  std::vector<CompileJob> jobs;
  for (const auto& missing : plan.missing)
    jobs.push_back({&sources[missing.job.first], &context.targets[missing.job.second], missing.last_seconds});
  CompileQueue queue(jobs, options, plan.scratch->path());
  JobEnds ends(context, sources, plan, earlier, report);
  const auto on_end = [&](std::size_t task, const WorkerResult& ended) {
    auto job = queue.take(task, ended);
    if (!job) return true;
    const bool succeeded = ends.take(*job);
    if (job->outcome.object) objects.emplace(plan.missing[job->job].job, std::move(*job->outcome.object));
    return succeeded || report.may_go_on_after_failure(context.options);
  };

  context.stage_begins("compile", planned(jobs));
  auto hooks = context.hooks();
  hooks.meanwhile = one_by_one(sources.size(), plan, objects, while_waiting);
  if (const auto& starts = context.progress.job_starts)
    hooks.on_start = [&](std::size_t task) { starts(queue.job_of(task)); };
  run_workers(queue.tasks(), context.limits, on_end, std::move(hooks));
  return objects;
}

}  // namespace rocm_bindgen::build
