#pragma once

#include <initializer_list>
#include <string>

#include <llvm/ADT/StringRef.h>

#include "hipify/ptx/operands.hpp"
#include "hipify/ptx/parse.hpp"

namespace rocm_bindgen::build {

/// An instruction and what its operands are; its translation is C++, or `operands.failed()`.
struct PtxCall {
  const PtxStatement& statement;
  PtxOperands& operands;

  llvm::StringRef opcode() const { return statement.parts.front(); }
  llvm::StringRef type() const { return statement.parts.back(); }
  std::size_t count() const { return statement.operands.size(); }
  llvm::StringRef operand(std::size_t i) const;
  bool has(llvm::StringRef modifier) const;
  /// Fails if there is a modifier, between opcode and `types` types, that is none of these.
  void allow(std::initializer_list<llvm::StringRef> modifiers, std::size_t types = 1) const;
  /// Fails if the number of operands is another.
  void expect(std::size_t least, std::size_t most) const;
  void expect(std::size_t count) const { expect(count, count); }
  /// The C++ type of a PTX type.
  std::string cpp(llvm::StringRef ptx_type) const;
  std::string value(std::size_t i, const std::string& type) const { return operands.value(operand(i), type); }
  /// operand 0 = value
  std::string assign(const std::string& value) const;
};

std::string translate_arithmetic(const PtxCall& call);
/// add.cc, addc, sub.cc, subc, mad.cc and madc: the carry is a local variable.
std::string translate_carry(const PtxCall& call);
std::string translate_conversion(const PtxCall& call);
std::string translate_memory(const PtxCall& call);
std::string translate_warp(const PtxCall& call);

bool is_carry(const PtxStatement& statement);

}  // namespace rocm_bindgen::build
