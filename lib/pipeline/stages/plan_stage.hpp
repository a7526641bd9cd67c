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
  std::string key;  ///< key of its record
  CacheKey cache_key;
  std::optional<double> last_seconds;  ///< duration of its last compile, if it was ever compiled
};

/// Every pair of source and target is either in `known` or in `missing`.
struct CompilePlan {
  CompiledObjects known;               ///< objects of earlier builds
  std::vector<MissingObject> missing;  ///< in the order of sources and targets
  /// The folder in which the jobs write. It exists if an object is missing, and is removed with the plan.
  std::optional<TemporaryFolder> scratch;
};

/// Determines which code objects exist already, in the records of earlier builds or in the cache, and which must be
/// compiled. This stage precedes precompiling, because a header is only precompiled if several missing objects share
/// it. An object from the cache is also stored in the records, so that the next build finds it there. If the folder for
/// the jobs' files cannot be created, this is an error in the report, and the plan has no missing objects.
CompilePlan plan_stage(const BuildContext& context, const std::vector<HipSource>& sources, EarlierBuilds& earlier,
                       BuildReport& report);

}  // namespace rocm_bindgen::build
