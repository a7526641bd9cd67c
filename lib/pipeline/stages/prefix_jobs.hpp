// The precompiled headers of a set of compile jobs: which exist, which are worth making, and the tasks that make them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"
#include "pipeline/cache/prefix_store.hpp"
#include "support/worker.hpp"

namespace rocm_bindgen::build {

/// Usage: add() every compile job, run the tasks of make_tasks(), call take() with each result, and give `prefixes` to
/// the compile jobs. It is not an error if a task fails or its result cannot be stored, and the reason is not reported:
/// each compile job then parses the headers itself, and reports any errors in them.
class PrefixJobs {
 public:
  /// With a store, precompiled headers are taken from it and added to it. Without one, they are files in `scratch`. The
  /// arguments must outlive this object.
  PrefixJobs(const CompileOptions& options, const std::filesystem::path& scratch, PrefixStore* store)
      : options_(options), scratch_(scratch), store_(store) {}

  /// Adds a compile job. The source and the target must outlive this object.
  void add(const HipSource& source, const TargetId& target, Side side);

  /// Looks up the headers of all jobs, and returns a task for each set of headers that is missing and worth making. The
  /// tasks refer to this object.
  std::vector<WorkerTask> make_tasks();
  /// The target of a task, as canonical target ID.
  const std::string& target_of(std::size_t task) const { return tasks_[task].first.target->canonical; }
  /// Takes the result of a task. Returns whether headers were made.
  bool take(std::size_t task, const WorkerResult& ended);

  Prefixes prefixes;  ///< the headers that are available

 private:
  /// A compile job that add() received.
  struct Job {
    const HipSource* source;
    const TargetId* target;
    Side side;
  };
  /// Jobs whose sources start with the same headers.
  struct Sharers {
    Job first;
    unsigned count = 0;
    std::string key;
  };

  bool is_worth_making(const Sharers& sharers);
  std::filesystem::path output_of(std::size_t task) const;

  const CompileOptions& options_;
  const std::filesystem::path& scratch_;
  PrefixStore* store_;
  std::map<std::string, Sharers> sharers_;  ///< by prefix_key()
  std::vector<Sharers> tasks_;              ///< by task: the jobs whose headers it makes
};

}  // namespace rocm_bindgen::build
