#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hipify/hipify.hpp"
#include "pipeline/records/build_records.hpp"
#include "pipeline/stages/build_context.hpp"
#include "pipeline/stages/build_report.hpp"
#include "pipeline/stages/earlier_builds.hpp"
#include "pipeline/stages/job_keys.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {

/// Code objects and their metadata, including the results of failed compiles.
using CompiledObjects = std::map<Job, FinishedObject>;

/// A code object that has to be compiled.
struct MissingObject {
  Job job;
  std::string key;                     ///< key of its record
  std::optional<double> last_seconds;  ///< duration of its last compile, if it was ever compiled
};

/// Every pair of source and target is either in `known` or in `missing`.
struct CompilePlan {
  CompiledObjects known;               ///< objects of earlier builds
  std::vector<MissingObject> missing;  ///< in the order of sources and targets
  /// Where the jobs write. Exists if something is missing, and is removed with the plan.
  std::optional<TemporaryFolder> scratch;
};

/// Which code objects exist already, in the records of the last build or in the cache, and which must be compiled. It
/// runs before anything is precompiled, because only headers that several missing objects share are worth it. An object
/// from the cache is stored in the records as well, so that the next build need not look further. If there is no folder
/// for the jobs to write to, that is an error in the report and nothing is left to compile.
CompilePlan plan_stage(const BuildContext& context, const std::vector<HipSource>& sources, EarlierBuilds& earlier,
                       BuildReport& report);

}  // namespace rocm_bindgen::build
