#include "hipify/inline_ptx.hpp"

#include <algorithm>
#include <array>

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

namespace rocm_bindgen {
namespace {

namespace tok = clang::tok;

/// Opcodes of PTX that are followed by a point and a type, a state space or a mode. Host assembly has no such words.
/// Source: the instruction set chapter of NVIDIA's PTX ISA.
constexpr std::array<llvm::StringRef, 101> kOpcodes{"abs",        "activemask", "add",
                                                    "addc",       "and",        "applypriority",
                                                    "atom",       "bar",        "barrier",
                                                    "bfe",        "bfi",        "bfind",
                                                    "bmsk",       "brev",       "clusterlaunchcontrol",
                                                    "clz",        "cnot",       "copysign",
                                                    "cos",        "cp",         "createpolicy",
                                                    "cvt",        "cvta",       "discard",
                                                    "div",        "dp2a",       "dp4a",
                                                    "elect",      "ex2",        "fence",
                                                    "fma",        "fns",        "griddepcontrol",
                                                    "isspacep",   "ld",         "ldmatrix",
                                                    "ldu",        "lg2",        "lop3",
                                                    "mad",        "mad24",      "madc",
                                                    "mapa",       "match",      "max",
                                                    "mbarrier",   "membar",     "min",
                                                    "mma",        "mov",        "mul",
                                                    "mul24",      "multimem",   "nanosleep",
                                                    "neg",        "not",        "or",
                                                    "popc",       "prefetch",   "prefetchu",
                                                    "prmt",       "rcp",        "red",
                                                    "redux",      "rem",        "rsqrt",
                                                    "sad",        "selp",       "set",
                                                    "setmaxnreg", "setp",       "shf",
                                                    "shfl",       "shl",        "shr",
                                                    "sin",        "slct",       "sqrt",
                                                    "st",         "sub",        "subc",
                                                    "suld",       "sured",      "sust",
                                                    "szext",      "tanh",       "testp",
                                                    "tex",        "tld4",       "txq",
                                                    "vabsdiff",   "vadd",       "vmad",
                                                    "vmax",       "vmin",       "vote",
                                                    "vset",       "vshl",       "vshr",
                                                    "vsub",       "xor"};
/// Those that stand alone, too, and that no host has.
constexpr std::array<llvm::StringRef, 5> kBareOpcodes{"bra", "brkpt", "exit", "pmevent", "trap"};
/// Those of which nothing but a tensor core or the tensor memory accelerator makes sense.
constexpr std::array<llvm::StringRef, 6> kTensorOpcodes{"wmma", "mma", "wgmma", "ldmatrix", "stmatrix", "tcgen05"};

bool is_asm(const Token& token) {
  return token.is_word("asm") || token.is_word("__asm") || token.is_word("__asm__");
}

template <std::size_t count>
bool is_one_of(llvm::StringRef opcode, const std::array<llvm::StringRef, count>& opcodes) {
  return std::find(opcodes.begin(), opcodes.end(), opcode) != opcodes.end();
}

/// What stands between the quotes, and between the delimiters of a raw string.
std::string_view content_of(std::string_view literal) {
  const bool raw = literal.front() == 'R';
  const auto begin = literal.find(raw ? '(' : '"') + 1;
  return literal.substr(begin, literal.rfind(raw ? ')' : '"') - begin);
}

/// The text of the string literals from `i` on.
std::string template_text(const TokenList& tokens, std::size_t i) {
  std::string text;
  for (; tokens.at(i).kind == tok::string_literal; ++i) text += content_of(tokens.at(i).spelling);
  return text;
}

/// The first instruction: "mma.sync.aligned.m16n8k8..."; empty if the text is no PTX.
llvm::StringRef first_instruction(llvm::StringRef text) {
  while (!text.empty()) {
    text = text.ltrim(" \t\r\n{;");
    if (text.consume_front("\\n") || text.consume_front("\\t")) continue;
    if (text.starts_with("//")) {
      // A comment ends with its line, whose end is written as an escape sequence or stands in a raw string.
      text = text.drop_front(std::min({text.find("\\n"), text.find('\n'), text.size()}));
      continue;
    }
    if (text.starts_with(".reg")) return text.take_until([](char c) { return c == ';'; });
    const auto instruction = text.take_until([](char c) { return llvm::StringRef(" ;\\\t\r\n").contains(c); });
    const auto opcode = instruction.split('.').first;
    const bool typed = instruction.contains('.');
    if (is_one_of(opcode, kBareOpcodes) ||
        (typed && (is_one_of(opcode, kOpcodes) || is_one_of(opcode, kTensorOpcodes))))
      return instruction;
    if (text.contains("%%laneid") || text.contains("%%smid") || text.contains("%%clock")) return instruction;
    if (!opcode.starts_with("@")) return {};
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
    const bool tensor = is_one_of(opcode, kTensorOpcodes) || instruction.starts_with("cp.async.bulk") ||
                        instruction.starts_with("mbarrier");
    findings.push_back({tensor ? Reason::tensor_core : Reason::inline_ptx,
                        instruction.str(),
                        {},
                        tokens.line_of(tokens.at(i)),
                        tokens.column_of(tokens.at(i))});
  }
  return findings;
}

}  // namespace rocm_bindgen
