#pragma once

#include <cstddef>
#include <vector>

#include "rocm_bindgen/build/options.hpp"
#include "support/worker.hpp"

namespace rocm_bindgen::build {

/// Diagnostics and counts of a build's stages. A stage appends its diagnostics, counts its jobs, and continues with the
/// sources that have no errors; it neither prints nor throws. Users see the messages in the order of the diagnostics.
struct BuildReport {
  std::vector<Diagnostic> diagnostics;
  BuildStatistics statistics;
  unsigned failed_jobs = 0;

  /// Records a job with the time and memory that its worker took, and passes it to `progress`. `index` is the job's
  /// position among the jobs of its stage.
  void job_ended(const Progress& progress, std::size_t index, JobReport job, const WorkerResult& ended);

  /// Counts a job that failed. Returns whether further jobs may start.
  bool may_go_on_after_failure(const BuildOptions& options);

  /// Returns true if the number of failed jobs has reached the limit of BuildOptions::keep_going.
  bool gave_up(const BuildOptions& options) const {
    return options.keep_going != 0 && failed_jobs >= options.keep_going;
  }
};

}  // namespace rocm_bindgen::build
