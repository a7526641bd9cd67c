#pragma once

#include <optional>
#include <string>
#include <vector>

#include <llvm/ADT/StringRef.h>

namespace rocm_bindgen::build {

/// A statement of PTX, taken apart but not understood.
struct PtxStatement {
  enum class Kind { open_scope, close_scope, declaration, instruction };

  Kind kind = Kind::instruction;
  std::string guard;                  ///< the predicate behind '@'; empty: always
  bool guard_negated = false;         ///< '@!p'
  std::vector<std::string> parts;     ///< of the opcode, or of the declaration, between points: "ld", "global", "u32"
  std::vector<std::string> operands;  ///< between commas: "%0", "[%1+4]", "{a, b}"; names, of a declaration
};

/// The statements of a text that an asm statement holds, whose operands are "%0" or "%[name]". Nothing if there is
/// anything that is no statement of that form, labels and directives other than .reg among them.
std::optional<std::vector<PtxStatement>> parse_ptx(llvm::StringRef text);

}  // namespace rocm_bindgen::build
