#include "pipeline/stages/build_report.hpp"

#include <utility>

namespace rocm_bindgen::build {

void BuildReport::job_ended(const Progress& progress, std::size_t index, JobReport job, const WorkerResult& ended) {
  job.seconds = ended.seconds;
  job.peak_memory = ended.peak_memory;
  if (progress.job_ends) progress.job_ends(index, job);
  statistics.jobs.push_back(std::move(job));
}

bool BuildReport::may_go_on_after_failure(const BuildOptions& options) {
  ++failed_jobs;
  return !gave_up(options);
}

}  // namespace rocm_bindgen::build
