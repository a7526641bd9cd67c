#include "hipify/text/asm_macros.hpp"

#include <algorithm>

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

/// Limit on the nesting of macros in macros; deeper nesting is treated as a cycle.
constexpr int kMaxDepth = 8;

bool is_asm(const Token& token) {
  return token.is_word("asm") || token.is_word("__asm") || token.is_word("__asm__");
}

}  // namespace

bool AsmMacros::is_qualifier(const Token& token) {
  return token.is_word("volatile") || token.is_word("__volatile__") || token.is_word("__volatile") ||
         token.is_word("inline") || token.is_word("goto");
}

AsmMacros::AsmMacros(const TokenList& tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const auto& word = tokens.at(i);
    // The name of a directive follows its '#'. For i = 0, at() returns an empty token.
    if (word.directive == 0 || tokens.at(i - 1).kind != tok::hash) continue;
    const auto& name = tokens.at(i + 1);
    if (word.is_word("undef") && name.is_word()) bodies_[std::string(name.spelling)].is_ambiguous = true;
    if (!word.is_word("define") || !name.is_word()) continue;
    auto& body = bodies_[std::string(name.spelling)];
    const auto& next = tokens.at(i + 2);
    const bool has_parameters = next.kind == tok::l_paren && next.offset == name.end();
    // A macro with several definitions or with parameters may expand to different texts. If the earlier definitions are
    // empty, the one that follows counts as the only one.
    body.is_ambiguous = body.is_ambiguous || !body.tokens.empty() || has_parameters;
    for (auto at = i + 2; at < tokens.size() && tokens.at(at).directive == word.directive; ++at)
      body.tokens.push_back(&tokens.at(at));
  }
}

bool AsmMacros::begins_asm(const Token& token) const {
  return begins_asm(token, 0);
}

bool AsmMacros::begins_asm(const Token& token, int depth) const {
  if (is_asm(token)) return true;
  const auto found = token.is_word() && depth < kMaxDepth ? bodies_.find(token.spelling) : bodies_.end();
  if (found == bodies_.end() || found->second.is_ambiguous || found->second.tokens.empty()) return false;
  const auto& body = found->second.tokens;
  return begins_asm(*body.front(), depth + 1) &&
         std::all_of(body.begin() + 1, body.end(), [](const Token* rest) { return is_qualifier(*rest); });
}

std::optional<std::vector<std::string_view>> AsmMacros::literals(std::string_view word, int depth) const {
  const auto found = bodies_.find(word);
  if (found == bodies_.end() || found->second.is_ambiguous || depth >= kMaxDepth) return {};
  std::vector<std::string_view> all;
  for (const auto* token : found->second.tokens) {
    if (token->kind == tok::string_literal) {
      all.push_back(token->spelling);
      continue;
    }
    const auto inner = token->is_word() ? literals(token->spelling, depth + 1) : std::nullopt;
    if (!inner) return {};
    all.insert(all.end(), inner->begin(), inner->end());
  }
  return all;
}

std::vector<std::string_view> AsmMacros::pieces(std::string_view word) const {
  std::vector<std::string_view> all;
  if (const auto found = bodies_.find(word); found != bodies_.end())
    for (const auto* token : found->second.tokens)
      if (token->kind == tok::string_literal) all.push_back(token->spelling);
  return all;
}

}  // namespace rocm_bindgen::build
