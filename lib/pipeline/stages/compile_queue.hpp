#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "pipeline/stages/jobs.hpp"

namespace rocm_bindgen::build {

/// A source, and what it is compiled for.
struct CompileJob {
  const HipSource* source;
  const TargetId* target;
  std::optional<double> last_seconds;  ///< that it took the last time
};

/// A compile job whose last step has ended.
struct FinishedJob {
  std::size_t job = 0;
  CompileOutcome outcome;
  WorkerResult ended;  ///< of the last step, with the time and memory of all
};

/// Compile jobs as tasks for workers, the longest first: whatever starts last should not be what everybody waits for.
/// What was never compiled is expected to take as long as for the target that it was first compiled for. Most are one
/// task; of a source that is worth it, the front end is one, and the back end several and a link, queued as soon as it
/// is known how many. Whatever goes wrong in those is told as if there had been none: the source is compiled once more,
/// in one piece.
class CompileQueue {
 public:
  /// `jobs` and `options` must outlive the queue. Outputs go below `scratch`.
  CompileQueue(const std::vector<CompileJob>& jobs, const CompileOptions& options, std::filesystem::path scratch);

  /// For run_workers(); take() adds to it.
  std::vector<WorkerTask>& tasks() { return tasks_; }

  /// The job that a task is a step of.
  std::size_t job_of(std::size_t task) const { return steps_[task].job; }

  /// To be called as each task ends: the job that ended with it, if one did.
  std::optional<FinishedJob> take(std::size_t task, const WorkerResult& ended);

 private:
  struct Step {
    enum class Kind { compile, part, link } kind;
    std::size_t job;
    unsigned part = 0;
  };
  /// A job between its steps.
  struct Progress {
    CompileResult front_end;
    std::vector<std::vector<Diagnostic>> messages;  ///< per part
    unsigned parts_left = 0;
    bool failed = false;  ///< of one part: what the others do does not matter
    double seconds = 0;
    std::uint64_t peak_memory = 0;
  };

  std::filesystem::path output_of(std::size_t job) const;
  std::filesystem::path object_of(std::size_t job, unsigned part) const;
  void set_urgency();
  /// `job` took so long: those of its source that wait and were never compiled will, too.
  void learn(std::size_t job, double seconds);
  void add(Step step, WorkerTask task);
  void add_whole(std::size_t job);
  void add_parts(std::size_t job);
  void add_link(std::size_t job);
  std::optional<FinishedJob> take_compile(std::size_t job, const WorkerResult& ended);
  std::optional<FinishedJob> take_part(const Step& step, const WorkerResult& ended);
  std::optional<FinishedJob> take_link(std::size_t job, const WorkerResult& ended);
  FinishedJob finish(std::size_t job, CompileOutcome outcome, const WorkerResult& ended);

  const std::vector<CompileJob>& jobs_;
  const CompileOptions& options_;
  CompileOptions in_one_piece_;
  std::filesystem::path scratch_;
  std::vector<WorkerTask> tasks_;
  std::vector<Step> steps_;  ///< one per task
  std::vector<Progress> progress_;
};

}  // namespace rocm_bindgen::build
