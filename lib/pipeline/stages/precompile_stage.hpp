#pragma once

#include <map>
#include <string>
#include <vector>

#include "compile/precompiled_prefix.hpp"
#include "pipeline/stages/plan_stage.hpp"

namespace rocm_bindgen::build {

/// Precompiled headers by prefix_key().
using Prefixes = std::map<std::string, PrecompiledPrefix>;

/// Returns the precompiled headers for the missing objects' sources, one for each set of flags that affects how the
/// headers are parsed. With BuildOptions::use_cache, they are taken from `store` if they exist there. Otherwise a job
/// makes them, if at least two objects share them; with BuildOptions::use_cache they are then stored, and without it
/// they are files in the plan's scratch folder.
///
/// It is not an error if a job fails or its result cannot be stored, and the reason is not reported: each compile job
/// then parses the headers itself, and reports any errors in them.
Prefixes precompile_stage(const BuildContext& context, const std::vector<HipSource>& sources, const CompilePlan& plan,
                          PrefixStore& store, BuildReport& report);

}  // namespace rocm_bindgen::build
