#pragma once

#include <vector>

#include "hipify/hipify.hpp"
#include "pipeline/records/build_records.hpp"
#include "pipeline/stages/build_context.hpp"
#include "pipeline/stages/build_report.hpp"

namespace rocm_bindgen::build {

/// Translates CUDA sources to HIP, with one job per source whose record in `records` does not match. Returns the
/// translated sources in their order. A source that cannot be translated is missing from the result and has an error in
/// the report; other jobs continue until the number of failures reaches the limit of BuildOptions::keep_going.
///
/// Warnings are part of a translation, so that a translation from a record reports the same ones. They are reported
/// after all jobs have ended, so that their order is that of the sources and does not depend on the jobs' speed.
std::vector<HipSource> hipify_stage(const BuildContext& context, const std::vector<Source>& sources,
                                    BuildRecords& records, BuildReport& report);

}  // namespace rocm_bindgen::build
