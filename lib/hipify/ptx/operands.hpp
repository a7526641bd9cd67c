#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <llvm/ADT/StringRef.h>

namespace rocm_bindgen::build {

/// An operand of an asm statement, without its expression.
struct AsmOperand {
  std::string name;        ///< of `[name] "r"(x)`; empty: it has a number only
  char constraint = 0;     ///< 'r', 'l', 'f', ...
  bool is_output = false;  ///< "=r" and "+r"
  bool is_input = false;   ///< "r" and "+r"
};

/// The C++ type that holds a type of PTX ("u32"); nothing for those that cannot be said.
std::optional<std::string> cpp_type_of(llvm::StringRef ptx_type);
/// The C++ type of an operand's register; nothing for constraints that are not CUDA's.
std::optional<std::string> cpp_type_of_constraint(char constraint);

/// What the operands of PTX's instructions are in C++. Whatever is not understood makes `failed` true.
class PtxOperands {
 public:
  explicit PtxOperands(const std::vector<AsmOperand>& operands) : asm_operands_(operands) {}

  /// The text that declares what a .reg of that type declares.
  std::string declare(llvm::StringRef ptx_type, const std::vector<std::string>& names);

  /// A value of the C++ type: a register, a special register or a number.
  std::string value(llvm::StringRef operand, const std::string& type);
  /// What can be assigned to.
  std::string target(llvm::StringRef operand);
  /// A bool; '!p' is understood.
  std::string predicate(llvm::StringRef operand);
  /// The pointer that "[%1+4]" is in a state space ("shared"; empty: any), to objects of that C++ type.
  std::string address(llvm::StringRef operand, const std::string& space, const std::string& type);
  /// What "{a, b}" holds, or the operand itself.
  static std::vector<std::string> elements(llvm::StringRef operand);

  void fail() { failed_ = true; }
  bool failed() const { return failed_; }
  /// The numbers of the asm statement's operands that were used.
  const std::set<std::size_t>& used() const { return used_; }

 private:
  std::optional<std::string> variable(llvm::StringRef operand);
  std::optional<std::string> number(llvm::StringRef operand, const std::string& type);

  const std::vector<AsmOperand>& asm_operands_;
  std::set<std::string> registers_;
  std::set<std::size_t> used_;
  bool failed_ = false;
};

}  // namespace rocm_bindgen::build
