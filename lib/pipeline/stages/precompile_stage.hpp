#pragma once

#include <map>
#include <string>
#include <vector>

#include "compile/precompiled_prefix.hpp"
#include "pipeline/stages/plan_stage.hpp"

namespace rocm_bindgen::build {

/// Precompiled headers by prefix_key().
using Prefixes = std::map<std::string, PrecompiledPrefix>;

/// The headers that missing objects' sources begin with, parsed once per set of flags that they are parsed with: taken
/// from `store` or made by a job, if at least two objects share them. With BuildOptions::use_cache they are stored;
/// otherwise they are files in the plan's scratch folder. A job that fails is no error and reports nothing: each
/// compile job then reads the headers itself, and reports what is wrong with them.
Prefixes precompile_stage(const BuildContext& context, const std::vector<HipSource>& sources, const CompilePlan& plan,
                          PrefixStore& store, BuildReport& report);

}  // namespace rocm_bindgen::build
