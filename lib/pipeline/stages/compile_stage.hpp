#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "pipeline/stages/plan_stage.hpp"
#include "pipeline/stages/precompile_stage.hpp"

namespace rocm_bindgen::build {

/// Called with the index of a source whose objects were all known before the stage began, while jobs run.
using WhileWaiting = std::function<void(std::size_t source, const CompiledObjects& objects)>;

/// Runs the jobs of `plan` and returns all objects, the known ones included. A job that fails or crashes is an error in
/// the report, and the others go on, unless as many failed as BuildOptions::keep_going allows; its pair then has an
/// object that did not succeed, or none. Every object that succeeded is recorded for the next build, and cached for
/// others, when its job ends: a build that is stopped loses only what was running.
CompiledObjects compile_stage(const BuildContext& context, const std::vector<HipSource>& sources, CompilePlan plan,
                              Prefixes prefixes, EarlierBuilds& earlier, BuildReport& report,
                              const WhileWaiting& while_waiting);

}  // namespace rocm_bindgen::build
