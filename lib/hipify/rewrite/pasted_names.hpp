#pragma once

#include <vector>

#include "hipify/rewrite/project_names.hpp"
#include "hipify/text/findings.hpp"
#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

struct PastedNames {
  std::vector<Edit> edits;
  std::vector<Finding> findings;  ///< names that the macro cannot put together in HIP's spelling
};

/// Renames the halves of CUDA names that macros put together: `cuda##x` in a macro's body becomes `hip##x` if that
/// makes names of HIP's, and where an argument makes a name that HIP spells otherwise (`CALL(MemAlloc)` with `cu##x`),
/// the argument becomes what is needed.
PastedNames paste_names(const TokenList& tokens, const ProjectNames& project);

}  // namespace rocm_bindgen::build
