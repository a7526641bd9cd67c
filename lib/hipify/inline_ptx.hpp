#pragma once

#include <vector>

#include "hipify/findings.hpp"
#include "hipify/tokens.hpp"

namespace rocm_bindgen {

/// asm statements that hold NVIDIA's assembly, of any branch; assembly of the host's processor is none.
std::vector<Finding> find_inline_ptx(const TokenList& tokens);

}  // namespace rocm_bindgen
