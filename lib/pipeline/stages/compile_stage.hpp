#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "pipeline/stages/plan_stage.hpp"
#include "pipeline/stages/precompile_stage.hpp"

namespace rocm_bindgen::build {

/// Called with the index of a source whose objects were all known before the stage began, while jobs run.
using WhileWaiting = std::function<void(std::size_t source, CompiledObjects& objects)>;

/// Runs the jobs of `plan` and returns all objects, including the known ones. A job that fails or crashes is an error
/// in the report; the result then has a failed object for it, or none. Other jobs continue until the number of failures
/// reaches the limit of BuildOptions::keep_going. A successful object is recorded for the next build and cached for
/// other builds when its job ends, so that a build that is stopped loses only the running jobs.
CompiledObjects compile_stage(const BuildContext& context, const std::vector<HipSource>& sources, CompilePlan plan,
                              Prefixes prefixes, EarlierBuilds& earlier, BuildReport& report,
                              const WhileWaiting& while_waiting);

}  // namespace rocm_bindgen::build
