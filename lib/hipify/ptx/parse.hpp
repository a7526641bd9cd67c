#pragma once

#include <optional>
#include <string>
#include <vector>

#include <llvm/ADT/StringRef.h>

namespace rocm_bindgen::build {

/// A PTX statement, split into its parts but not interpreted.
struct PtxStatement {
  enum class Kind { open_scope, close_scope, declaration, instruction };

  Kind kind = Kind::instruction;
  std::string guard;                  ///< the predicate after '@'; empty: always executed
  bool guard_negated = false;         ///< the guard is '@!p'
  std::vector<std::string> parts;     ///< the opcode or declaration, split at dots: "ld", "global", "u32"
  std::vector<std::string> operands;  ///< split at commas: "%0", "[%1+4]", "{a, b}"; the names of a declaration
};

/// Parses the text of an asm statement, whose operands are "%0" or "%[name]". Returns nothing if any statement has
/// another form, for example labels and directives other than .reg.
std::optional<std::vector<PtxStatement>> parse_ptx(llvm::StringRef text);

}  // namespace rocm_bindgen::build
