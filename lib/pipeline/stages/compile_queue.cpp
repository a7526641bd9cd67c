#include "pipeline/stages/compile_queue.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "support/append.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Merges the parts' messages in the order of the source. A function that is in several parts causes the same message
/// in each of them, so duplicates are removed.
std::vector<Diagnostic> in_source_order(const std::vector<std::vector<Diagnostic>>& parts) {
  std::vector<Diagnostic> all;
  for (const auto& messages : parts)
    for (const auto& message : messages)
      if (std::find(all.begin(), all.end(), message) == all.end()) all.push_back(message);
  std::stable_sort(all.begin(), all.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  });
  return all;
}

}  // namespace

CompileQueue::CompileQueue(const std::vector<CompileJob>& jobs, const CompileOptions& options, fs::path scratch)
    : jobs_(jobs), options_(options), in_one_piece_(options), scratch_(std::move(scratch)), progress_(jobs.size()) {
  in_one_piece_.split = in_one_piece_.merge = false;
  for (std::size_t job = 0; job < jobs_.size(); ++job)
    add({Step::Kind::compile, job}, compile_task(*jobs_[job].source, *jobs_[job].target, options_, output_of(job)));
  set_urgency();
}

void CompileQueue::set_urgency() {
  std::map<const HipSource*, double> known;
  for (const auto& job : jobs_)
    if (job.last_seconds) known.emplace(job.source, *job.last_seconds);
  // For a source that was never compiled, the size of its text is the only basis for an estimate. One job of each of
  // these sources starts before all other jobs, because its duration is a better estimate for the source's other
  // targets. kUnknown, which exceeds any duration, is therefore added to its urgency.
  // kSecondsPerByte only needs the right order of magnitude: 1 s for 100 KB.
  constexpr double kSecondsPerByte = 1e-5, kUnknown = 1e6;
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    const auto* source = jobs_[job].source;
    const auto found = known.find(source);
    if (jobs_[job].last_seconds || found != known.end()) {
      tasks_[job].urgency = jobs_[job].last_seconds.value_or(found->second);
      continue;
    }
    std::size_t bytes = 0;
    for (const auto& file : source->files) bytes += file.text.size();
    const double expected = static_cast<double>(bytes) * kSecondsPerByte;
    tasks_[job].urgency = expected + kUnknown;
    known.emplace(source, expected);
  }
}

void CompileQueue::learn(std::size_t job, double seconds) {
  for (std::size_t other = 0; other < jobs_.size(); ++other)
    if (jobs_[other].source == jobs_[job].source && !jobs_[other].last_seconds) tasks_[other].urgency = seconds;
}

std::optional<FinishedJob> CompileQueue::take(std::size_t task, const WorkerResult& ended) {
  const auto step = steps_[task];
  auto& progress = progress_[step.job];
  progress.seconds += ended.seconds;
  progress.peak_memory = std::max(progress.peak_memory, ended.peak_memory);
  switch (step.kind) {
    case Step::Kind::compile:
      return take_compile(step.job, ended);
    case Step::Kind::part:
      return take_part(step, ended);
    case Step::Kind::link:
      break;
  }
  return take_link(step.job, ended);
}

std::optional<FinishedJob> CompileQueue::take_compile(std::size_t job, const WorkerResult& ended) {
  auto outcome = collect_compile(*jobs_[job].source, *jobs_[job].target, output_of(job), ended);
  if (!outcome.object || outcome.object->result.parts == 0) return finish(job, std::move(outcome), ended);
  progress_[job].front_end = std::move(outcome.object->result);
  add_parts(job);
  return std::nullopt;
}

std::optional<FinishedJob> CompileQueue::take_part(const Step& step, const WorkerResult& ended) {
  auto& progress = progress_[step.job];
  --progress.parts_left;
  if (progress.failed) return std::nullopt;
  auto outcome = collect_step(*jobs_[step.job].source, *jobs_[step.job].target, ended);
  if (!outcome.result) {
    // The process would probably die again, so neither the part nor the source is compiled again.
    progress.failed = true;
    return finish(step.job, {std::nullopt, std::move(outcome.diagnostics)}, ended);
  }
  progress.failed = !outcome.result->succeeded;
  progress.messages[step.part] = std::move(outcome.result->diagnostics);
  if (progress.failed) {
    add_whole(step.job);
  } else if (progress.parts_left == 0) {
    add_link(step.job);
  }
  return std::nullopt;
}

std::optional<FinishedJob> CompileQueue::take_link(std::size_t job, const WorkerResult& ended) {
  auto outcome = collect_step(*jobs_[job].source, *jobs_[job].target, ended);
  if (!outcome.result) return finish(job, {std::nullopt, std::move(outcome.diagnostics)}, ended);
  if (!outcome.result->succeeded) {
    add_whole(job);
    return std::nullopt;
  }
  auto& progress = progress_[job];
  auto result = std::move(progress.front_end);
  const auto parts = std::exchange(result.parts, 0u);  // none is left, so the object is complete for its other users
  for (auto& message : in_source_order(progress.messages)) result.diagnostics.push_back(std::move(message));
  append(result.diagnostics, std::move(outcome.result->diagnostics));
  auto finished = finish(job, collect_object(std::move(result), output_of(job)), ended);
  finished.parts = parts;
  return finished;
}

FinishedJob CompileQueue::finish(std::size_t job, CompileOutcome outcome, const WorkerResult& ended) {
  FinishedJob finished{job, std::move(outcome), ended};
  finished.ended.seconds = progress_[job].seconds;
  finished.ended.peak_memory = progress_[job].peak_memory;
  learn(job, progress_[job].seconds);
  return finished;
}

void CompileQueue::add(Step step, WorkerTask task) {
  // Further steps of a job that has started are placed before jobs that have not. The constructor also calls this for
  // the first step of each job, and then set_urgency() replaces the value.
  task.urgency = std::numeric_limits<double>::infinity();
  steps_.push_back(step);
  tasks_.push_back(std::move(task));
}

void CompileQueue::add_whole(std::size_t job) {
  add({Step::Kind::compile, job}, compile_task(*jobs_[job].source, *jobs_[job].target, in_one_piece_, output_of(job)));
}

void CompileQueue::add_parts(std::size_t job) {
  auto& progress = progress_[job];
  progress.parts_left = progress.front_end.parts;
  progress.messages.resize(progress.front_end.parts);
  for (unsigned part = 0; part < progress.front_end.parts; ++part)
    add({Step::Kind::part, job, part},
        part_task(*jobs_[job].source, *jobs_[job].target, options_, progress.front_end.cuda_arch,
                  part_file(parts_folder(output_of(job)), part), object_of(job, part)));
}

void CompileQueue::add_link(std::size_t job) {
  std::vector<fs::path> objects;
  for (unsigned part = 0; part < progress_[job].front_end.parts; ++part) objects.push_back(object_of(job, part));
  add({Step::Kind::link, job}, link_task(*jobs_[job].source, *jobs_[job].target, options_, std::move(objects),
                                         progress_[job].front_end, output_of(job)));
}

fs::path CompileQueue::output_of(std::size_t job) const {
  return scratch_ / std::to_string(job) / "object";
}

fs::path CompileQueue::object_of(std::size_t job, unsigned part) const {
  return parts_folder(output_of(job)) / fmt::format("{}.o", part);
}

}  // namespace rocm_bindgen::build
