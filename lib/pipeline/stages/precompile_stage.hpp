#pragma once

#include <vector>

#include "compile/precompiled_prefix.hpp"
#include "pipeline/stages/plan_stage.hpp"

namespace rocm_bindgen::build {

/// Returns the precompiled headers for the missing objects' sources, one for each set of flags that affects how the
/// headers are parsed; see PrefixJobs. With BuildOptions::use_cache they are in `store`, and without it they are files
/// in the plan's scratch folder.
Prefixes precompile_stage(const BuildContext& context, const std::vector<HipSource>& sources, const CompilePlan& plan,
                          PrefixStore& store, BuildReport& report);

}  // namespace rocm_bindgen::build
