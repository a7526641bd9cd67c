#pragma once

#include <vector>

#include "hipify/hipify.hpp"
#include "pipeline/records/build_records.hpp"
#include "pipeline/stages/build_context.hpp"
#include "pipeline/stages/build_report.hpp"

namespace rocm_bindgen::build {

/// CUDA text to HIP text: one job per source whose record in `records` does not match. Returns the sources that could
/// be translated, in their order. A source that could not is missing from the result and has an error in the report;
/// the others go on, unless as many jobs failed as BuildOptions::keep_going allows.
///
/// Warnings about the text are part of a translation, so that a source from its record has the same ones. They are
/// reported here and not as each job ends: their order is that of the sources, whichever job was faster.
std::vector<HipSource> hipify_stage(const BuildContext& context, const std::vector<Source>& sources,
                                    BuildRecords& records, BuildReport& report);

}  // namespace rocm_bindgen::build
