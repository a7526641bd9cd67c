#pragma once

#include <cstddef>
#include <vector>

#include "rocm_bindgen/build/options.hpp"
#include "support/worker.hpp"

namespace rocm_bindgen::build {

/// What the stages of a build report. Each stage appends its diagnostics and counts its jobs, and goes on with what is
/// left; nothing is printed and nothing is thrown. The order of the diagnostics is that of the messages a user sees.
struct BuildReport {
  std::vector<Diagnostic> diagnostics;
  BuildStatistics statistics;
  unsigned failed_jobs = 0;

  /// Records a job with the time and memory that its worker took, and passes it to `progress`. `index` is the job's
  /// place in its stage.
  void job_ended(const Progress& progress, std::size_t index, JobReport job, const WorkerResult& ended);

  /// Counts a job that failed. Returns whether further jobs may start.
  bool may_go_on_after_failure(const BuildOptions& options);

  /// Have as many jobs failed as may fail (BuildOptions::keep_going)?
  bool gave_up(const BuildOptions& options) const {
    return options.keep_going != 0 && failed_jobs >= options.keep_going;
  }
};

}  // namespace rocm_bindgen::build
