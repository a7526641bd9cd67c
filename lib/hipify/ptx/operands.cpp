#include "hipify/ptx/operands.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringSwitch.h>

namespace rocm_bindgen::build {
namespace {

/// Limit on the registers of one declaration r<N>, because each becomes a C++ variable.
constexpr std::size_t kMostRegisters = 256;

/// The name of a PTX register's C++ variable. The prefix keeps it different from C++'s keywords and from the names of
/// the asm statement's operands.
std::string variable_name(llvm::StringRef name) {
  std::string variable = "v_" + name.ltrim('%').str();
  for (char& c : variable)
    if (c == '$' || c == '%') c = '_';
  return variable;
}

/// The C++ expression for a special register or a named PTX constant; empty if AMD devices have no equivalent.
std::string special_register(llvm::StringRef name) {
  static constexpr llvm::StringRef kWords[] = {
      "laneid",      "warpid",      "nwarpid",     "smid",           "nsmid",         "lanemask_eq",
      "lanemask_lt", "lanemask_le", "lanemask_gt", "clock",          "clock64",       "globaltimer",
      "clock_hi",    "lanemask_ge", "gridid",      "globaltimer_lo", "globaltimer_hi"};
  if (name == "WARP_SZ") return "32";
  if (!name.consume_front("%")) return {};
  const auto [set, axis] = name.split('.');
  if (axis.size() == 1 && llvm::StringRef("xyz").contains(axis)) {
    const auto builtin = llvm::StringSwitch<std::string>(set)
                             .Case("tid", "threadIdx")
                             .Case("ntid", "blockDim")
                             .Case("ctaid", "blockIdx")
                             .Case("nctaid", "gridDim")
                             .Default("");
    return builtin.empty() ? std::string() : fmt::format("{}.{}", builtin, axis.str());
  }
  const bool known = std::find(std::begin(kWords), std::end(kWords), name) != std::end(kWords);
  return known ? fmt::format("ptx::read_{}()", name.str()) : std::string();
}

}  // namespace

std::optional<std::string> cpp_type_of(llvm::StringRef ptx_type) {
  const auto type = llvm::StringSwitch<llvm::StringRef>(ptx_type)
                        .Cases("u8", "b8", "unsigned char")
                        .Case("s8", "signed char")
                        .Cases("u16", "b16", "unsigned short")
                        .Case("s16", "short")
                        .Cases("u32", "b32", "unsigned")
                        .Case("s32", "int")
                        .Cases("u64", "b64", "unsigned long long")
                        .Case("s64", "long long")
                        .Case("f32", "float")
                        .Case("f64", "double")
                        .Case("f16", "_Float16")
                        .Case("f16x2", "ptx::Half2")
                        .Case("pred", "bool")
                        .Default("");
  return type.empty() ? std::nullopt : std::optional(type.str());
}

std::optional<std::string> cpp_type_of_constraint(char constraint) {
  switch (constraint) {
    case 'h':
      return "unsigned short";
    case 'r':
      return "unsigned";
    case 'l':
      return "unsigned long long";
    case 'f':
      return "float";
    case 'd':
      return "double";
    case 'n':
      return "long long";
    default:
      return {};
  }
}

std::string PtxOperands::declare(llvm::StringRef ptx_type, const std::vector<std::string>& names) {
  // A half register contains bits, like the integer that CUDA code passes for it with the constraint 'h' or 'r'.
  const bool is_half = ptx_type == "f16" || ptx_type == "f16x2";
  const auto type = is_half ? cpp_type_of(ptx_type == "f16" ? "b16" : "b32") : cpp_type_of(ptx_type);
  if (!type) fail();
  std::string text;
  const auto add = [&](const std::string& name) {
    registers_.insert(variable_name(name));
    if (ptx_type == "pred") predicates_.insert(variable_name(name));
    text += fmt::format("{} {}{{}}; ", type.value_or(""), variable_name(name));
  };
  for (const llvm::StringRef name : names) {
    // The declaration r<4> declares r0 to r3.
    const auto [stem, count_text] = name.split('<');
    std::size_t count = 0;
    if (count_text.empty()) {
      add(name.str());
    } else if (count_text.rtrim("> ").getAsInteger(10, count) || count > kMostRegisters) {
      fail();
    } else {
      for (std::size_t i = 0; i < count; ++i) add(fmt::format("{}{}", stem.str(), i));
    }
  }
  return text;
}

std::optional<std::string> PtxOperands::variable(llvm::StringRef operand) {
  if (registers_.count(variable_name(operand)) != 0) return variable_name(operand);
  auto name = operand;
  if (!name.consume_front("%")) return {};
  std::size_t index = 0;
  if (name.consume_front("[")) {
    const auto at = std::find_if(asm_operands_.begin(), asm_operands_.end(), [&](const auto& asm_operand) {
      return !asm_operand.name.empty() && asm_operand.name + "]" == name;
    });
    index = static_cast<std::size_t>(at - asm_operands_.begin());
  } else if (name.getAsInteger(10, index)) {
    return {};
  }
  if (index >= asm_operands_.size()) return {};
  // translate_ptx() declares the variable i0, i1, ... of each operand that is used.
  used_.insert(index);
  return fmt::format("i{}", index);
}

std::optional<std::string> PtxOperands::number(llvm::StringRef operand, const std::string& type) {
  const bool floating = type == "float" || type == "double";
  const auto text = operand;
  unsigned long long bits = 0;
  // 0f3F800000 and 0d3FF0000000000000 are floating-point numbers given by their bits.
  if (operand.consume_front_insensitive("0f")) {
    if (operand.size() != 8 || operand.getAsInteger(16, bits)) return {};
    return fmt::format("ptx::of<{}>(ptx::of<float>({}u))", type, bits);
  }
  if (operand.consume_front_insensitive("0d")) {
    if (operand.size() != 16 || operand.getAsInteger(16, bits)) return {};
    return fmt::format("ptx::of<{}>(ptx::of<double>({}ull))", type, bits);
  }
  double value = 0;
  if (floating)
    return text.getAsDouble(value) ? std::nullopt : std::optional(fmt::format("static_cast<{}>({})", type, text.str()));
  if (type == "_Float16" || type == "ptx::Half2") return {};  // PTX has no constants of half precision
  const bool negative = operand.consume_front("-");
  operand.consume_back("U");
  if (operand.empty() || operand.getAsInteger(0, bits)) return {};
  if (type == "bool") return bits != 0 ? "true" : "false";
  return fmt::format("static_cast<{}>({}{}ull)", type, negative ? "-" : "", bits);
}

std::string PtxOperands::value(llvm::StringRef operand, const std::string& type) {
  operand = operand.trim();
  if (const auto name = variable(operand)) return fmt::format("ptx::of<{}>({})", type, *name);
  if (const auto special = special_register(operand); !special.empty())
    return fmt::format("ptx::of<{}>({})", type, special);
  if (const auto constant = number(operand, type)) return *constant;
  fail();
  return {};
}

std::string PtxOperands::target(llvm::StringRef operand) {
  if (operand.trim() == "_") return "ptx::Nothing()";  // '_' discards the result
  const auto name = variable(operand.trim());
  if (!name) fail();
  return name.value_or("");
}

std::string PtxOperands::predicate(llvm::StringRef operand) {
  const bool negated = operand.consume_front("!");
  return (negated ? "!" : "") + value(operand.trim(), "bool");
}

bool PtxOperands::is_predicate(llvm::StringRef operand) const {
  operand.consume_front("!");
  return predicates_.count(variable_name(operand.trim())) != 0;
}

std::string PtxOperands::address(llvm::StringRef operand, const std::string& space, const std::string& type) {
  operand = operand.trim();
  if (!operand.consume_front("[") || !operand.consume_back("]")) fail();
  const auto plus = operand.find('+');
  const auto base = operand.substr(0, plus).trim();
  const auto offset = plus == llvm::StringRef::npos ? llvm::StringRef("0") : operand.substr(plus + 1).trim();
  const bool shared = space == "shared";
  const auto start = value(base, shared ? "unsigned" : "unsigned long long");
  return fmt::format("ptx::{}<{}>({}, {})", space.empty() ? "generic_place" : space + "_place", type, start,
                     value(offset, "long long"));
}

std::vector<std::string> PtxOperands::elements(llvm::StringRef operand) {
  operand = operand.trim();
  std::vector<std::string> elements;
  if (!operand.consume_front("{") || !operand.consume_back("}")) return {operand.str()};
  llvm::SmallVector<llvm::StringRef, 4> split;
  operand.split(split, ',');
  for (const auto element : split) elements.push_back(element.trim().str());
  return elements;
}

}  // namespace rocm_bindgen::build
