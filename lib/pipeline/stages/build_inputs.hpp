#pragma once

#include <vector>

#include "pipeline/records/seen_files.hpp"
#include "pipeline/stages/plan_stage.hpp"

namespace rocm_bindgen::build {

/// Every file that a build read for its translations and objects, whether a job of this build read it or a job whose
/// record was used, and every place where a file was probed and not found: what decides whether the next build has
/// anything to do.
Inputs inputs_of(const std::vector<HipSource>& sources, const CompiledObjects& objects);

}  // namespace rocm_bindgen::build
