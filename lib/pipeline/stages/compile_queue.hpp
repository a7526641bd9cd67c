#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "pipeline/stages/jobs.hpp"

namespace rocm_bindgen::build {

/// A source and the target that it is compiled for.
struct CompileJob {
  const HipSource* source;
  const TargetId* target;
  std::optional<double> last_seconds;  ///< duration of its last compile
};

/// A compile job whose last step has ended.
struct FinishedJob {
  std::size_t job = 0;
  CompileOutcome outcome;
  WorkerResult ended;  ///< result of the last step, but with the total time and the peak memory of all steps
  unsigned parts = 0;  ///< the number of parts into which the back end's work was divided; 0: it was not
};

/// Queues compile jobs as tasks for workers, longest first, so that a build does not end with a wait for one long job
/// that started last. If a source was never compiled for a target, it is expected to take as long as it took for
/// another target, in an earlier build or in this one.
///
/// Most jobs are one task. A large source is split: one task for the front end, then one for each part of the back end
/// and, when all parts are compiled, one for the link. If a part or the link fails, the messages of these steps are
/// dropped and the source is compiled again in one task, so that messages do not depend on the split. If the process of
/// a part or of the link dies, the job has failed and nothing is compiled again.
class CompileQueue {
 public:
  /// `jobs` and `options` must outlive the queue. Outputs are written below `scratch`.
  CompileQueue(const std::vector<CompileJob>& jobs, const CompileOptions& options, std::filesystem::path scratch);

  /// Returns the tasks for run_workers(); take() appends to them.
  std::vector<WorkerTask>& tasks() { return tasks_; }

  /// Returns the job that a task is a step of.
  std::size_t job_of(std::size_t task) const { return steps_[task].job; }

  /// Must be called when a task ends. Returns the job of which this was the last task, if any.
  std::optional<FinishedJob> take(std::size_t task, const WorkerResult& ended);

 private:
  struct Step {
    enum class Kind { compile, part, link } kind;
    std::size_t job;
    unsigned part = 0;
  };
  /// State of a job between its steps.
  struct Progress {
    CompileResult front_end;
    std::vector<std::vector<Diagnostic>> messages;  ///< per part
    unsigned parts_left = 0;
    bool failed = false;  ///< a part failed or died; results of the other parts are ignored
    double seconds = 0;
    std::uint64_t peak_memory = 0;
  };

  std::filesystem::path output_of(std::size_t job) const;
  std::filesystem::path object_of(std::size_t job, unsigned part) const;
  void set_urgency();
  /// Uses the duration of `job` as the estimate for waiting jobs of the same source that were never compiled.
  void learn(std::size_t job, double seconds);
  void add(Step step, WorkerTask task);
  /// Adds a step that compiles the source again, in one piece.
  void add_whole(std::size_t job);
  void add_parts(std::size_t job);
  void add_link(std::size_t job);
  std::optional<FinishedJob> take_compile(std::size_t job, const WorkerResult& ended);
  std::optional<FinishedJob> take_part(const Step& step, const WorkerResult& ended);
  std::optional<FinishedJob> take_link(std::size_t job, const WorkerResult& ended);
  FinishedJob finish(std::size_t job, CompileOutcome outcome, const WorkerResult& ended);

  const std::vector<CompileJob>& jobs_;
  const CompileOptions& options_;
  CompileOptions in_one_piece_;  ///< options_ without `split` and `merge`, either of which may be why a step failed
  std::filesystem::path scratch_;
  std::vector<WorkerTask> tasks_;
  std::vector<Step> steps_;  ///< one per task
  std::vector<Progress> progress_;
};

}  // namespace rocm_bindgen::build
