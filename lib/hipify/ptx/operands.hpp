#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <llvm/ADT/StringRef.h>

namespace rocm_bindgen::build {

/// An operand of an asm statement without its expression.
struct AsmOperand {
  std::string name;        ///< name in `[name] "r"(x)`; empty: the operand has only a number
  char constraint = 0;     ///< 'r', 'l', 'f', ...
  bool is_output = false;  ///< "=r" and "+r"
  bool is_input = false;   ///< "r" and "+r"
};

/// The C++ type that holds a PTX type such as "u32"; nothing for types without an equivalent.
std::optional<std::string> cpp_type_of(llvm::StringRef ptx_type);
/// Whether a PTX type is a floating-point type: "f16", "f32x2", "f64".
inline bool is_floating(llvm::StringRef ptx_type) {
  return ptx_type.starts_with("f");
}
/// The C++ type of the register of an asm operand; nothing for constraints that CUDA does not have.
std::optional<std::string> cpp_type_of_constraint(char constraint);

/// Translates the operands of PTX instructions to C++ expressions. Anything unknown sets failed().
class PtxOperands {
 public:
  explicit PtxOperands(const std::vector<AsmOperand>& operands) : asm_operands_(operands) {}

  /// C++ declarations for the registers that a .reg statement of this type declares.
  std::string declare(llvm::StringRef ptx_type, const std::vector<std::string>& names);

  /// An expression of C++ type `type` for a register, a special register or a number.
  std::string value(llvm::StringRef operand, const std::string& type);
  /// An assignable expression.
  std::string target(llvm::StringRef operand);
  /// An expression of type bool; "!p" is accepted.
  std::string predicate(llvm::StringRef operand);
  /// Whether the operand is a predicate register or its negation.
  bool is_predicate(llvm::StringRef operand) const;
  /// The C++ pointer for "[%1+4]" in a state space ("shared"; empty: generic), to objects of C++ type `type`.
  std::string address(llvm::StringRef operand, const std::string& space, const std::string& type);
  /// The elements of "{a, b}", or the operand itself.
  static std::vector<std::string> elements(llvm::StringRef operand);

  void fail() { failed_ = true; }
  bool failed() const { return failed_; }
  /// The indices of the asm statement's operands that the translation used.
  const std::set<std::size_t>& used() const { return used_; }

 private:
  std::optional<std::string> variable(llvm::StringRef operand);
  std::optional<std::string> number(llvm::StringRef operand, const std::string& type);

  const std::vector<AsmOperand>& asm_operands_;
  std::set<std::string> registers_;
  std::set<std::string> predicates_;  ///< those of registers_ that hold predicates
  std::set<std::size_t> used_;
  bool failed_ = false;
};

}  // namespace rocm_bindgen::build
