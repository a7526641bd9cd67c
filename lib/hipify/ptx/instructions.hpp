// The functions that translate one PTX instruction each to C++ text. That text calls functions of
// lib/cuda_compat/rocm_bindgen_compat/ptx/, in namespace ptx: do_add() and the like execute an instruction, of<T>(x)
// reads x as type T, and put(x, value) writes x.
#pragma once

#include <initializer_list>
#include <string>

#include <llvm/ADT/StringRef.h>

#include "hipify/ptx/operands.hpp"
#include "hipify/ptx/parse.hpp"

namespace rocm_bindgen::build {

/// An instruction and its operands. Translating it either yields C++ or sets `operands.failed()`. A translate function
/// returns an empty string for an opcode that is not in its group.
struct PtxCall {
  const PtxStatement& statement;
  PtxOperands& operands;

  llvm::StringRef opcode() const { return statement.parts.front(); }
  llvm::StringRef type() const { return statement.parts.back(); }
  std::size_t count() const { return statement.operands.size(); }
  llvm::StringRef operand(std::size_t i) const;
  bool has(llvm::StringRef modifier) const;
  /// Fails if a modifier between the opcode and the last `types` parts, which are types, is not in the list.
  void allow(std::initializer_list<llvm::StringRef> modifiers, std::size_t types = 1) const;
  /// Fails if the number of operands is outside [least, most].
  void expect(std::size_t least, std::size_t most) const;
  void expect(std::size_t count) const { expect(count, count); }
  /// The C++ type that corresponds to a PTX type.
  std::string cpp(llvm::StringRef ptx_type) const;
  std::string value(std::size_t i, const std::string& type) const { return operands.value(operand(i), type); }
  /// The statement that assigns `value` to operand 0.
  std::string assign(const std::string& value) const;
};

std::string translate_arithmetic(const PtxCall& call);
/// Translates add.cc, addc, sub.cc, subc, mad.cc and madc. The carry flag is a local variable.
std::string translate_carry(const PtxCall& call);
std::string translate_conversion(const PtxCall& call);
std::string translate_memory(const PtxCall& call);
std::string translate_warp(const PtxCall& call);

bool is_carry(const PtxStatement& statement);

}  // namespace rocm_bindgen::build
