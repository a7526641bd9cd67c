#include "hipify/inline_ptx.hpp"

#include <algorithm>
#include <array>

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

namespace rocm_bindgen {
namespace {

namespace tok = clang::tok;

/// Opcodes of PTX that are followed by a point and a type or a state space. Host assembly has no such words.
/// Source: the instruction set chapter of NVIDIA's PTX ISA.
constexpr std::array<llvm::StringRef, 66> kOpcodes{
    "abs",      "activemask", "add",          "addc",  "and",      "applypriority", "atom",     "bar",
    "barrier",  "bfe",        "bfi",          "bfind", "bmsk",     "brev",          "clz",      "cnot",
    "cos",      "cp",         "createpolicy", "cvt",   "cvta",     "discard",       "div",      "dp2a",
    "dp4a",     "elect",      "ex2",          "fence", "fma",      "fns",           "isspacep", "ld",
    "ldmatrix", "lg2",        "lop3",         "mad",   "madc",     "mapa",          "match",    "max",
    "mbarrier", "membar",     "min",          "mma",   "mov",      "mul",           "mul24",    "nanosleep",
    "neg",      "not",        "or",           "popc",  "prefetch", "prmt",          "rcp",      "red",
    "redux",    "rsqrt",      "set",          "setp",  "shf",      "shfl",          "shl",      "shr",
    "sqrt",     "st"};
/// Those of which nothing but a tensor core or the tensor memory accelerator makes sense.
constexpr std::array<llvm::StringRef, 6> kTensorOpcodes{"wmma", "mma", "wgmma", "ldmatrix", "stmatrix", "tcgen05"};

bool is_asm(const Token& token) {
  return token.is_word("asm") || token.is_word("__asm") || token.is_word("__asm__");
}

/// The text of the string literals from `i` on.
std::string template_text(const TokenList& tokens, std::size_t i) {
  std::string text;
  for (; tokens.at(i).kind == tok::string_literal; ++i)
    text += tokens.at(i).spelling.substr(1, tokens.at(i).spelling.size() - 2);
  return text;
}

/// The first instruction: "mma.sync.aligned.m16n8k8..."; empty if the text is no PTX.
llvm::StringRef first_instruction(llvm::StringRef text) {
  while (!text.empty()) {
    text = text.ltrim(" \t{;");
    if (text.consume_front("\\n") || text.consume_front("\\t")) continue;
    if (text.starts_with(".reg")) return text.take_until([](char c) { return c == ';'; });
    const auto instruction = text.take_until([](char c) { return c == ' ' || c == ';' || c == '\\' || c == '\t'; });
    const auto opcode = instruction.split('.').first;
    const bool typed = instruction.contains('.');
    if (typed && (std::find(kOpcodes.begin(), kOpcodes.end(), opcode) != kOpcodes.end() ||
                  std::find(kTensorOpcodes.begin(), kTensorOpcodes.end(), opcode) != kTensorOpcodes.end() ||
                  opcode == "vote" || opcode == "sub" || opcode == "tex" || opcode == "xor" || opcode == "trap"))
      return instruction;
    if (text.contains("%%laneid") || text.contains("%%smid") || text.contains("%%clock")) return instruction;
    if (!opcode.starts_with("@") && !opcode.starts_with("//")) return {};
    text = text.drop_front(instruction.size());
  }
  return {};
}

}  // namespace

std::vector<Finding> find_inline_ptx(const TokenList& tokens) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_asm(tokens.at(i))) continue;
    auto open = i + 1;
    while (tokens.at(open).is_word()) ++open;  // volatile, goto
    if (tokens.at(open).kind != tok::l_paren) continue;
    const auto text = template_text(tokens, open + 1);
    const auto instruction = first_instruction(text);
    if (instruction.empty()) continue;
    const auto opcode = instruction.split('.').first;
    const bool tensor = std::find(kTensorOpcodes.begin(), kTensorOpcodes.end(), opcode) != kTensorOpcodes.end() ||
                        instruction.starts_with("cp.async.bulk") || instruction.starts_with("mbarrier");
    findings.push_back({tensor ? Reason::tensor_core : Reason::inline_ptx,
                        instruction.str(),
                        {},
                        tokens.line_of(tokens.at(i)),
                        tokens.column_of(tokens.at(i))});
  }
  return findings;
}

}  // namespace rocm_bindgen
