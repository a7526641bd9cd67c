#pragma once

#include <vector>

#include "hipify/text/findings.hpp"
#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// asm statements that hold NVIDIA's assembly, of any branch; assembly of the host's processor is none.
struct InlinePtx {
  std::vector<Edit> edits;        ///< C++ for those of which every instruction is known; no line moves
  std::vector<Finding> findings;  ///< the others
};

InlinePtx translate_inline_ptx(const TokenList& tokens);

}  // namespace rocm_bindgen::build
