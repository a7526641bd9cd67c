#include "hipify/ptx/inline_ptx.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include "hipify/ptx/translate.hpp"
#include "hipify/text/asm_macros.hpp"

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

/// PTX opcodes that are followed by a dot and a type, a state space or a mode. Host assembly has no words of this form.
/// Source: the instruction set chapter of NVIDIA's PTX ISA.
constexpr std::array<llvm::StringRef, 103> kOpcodes{"abs",       "activemask",
                                                    "add",       "addc",
                                                    "and",       "applypriority",
                                                    "atom",      "bar",
                                                    "barrier",   "bfe",
                                                    "bfi",       "bfind",
                                                    "bmsk",      "brev",
                                                    "call",      "clusterlaunchcontrol",
                                                    "clz",       "cnot",
                                                    "copysign",  "cos",
                                                    "cp",        "createpolicy",
                                                    "cvt",       "cvta",
                                                    "discard",   "div",
                                                    "dp2a",      "dp4a",
                                                    "elect",     "ex2",
                                                    "fence",     "fma",
                                                    "fns",       "griddepcontrol",
                                                    "isspacep",  "ld",
                                                    "ldmatrix",  "ldu",
                                                    "lg2",       "lop3",
                                                    "mad",       "mad24",
                                                    "madc",      "mapa",
                                                    "match",     "max",
                                                    "mbarrier",  "membar",
                                                    "min",       "mma",
                                                    "mov",       "mul",
                                                    "mul24",     "multimem",
                                                    "nanosleep", "neg",
                                                    "not",       "or",
                                                    "popc",      "prefetch",
                                                    "prefetchu", "prmt",
                                                    "rcp",       "red",
                                                    "redux",     "rem",
                                                    "ret",       "rsqrt",
                                                    "sad",       "selp",
                                                    "set",       "setmaxnreg",
                                                    "setp",      "shf",
                                                    "shfl",      "shl",
                                                    "shr",       "sin",
                                                    "slct",      "sqrt",
                                                    "st",        "sub",
                                                    "subc",      "suld",
                                                    "sured",     "sust",
                                                    "szext",     "tanh",
                                                    "testp",     "tex",
                                                    "tld4",      "txq",
                                                    "vabsdiff",  "vadd",
                                                    "vmad",      "vmax",
                                                    "vmin",      "vote",
                                                    "vset",      "vshl",
                                                    "vshr",      "vsub",
                                                    "xor"};
/// Opcodes that can also appear without a dot and that no host processor has.
constexpr std::array<llvm::StringRef, 5> kBareOpcodes{"bra", "brkpt", "exit", "pmevent", "trap"};
/// Opcodes of tensor cores.
constexpr std::array<llvm::StringRef, 6> kTensorOpcodes{"wmma", "mma", "wgmma", "ldmatrix", "stmatrix", "tcgen05"};

template <std::size_t count>
bool is_one_of(llvm::StringRef opcode, const std::array<llvm::StringRef, count>& opcodes) {
  return std::find(opcodes.begin(), opcodes.end(), opcode) != opcodes.end();
}

/// Maximum length of the text that a finding quotes.
constexpr std::size_t kLongestSubject = 40;

/// The characters between the quotes, or between the delimiters of a raw string.
std::string_view content_of(std::string_view literal) {
  const bool raw = literal.front() == 'R';
  const auto begin = literal.find(raw ? '(' : '"') + 1;
  return literal.substr(begin, literal.rfind(raw ? ')' : '"') - begin);
}

/// The text of an asm statement's template, as far as it is known.
struct AsmTemplate {
  std::string text;     ///< content of the string literals, in every branch of an #if
  std::string unknown;  ///< the first part that is neither a literal nor a macro of literals: "OP(x)", "#op"
  std::size_t end = 0;  ///< index of the token after it
};

/// Reads the template from token `i` on. An unknown part, such as a macro of another file, adds no text.
AsmTemplate read_template(const TokenList& tokens, const AsmMacros& macros, std::size_t i) {
  AsmTemplate read;
  int depth = 0;
  // Token i - 1 is the opening parenthesis. Tokens of an #if inside the template differ from it in `directive`.
  for (const auto directive = tokens.at(i - 1).directive; i < tokens.size(); ++i) {
    const auto& token = tokens.at(i);
    const bool is_end = depth == 0 && (token.kind == tok::colon || token.kind == tok::coloncolon ||
                                       token.kind == tok::r_paren || token.kind == tok::semi);
    if (is_end && token.directive == directive) break;
    if (token.kind == tok::l_paren) ++depth;
    if (token.kind == tok::r_paren) --depth;
    const auto literals = token.is_word() ? macros.literals(token.spelling) : std::nullopt;
    if (token.kind == tok::string_literal && depth == 0) {
      read.text += content_of(token.spelling);
    } else if (literals) {
      for (const auto literal : *literals) read.text += content_of(literal);
    } else if (token.directive == directive && (token.is_word() || token.kind == tok::hash || !read.unknown.empty())) {
      if (read.unknown.size() < kLongestSubject) read.unknown += token.spelling;
      for (const auto piece : macros.pieces(token.spelling)) read.text += content_of(piece);
    }
  }
  read.end = i;
  return read;
}

/// True if an operand of the asm statement has a constraint that indicates PTX: a register of 16 or 64 bits, or for
/// floating point. The constraint 'r' indicates nothing, because host assembly uses it as well. `i` is the index of the
/// first token after the opening parenthesis.
bool has_ptx_constraint(const TokenList& tokens, std::size_t i) {
  for (int depth = 1; depth > 0 && i < tokens.size(); ++i) {
    const auto& token = tokens.at(i);
    if (token.kind == tok::l_paren) ++depth;
    if (token.kind == tok::r_paren) --depth;
    if (token.kind != tok::string_literal || depth != 1 || tokens.at(i + 1).kind != tok::l_paren) continue;
    const auto constraint = llvm::StringRef(content_of(token.spelling)).ltrim("=+&");
    if (constraint == "l" || constraint == "h" || constraint == "f" || constraint == "d") return true;
  }
  return false;
}

/// The first instruction, for example "mma.sync.aligned.m16n8k8..."; empty if the text is not PTX.
llvm::StringRef first_instruction(llvm::StringRef text) {
  while (!text.empty()) {
    text = text.ltrim(" \t\r\n{;");
    if (text.consume_front("\\n") || text.consume_front("\\t")) continue;
    if (text.starts_with("//")) {
      // A comment ends at the end of its line, which is an escape sequence or, in a raw string, a newline.
      text = text.drop_front(std::min({text.find("\\n"), text.find('\n'), text.size()}));
      continue;
    }
    // A declaration of registers.
    if (text.starts_with(".reg")) return text.take_until([](char c) { return c == ';'; });
    const auto instruction = text.take_until([](char c) { return llvm::StringRef(" ;\\\t\r\n").contains(c); });
    auto opcode = instruction.split('.').first;
    // The 2 of vadd2 and the 4 of vadd4 are numbers of lanes.
    if (opcode.starts_with("v")) opcode = opcode.rtrim("24");
    const bool typed = instruction.contains('.');
    if (is_one_of(opcode, kBareOpcodes) ||
        (typed && (is_one_of(opcode, kOpcodes) || is_one_of(opcode, kTensorOpcodes))))
      return instruction;
    // Other text is PTX as well if it reads one of PTX's special registers. An asm statement with operands spells '%'
    // as "%%".
    if (text.contains("%%laneid") || text.contains("%%smid") || text.contains("%%clock")) return instruction;
    // A guard, `@p`, precedes its instruction.
    if (!opcode.starts_with("@")) return {};
    text = text.drop_front(instruction.size());
  }
  return {};
}

/// The text that a literal denotes; nothing if it has escape sequences that do not occur in PTX.
std::optional<std::string> unescaped(std::string_view literal) {
  const auto content = content_of(literal);
  if (literal.front() == 'R') return std::string(content);
  std::string text;
  for (std::size_t i = 0; i < content.size(); ++i) {
    if (content[i] != '\\') {
      text += content[i];
      continue;
    }
    const char escape = ++i < content.size() ? content[i] : '\0';
    if (escape != 'n' && escape != 't' && escape != 'r') return {};
    text += escape == 'n' ? '\n' : ' ';
  }
  return text;
}

/// An asm statement and the ranges of its operands' expressions in the text, including their parentheses.
struct AsmStatement {
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  std::string text;  ///< with "%%" reduced to "%"
  std::vector<AsmOperand> operands;
  std::vector<Range> expressions;
  Range range;  ///< the whole statement, from the word asm to the closing parenthesis
};

/// Reads `asm volatile("..." : "=r"(x) : "r"(y) : "memory")`. The only macros it accepts are those that expand to
/// literals.
class AsmReader {
 public:
  AsmReader(const TokenList& tokens, const AsmMacros& macros, std::size_t first, std::size_t open)
      : tokens_(tokens), macros_(macros), first_(first), at_(open) {}

  std::optional<AsmStatement> read() {
    AsmStatement statement;
    ++at_;
    for (; token().kind == tok::string_literal || token().is_word(); ++at_) {
      const auto literals = token().is_word() ? macros_.literals(token().spelling)
                                              : std::optional(std::vector<std::string_view>{token().spelling});
      if (!literals) return {};
      for (const auto literal : *literals) {
        const auto text = unescaped(literal);
        if (!text) return {};
        statement.text += *text;
      }
    }
    for (std::size_t i = 0; (i = statement.text.find("%%", i)) != std::string::npos; ++i) statement.text.erase(i, 1);
    int section = 0;  // 1: outputs, 2: inputs, 3: clobbers
    while (token().kind != tok::r_paren) {
      if (token().kind == tok::colon || token().kind == tok::coloncolon) {
        section += token().kind == tok::colon ? 1 : 2;
        ++at_;
      } else if (section == 3 && (token().kind == tok::string_literal || token().kind == tok::comma)) {
        ++at_;
      } else if ((section != 1 && section != 2) || !operand(statement, section == 1)) {
        return {};
      }
    }
    if (section > 3 || !has_no_directive_inside()) return {};
    statement.range = {tokens_.at(first_).offset, token().end()};
    return statement;
  }

 private:
  const Token& token() const { return tokens_.at(at_); }

  bool operand(AsmStatement& statement, bool is_output) {
    if (token().kind == tok::comma) {
      ++at_;
      return true;
    }
    AsmOperand operand;
    operand.is_output = is_output;
    if (token().kind == tok::l_square) {
      operand.name = tokens_.at(at_ + 1).spelling;
      if (tokens_.at(at_ + 2).kind != tok::r_square) return false;
      at_ += 3;
    }
    if (token().kind != tok::string_literal) return false;
    auto constraint = llvm::StringRef(content_of(token().spelling));
    operand.is_input = constraint.consume_front("+") || !constraint.consume_front("=");
    constraint.consume_front("&");
    if (constraint.size() != 1 || (!is_output && !operand.is_input)) return false;
    operand.constraint = constraint.front();
    ++at_;
    return expression(statement, std::move(operand));
  }

  bool expression(AsmStatement& statement, AsmOperand operand) {
    if (token().kind != tok::l_paren) return false;
    const auto begin = token().offset;
    int depth = 0;
    do {
      if (token().kind == tok::l_paren) ++depth;
      if (token().kind == tok::r_paren) --depth;
      if (token().kind == tok::unknown && token().length == 0) return false;  // the end of the text
      ++at_;
    } while (depth > 0);
    statement.operands.push_back(std::move(operand));
    statement.expressions.push_back({begin, tokens_.at(at_ - 1).end()});
    return true;
  }

  /// True if no #if begins or ends inside the statement.
  bool has_no_directive_inside() const {
    for (auto i = first_; i <= at_; ++i)
      if (tokens_.at(i).directive != tokens_.at(first_).directive) return false;
    return true;
  }

  const TokenList& tokens_;
  const AsmMacros& macros_;
  std::size_t first_, at_;
};

/// The part of a replaced range that is kept: its comments, and its line breaks so that line numbers do not change.
std::string comments_and_lines(const TokenList& tokens, std::size_t begin, std::size_t end, bool in_directive) {
  const std::string_view text = tokens.text();
  std::string kept;
  const auto keep = [&](std::size_t from, std::size_t to, bool is_token) {
    const auto part = text.substr(from, to - from);
    if (!is_token && part.find('/') != std::string_view::npos) {
      const auto comment = llvm::StringRef(part).ltrim(" \t");
      kept += " " + (comment.contains('\n') ? comment : comment.rtrim(" \t")).str();
      return;
    }
    for (auto lines = std::count(part.begin(), part.end(), '\n'); lines > 0; --lines)
      kept += in_directive ? " \\\n" : "\n";
  };
  for (auto i = tokens.index_of(begin); i < tokens.size() && tokens.at(i).offset < end; ++i) {
    const auto& token = tokens.at(i);
    keep(begin, token.offset, false);
    keep(token.offset, token.end(), true);
    begin = token.end();
  }
  keep(begin, end, false);
  return kept;
}

/// The edits that turn an asm statement into `[](auto& x0, auto x1) {...}((x), (y))` with the same number of lines. The
/// operands' expressions stay in place, because other edits rename names in them.
std::vector<Edit> lambda_edits(const TokenList& tokens, const AsmStatement& statement, bool in_directive,
                               const std::string& lambda) {
  std::vector<Edit> edits;
  const auto replace = [&](std::size_t begin, std::size_t end, std::string text) {
    edits.push_back({begin, end - begin, std::move(text) + comments_and_lines(tokens, begin, end, in_directive)});
  };
  auto done = statement.range.begin;
  std::string text = lambda + "(";
  for (const auto& [begin, end] : statement.expressions) {
    replace(done, begin, text);
    done = end;
    text = ",";
  }
  replace(done, statement.range.end, statement.expressions.empty() ? text + ")" : ")");
  return edits;
}

Finding finding_of(llvm::StringRef instruction, const TokenList& tokens, const Token& at) {
  auto reason = Reason::inline_ptx;
  if (is_one_of(instruction.split('.').first, kTensorOpcodes)) reason = Reason::tensor_core;
  // The tensor memory accelerator makes the bulk copies, and an mbarrier waits for them.
  if (instruction.starts_with("cp.async.bulk") || instruction.starts_with("mbarrier")) reason = Reason::tensor_memory;
  return {reason, instruction.str(), {}, tokens.line_of(at), tokens.column_of(at)};
}

/// In `#define ASM asm volatile`, neither ASM nor the asm in its body begins a statement.
bool is_macro_name(const TokenList& tokens, std::size_t i) {
  return tokens.at(i).directive != 0 && (tokens.at(i - 1).is_word("define") || tokens.at(i - 1).is_word("undef"));
}

/// In `ASM("...")`, a macro of another file may expand to `asm volatile`.
bool may_be_asm(const TokenList& tokens, std::size_t i) {
  return tokens.at(i).is_word() && !AsmMacros::is_qualifier(tokens.at(i)) && tokens.at(i + 1).kind == tok::l_paren &&
         tokens.at(i + 2).kind == tok::string_literal && !is_macro_name(tokens, i);
}

}  // namespace

InlinePtx translate_inline_ptx(const TokenList& tokens) {
  InlinePtx result;
  const AsmMacros macros(tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_asm = macros.begins_asm(tokens.at(i)) && !is_macro_name(tokens, i);
    if (!is_asm && !may_be_asm(tokens, i)) continue;
    auto open = i + 1;
    // Skips qualifiers such as volatile and goto.
    while (tokens.at(open).is_word() && !macros.begins_asm(tokens.at(open))) ++open;
    if (tokens.at(open).kind != tok::l_paren) continue;
    const auto read = read_template(tokens, macros, open + 1);
    const auto instruction = first_instruction(read.text);
    const bool is_known = read.unknown.empty();
    if (!is_asm && (instruction.empty() || !has_ptx_constraint(tokens, open + 1))) continue;
    // If only a part of the text is known, the constraints of its operands show whether it is PTX.
    if (is_asm && instruction.empty() && (is_known || !has_ptx_constraint(tokens, open + 1))) continue;
    // It is PTX. It cannot be translated if another file defines the macro that is `asm`, or no instruction is known.
    if (!is_asm || (!is_known && instruction.empty())) {
      const auto subject = instruction.empty() ? llvm::StringRef(read.unknown) : instruction;
      result.findings.push_back(finding_of(subject, tokens, tokens.at(i)));
      continue;
    }
    if (const auto statement = AsmReader(tokens, macros, i, open).read()) {
      if (const auto lambda = translate_ptx(statement->text, statement->operands)) {
        for (auto& edit : lambda_edits(tokens, *statement, tokens.at(i).directive != 0, *lambda))
          result.edits.push_back(std::move(edit));
        continue;
      }
    }
    result.findings.push_back(finding_of(instruction, tokens, tokens.at(i)));
  }
  return result;
}

}  // namespace rocm_bindgen::build
