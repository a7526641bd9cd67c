#pragma once

#include <vector>

#include "pipeline/records/seen_files.hpp"
#include "pipeline/stages/plan_stage.hpp"

namespace rocm_bindgen::build {

/// Returns every file that was read for the build's translations and objects, by a job of this build or by a job whose
/// record was used, and every path that was probed and not found. If one of them changes, the next build is not up to
/// date.
Inputs inputs_of(const std::vector<HipSource>& sources, const CompiledObjects& objects);

}  // namespace rocm_bindgen::build
