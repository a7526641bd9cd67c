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

/// The constant inputs of all stages of a build. Results of a stage are passed to the next one; diagnostics and counts
/// are in BuildReport, and the stores that stages read and write are in EarlierBuilds. A member belongs here only if
/// more than one stage needs it and if it is known before the first stage starts.
class BuildContext {
 public:
  /// The arguments must outlive the context.
  BuildContext(const BuildOptions& all_options, const std::vector<TargetId>& all_targets, const Toolchain& found,
               const Progress& listener);
  BuildContext(const BuildContext&) = delete;
  BuildContext& operator=(const BuildContext&) = delete;

  /// The folder of records, reproducers and the files of running jobs.
  std::filesystem::path records_folder() const { return options.out_dir / ".rocm-bindgen"; }
  std::filesystem::path reproducers() const { return records_folder() / "reproducers"; }

  /// Announces a stage that has jobs to run.
  void stage_begins(const std::string& stage, const std::vector<PlannedJob>& jobs) const;
  /// Hooks for the workers of a stage, which call `progress`. They pass the index of a task as that of its job, so a
  /// stage whose jobs may have several tasks must replace on_start.
  WorkerHooks hooks() const { return {{}, progress.job_starts, progress.tick}; }

  const BuildOptions& options;           ///< unset ones have their default values
  const std::vector<TargetId>& targets;  ///< in the order of --arch
  const Toolchain& toolchain;
  const Progress& progress;
  WorkerLimits limits;

 private:
  std::optional<Jobserver> jobserver_;  ///< jobserver of the make that started this process, if any
};

}  // namespace rocm_bindgen::build
