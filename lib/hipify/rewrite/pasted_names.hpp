#pragma once

#include <vector>

#include "hipify/rewrite/project_names.hpp"
#include "hipify/text/findings.hpp"
#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

struct PastedNames {
  std::vector<Edit> edits;
  std::vector<Finding> findings;  ///< names that the macro cannot form in HIP's spelling
};

/// Renames the parts of CUDA names that macros join with ##. `cuda##x` in a macro's body becomes `hip##x` if that
/// yields names of HIP. If HIP spells the resulting name differently (`CALL(MemAlloc)` with `cu##x`), the argument is
/// replaced by the part that is needed.
PastedNames paste_names(const TokenList& tokens, const ProjectNames& project);

}  // namespace rocm_bindgen::build
