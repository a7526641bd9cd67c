#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/stages/find_toolchain.hpp"
#include "rocm_bindgen/build/options.hpp"
#include "support/jobserver.hpp"
#include "support/worker.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// What every stage of a build reads and none changes. What stages make is passed from one to the next; what they
/// report is in BuildReport, and what they look up and store is in EarlierBuilds. A member belongs here only if more
/// than one stage needs it, and if it is known before the first stage starts.
class BuildContext {
 public:
  /// The arguments must outlive the context.
  BuildContext(const BuildOptions& all_options, const std::vector<TargetId>& all_targets, const Toolchain& found,
               const Progress& listener);
  BuildContext(const BuildContext&) = delete;
  BuildContext& operator=(const BuildContext&) = delete;

  /// Where records, reproducers and the files of running jobs are.
  std::filesystem::path records_folder() const { return options.out_dir / ".rocm-bindgen"; }
  std::filesystem::path reproducers() const { return records_folder() / "reproducers"; }

  /// Announces a stage that has jobs to run.
  void stage_begins(const std::string& stage, const std::vector<PlannedJob>& jobs) const;
  /// For the workers of a stage whose jobs are one task each.
  WorkerHooks hooks() const { return {{}, progress.job_starts, progress.tick}; }

  const BuildOptions& options;           ///< with their defaults
  const std::vector<TargetId>& targets;  ///< in the order of --arch
  const Toolchain& toolchain;
  const Progress& progress;
  WorkerLimits limits;

 private:
  std::optional<Jobserver> jobserver_;  ///< of the make that started this process, if there is one
};

}  // namespace rocm_bindgen::build
