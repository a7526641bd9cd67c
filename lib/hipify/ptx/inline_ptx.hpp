// Inline PTX becomes C++ in three layers: inline_ptx.cpp finds the asm statements in the tokens and reads their
// operands, parse.cpp splits the PTX text into statements, and translate.cpp, with one file per group of instructions,
// turns each statement into C++.
//
// An asm statement is translated as a whole or not at all, because its instructions share registers, which become local
// variables of one lambda. One unknown instruction, modifier or constraint leaves the asm statement untouched and
// produces a finding.
#pragma once

#include <vector>

#include "hipify/text/findings.hpp"
#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// The asm statements with NVIDIA assembly, in any #if branch. Assembly of the host's processor is ignored.
struct InlinePtx {
  std::vector<Edit> edits;        ///< C++ for statements of which every instruction is known; no line moves
  std::vector<Finding> findings;  ///< the other statements
};

InlinePtx translate_inline_ptx(const TokenList& tokens);

}  // namespace rocm_bindgen::build
