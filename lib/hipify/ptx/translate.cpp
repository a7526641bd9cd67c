#include "hipify/ptx/translate.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "hipify/ptx/instructions.hpp"

namespace rocm_bindgen::build {

llvm::StringRef PtxCall::operand(std::size_t i) const {
  if (i < count()) return statement.operands[i];
  operands.fail();
  return {};
}

bool PtxCall::has(llvm::StringRef modifier) const {
  return std::find(statement.parts.begin() + 1, statement.parts.end(), modifier) != statement.parts.end();
}

void PtxCall::allow(std::initializer_list<llvm::StringRef> modifiers, std::size_t types) const {
  const auto& parts = statement.parts;
  if (parts.size() < 1 + types) return operands.fail();
  for (auto part = parts.begin() + 1; part != parts.end() - static_cast<std::ptrdiff_t>(types); ++part)
    if (std::find(modifiers.begin(), modifiers.end(), *part) == modifiers.end()) operands.fail();
}

void PtxCall::expect(std::size_t least, std::size_t most) const {
  if (count() < least || count() > most) operands.fail();
}

std::string PtxCall::cpp(llvm::StringRef ptx_type) const {
  const auto type = cpp_type_of(ptx_type);
  if (!type) operands.fail();
  return type.value_or("");
}

std::string PtxCall::assign(const std::string& value) const {
  return fmt::format("ptx::put({}, {}); ", operands.target(operand(0)), value);
}

namespace {

std::string instruction(const PtxStatement& statement, PtxOperands& operands) {
  const PtxCall call{statement, operands};
  std::string text;
  for (const auto translate : {translate_conversion, translate_arithmetic, translate_memory, translate_warp})
    if (text.empty() && !operands.failed()) text = translate(call);
  if (text.empty()) operands.fail();
  if (statement.guard.empty()) return text;
  const auto condition = operands.predicate(statement.guard);
  return fmt::format("if ({}{}) {{ {}}} ", statement.guard_negated ? "!" : "", condition, text);
}

/// True if no carry crosses asm statements: the carry flag is a local variable of one lambda, so the first carry
/// instruction must not read it and the last one must not write it.
bool carries_are_local(const std::vector<PtxStatement>& statements) {
  bool is_written = false, last_writes = false;
  for (const auto& statement : statements) {
    if (!is_carry(statement)) continue;
    const bool writes = std::find(statement.parts.begin(), statement.parts.end(), "cc") != statement.parts.end();
    const bool reads = statement.parts.front().back() == 'c';  // addc, subc, madc
    if (reads && !is_written) return false;
    is_written = is_written || writes;
    last_writes = writes;
  }
  return !last_writes;
}

std::string parameters(const std::vector<AsmOperand>& operands, const std::set<std::size_t>& used) {
  std::string text;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) text += ", ";
    text += operands[i].is_output ? "auto&" : "auto";
    if (used.count(i) != 0) text += fmt::format(" x{}", i);
  }
  return text;
}

}  // namespace

std::optional<std::string> translate_ptx(llvm::StringRef text, const std::vector<AsmOperand>& asm_operands) {
  const auto statements = parse_ptx(text);
  if (!statements || statements->empty() || !carries_are_local(*statements)) return {};
  PtxOperands operands(asm_operands);
  std::string body;
  for (const auto& statement : *statements) {
    switch (statement.kind) {
      case PtxStatement::Kind::open_scope:
        body += "{ ";
        break;
      case PtxStatement::Kind::close_scope:
        body += "} ";
        break;
      case PtxStatement::Kind::declaration:
        body += operands.declare(statement.parts.front(), statement.operands);
        break;
      case PtxStatement::Kind::instruction:
        body += instruction(statement, operands);
        break;
    }
    if (operands.failed()) return {};
  }
  // The lambda has a parameter x0, x1, ... per operand. The body uses a variable i0, i1, ... instead, of the type of
  // the operand's register: inputs are copied to it before the body, outputs from it after the body.
  std::string before, after;
  if (body.find("carry") != std::string::npos) before = "bool carry = false; ";
  for (const auto i : operands.used()) {
    const auto& operand = asm_operands[i];
    const auto type = cpp_type_of_constraint(operand.constraint);
    if (!type) return {};
    before += operand.is_input ? fmt::format("auto i{} = ptx::in<{}>(x{}); ", i, *type, i)
                               : fmt::format("{} i{}{{}}; ", *type, i);
    if (operand.is_output) after += fmt::format("ptx::put(x{}, i{}); ", i, i);
  }
  const auto alias =
      body.find("ptx::") != std::string::npos || !operands.used().empty() ? "namespace ptx = rocm_bindgen::ptx; " : "";
  return fmt::format("[]({}) {{ {}{}{}{}}}", parameters(asm_operands, operands.used()), alias, before, body, after);
}

}  // namespace rocm_bindgen::build
