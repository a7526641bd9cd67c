#include "hipify/ptx/parse.hpp"

#include <algorithm>

#include <llvm/ADT/SmallVector.h>

namespace rocm_bindgen::build {
namespace {

constexpr llvm::StringRef kSpace = " \t\r\n\f\v";

/// Removes comments; a block comment becomes a space.
std::string without_comments(llvm::StringRef text) {
  std::string out;
  while (!text.empty()) {
    if (text.starts_with("//")) {
      text = text.drop_until([](char c) { return c == '\n'; });
    } else if (text.starts_with("/*")) {
      const auto end = text.find("*/", 2);
      text = end == llvm::StringRef::npos ? llvm::StringRef() : text.drop_front(end + 2);
      out += ' ';
    } else {
      out += text.front();
      text = text.drop_front();
    }
  }
  return out;
}

/// Splits at the commas that are outside all brackets.
std::vector<std::string> split_operands(llvm::StringRef text) {
  std::vector<std::string> operands;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != ',' || (depth > 0 && i < text.size())) continue;
    const auto operand = text.slice(begin, i).trim(kSpace);
    if (!operand.empty()) operands.push_back(operand.str());
    begin = i + 1;
  }
  return operands;
}

/// Returns the characters before the first white space and leaves the rest in `text`.
llvm::StringRef take_word(llvm::StringRef& text) {
  const auto word = text.take_until([](char c) { return kSpace.contains(c); });
  text = text.drop_front(word.size()).ltrim(kSpace);
  return word;
}

void split_parts(llvm::StringRef opcode, std::vector<std::string>& parts) {
  llvm::SmallVector<llvm::StringRef, 8> split;
  opcode.split(split, '.');
  for (const auto part : split) parts.push_back(part.str());
}

std::optional<PtxStatement> parse_statement(llvm::StringRef text) {
  PtxStatement statement;
  if (text.consume_front("@")) {
    statement.guard_negated = text.consume_front("!");
    text = text.ltrim(kSpace);
    statement.guard = take_word(text).str();
  }
  if (text.starts_with(".")) {
    if (!text.consume_front(".reg") || !statement.guard.empty()) return {};
    text = text.ltrim(kSpace);
    if (!text.consume_front(".")) return {};
    statement.kind = PtxStatement::Kind::declaration;
  }
  split_parts(take_word(text), statement.parts);
  if (text.contains(':') && !text.contains("::")) return {};  // a label
  statement.operands = split_operands(text);
  const auto& opcode = statement.parts.front();
  const bool is_word = !opcode.empty() && std::all_of(opcode.begin(), opcode.end(), [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  });
  if (!is_word) return {};
  return statement;
}

}  // namespace

std::optional<std::vector<PtxStatement>> parse_ptx(llvm::StringRef text) {
  const auto clean = without_comments(text);
  auto rest = llvm::StringRef(clean).ltrim(kSpace);
  std::vector<PtxStatement> statements;
  int depth = 0;
  for (; !rest.empty(); rest = rest.ltrim(kSpace)) {
    if (rest.consume_front(";")) continue;
    const bool opens = rest.consume_front("{");
    if (opens || rest.consume_front("}")) {
      depth += opens ? 1 : -1;
      if (depth < 0) return {};
      statements.emplace_back().kind = opens ? PtxStatement::Kind::open_scope : PtxStatement::Kind::close_scope;
      continue;
    }
    const auto statement_text = rest.take_until([](char c) { return c == ';'; });
    rest = rest.drop_front(statement_text.size());
    auto statement = parse_statement(statement_text.rtrim(kSpace));
    if (!statement) return {};
    statements.push_back(std::move(*statement));
  }
  if (depth != 0) return {};
  return statements;
}

}  // namespace rocm_bindgen::build
