#include "pipeline/stages/build_context.hpp"

#include <algorithm>
#include <thread>

namespace rocm_bindgen::build {

BuildContext::BuildContext(const BuildOptions& all_options, const std::vector<TargetId>& all_targets,
                           const Toolchain& found, const Progress& listener)
    : options(all_options),
      targets(all_targets),
      toolchain(found),
      progress(listener),
      jobserver_(Jobserver::from_environment()) {
  limits.jobserver = jobserver_ ? &*jobserver_ : nullptr;
  limits.jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  limits.timeout = options.timeout;
  limits.max_memory = options.max_memory;
}

void BuildContext::stage_begins(const std::string& stage, const std::vector<PlannedJob>& jobs) const {
  if (progress.stage_begins && !jobs.empty()) progress.stage_begins(stage, jobs, limits.jobs);
}

}  // namespace rocm_bindgen::build
