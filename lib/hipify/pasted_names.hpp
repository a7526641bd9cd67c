#pragma once

#include <vector>

#include "hipify/project_names.hpp"
#include "hipify/tokens.hpp"

namespace rocm_bindgen {

/// Renames the halves of CUDA names that macros put together: `cuda##x` in a macro's body becomes `hip##x`, and where
/// an argument makes a name that HIP spells otherwise (`CALL(MemAlloc)` with `cu##x`), the argument becomes what is
/// needed.
std::vector<Edit> pasted_name_edits(const TokenList& tokens, const ProjectNames& project);

}  // namespace rocm_bindgen
