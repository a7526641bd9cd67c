#include <algorithm>

#include <fmt/format.h>

#include "pipeline/cache/cache_upkeep.hpp"
#include "pipeline/stages/compile_queue.hpp"
#include "pipeline/stages/reproducer.hpp"
#include "pipeline/stages/stages.hpp"
#include "support/append.hpp"
#include "support/file.hpp"
#include "support/leftovers.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Of a compiler that the worker has started.
bool has_crash(const CompileResult& result) {
  return std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.code == ExitCode::job_crashed; });
}

/// For the jobs' files: beside the records, where the next build finds what a killed one has left. But not where LLVM,
/// when it makes up the names of files, would write digits into the folder's name.
Expected<TemporaryFolder> scratch_folder(const fs::path& records) {
  std::error_code error;
  const bool has_digits_to_come = fs::absolute(records, error).native().find('%') != std::string::npos;
  return has_digits_to_come ? TemporaryFolder::create() : TemporaryFolder::create_in(records, "scratch");
}

std::vector<PlannedJob> plan_of(const std::vector<CompileJob>& jobs) {
  std::vector<PlannedJob> plan;
  for (const auto& job : jobs) plan.push_back({job.source->source.module, job.target->canonical, job.last_seconds});
  return plan;
}

}  // namespace

std::optional<FinishedObject> Build::find_object(const HipSource& source, const TargetId& target) {
  const auto key = compile_key(source, target);
  if (auto object = records_.find_object(source.source, target, key)) {
    ++statistics.up_to_date;
    return object;
  }
  if (!options_.use_cache) return std::nullopt;
  auto object = cache_.find(key);
  if (!object) {
    ++statistics.cache_misses;
    return std::nullopt;
  }
  ++statistics.cache_hits;
  if (object->shared != nullptr && shared_.insert(object->shared).second) records_.share(*object->shared);
  const auto seconds = records_.last_seconds(source.source, target).value_or(0);
  if (auto stored = records_.store(source.source, target, *object, key, seconds); !stored)
    append(diagnostics, std::move(stored.error().diagnostics));
  return object;
}

Diagnostic Build::reproducer_note(const fs::path& script, const char* program, const Source& source) {
  Diagnostic note;
  note.severity = Severity::note;
  note.file = source.path.string();
  note.text = fmt::format("'sh {}' runs the {} alone, for a report of what it did", script.string(), program);
  return note;
}

void Build::store_object(const HipSource& source, const TargetId& target, const FinishedObject& object,
                         double seconds) {
  if (object.result.reads_unseen_files) return;
  const auto key = compile_key(source, target);
  if (auto stored = records_.store(source.source, target, object, key, seconds); !stored)
    append(diagnostics, std::move(stored.error().diagnostics));
  // A cache that cannot be written costs time later and nothing else.
  if (options_.use_cache) [[maybe_unused]]
    const auto ignored = cache_.store(key, object);
}

fs::path Build::reproducers() const {
  return options_.out_dir / ".rocm-bindgen/reproducers";
}

void Build::keep_reproducer(const HipSource& source, const TargetId& target, bool succeeded, bool crashed,
                            const WorkerResult& ended) {
  if (succeeded) return remove_reproducer(reproducers(), source.source, target);
  if (ended.end == WorkerResult::End::interrupted) return;
  const auto script =
      write_reproducer(reproducers(), source, target, toolchain_.compile, cache_folder(options_.cache_dir));
  // Of a source with errors in it, the errors are what users want to see.
  if (!script || !crashed) return;
  auto note = reproducer_note(*script, "compiler", source.source);
  note.targets = {target.canonical};
  diagnostics.push_back(std::move(note));
}

void Build::settle_cache() {
  if (!options_.use_cache || statistics.cache_hits + statistics.cache_misses == 0) return;
  build::settle_cache(cache_folder(options_.cache_dir), {statistics.cache_hits, statistics.cache_misses},
                      cache_.stored_bytes() + prefixes_.stored_bytes(), options_.cache_size);
}

std::map<Build::Job, FinishedObject> Build::compile_all(const std::vector<HipSource>& sources,
                                                        const std::vector<TargetId>& targets) {
  std::map<Job, FinishedObject> finished;
  std::vector<Job> jobs;
  for (std::size_t s = 0; s < sources.size(); ++s)
    for (std::size_t t = 0; t < targets.size(); ++t) {
      auto object = find_object(sources[s], targets[t]);
      if (object) {
        finished.emplace(Job{s, t}, std::move(*object));
      } else {
        jobs.emplace_back(s, t);
      }
    }
  if (jobs.empty()) return finished;
  remove_old_temporaries(options_.out_dir / ".rocm-bindgen");

  auto scratch = scratch_folder(options_.out_dir / ".rocm-bindgen");
  if (!scratch) {
    append(diagnostics, std::move(scratch.error().diagnostics));
    return finished;
  }
  scratch_ = scratch->path();
  if (options_.precompile) precompile_prefixes(sources, targets, jobs, scratch->path());
  for (const auto& [key, prefix] : compile_.prefixes) {
    records_.share({prefix.dependencies, prefix.absent});
    cache_.share({prefix.dependencies, prefix.absent});
  }

  std::vector<CompileJob> to_compile;
  for (const auto& [source, target] : jobs)
    to_compile.push_back(
        {&sources[source], &targets[target], records_.last_seconds(sources[source].source, targets[target])});
  CompileQueue queue(to_compile, compile_, scratch->path());
  const auto on_end = [&](std::size_t task, const WorkerResult& ended) {
    auto ended_job = queue.take(task, ended);
    if (!ended_job) return true;
    const auto& job = jobs[ended_job->job];
    const bool succeeded = finish_compile(sources[job.first], targets[job.second], *ended_job);
    if (ended_job->outcome.object) finished.emplace(job, std::move(*ended_job->outcome.object));
    return succeeded || may_fail_again();
  };
  // Modules that are complete already need not wait for the others.
  std::set<std::size_t> incomplete;
  for (const auto& job : jobs) incomplete.insert(job.first);
  const auto meanwhile = [&, next = std::size_t{0}]() mutable {
    while (incomplete.count(next) != 0) ++next;
    if (next >= sources.size()) return false;
    verified_.emplace(next, verify_module(sources[next], next, finished, targets));
    return ++next < sources.size();
  };
  stage_begins("compile", plan_of(to_compile));
  auto hooks = this->hooks();
  hooks.meanwhile = meanwhile;
  if (progress_.job_starts) hooks.on_start = [&](std::size_t task) { progress_.job_starts(queue.job_of(task)); };
  run_workers(queue.tasks(), limits_, on_end, std::move(hooks));
  return finished;
}

bool Build::finish_compile(const HipSource& source, const TargetId& target, FinishedJob& job) {
  const auto& object = job.outcome.object;
  const bool succeeded = object && object->result.succeeded;
  // A compiler whose files do not fit dies in many ways, and few of them say why.
  if (!succeeded && job.ended.end != WorkerResult::End::interrupted)
    for (const auto& folder : {options_.out_dir / ".rocm-bindgen", scratch_})
      if (auto room = check_room(folder); !room) {
        job.outcome = {std::nullopt, std::move(room.error().diagnostics)};
        break;
      }
  append(diagnostics, std::move(job.outcome.diagnostics));
  if (succeeded) store_object(source, target, *object, job.ended.seconds);
  const bool crashed = job.ended.end != WorkerResult::End::finished || (object && has_crash(object->result));
  keep_reproducer(source, target, succeeded, crashed, job.ended);
  const unsigned parts = object ? object->result.parts : 0;
  ++statistics.compiled;
  job_ended(job.job, {"compile", source.source.module, target.canonical, 0, 0, parts, succeeded}, job.ended);
  return succeeded;
}

}  // namespace rocm_bindgen::build
