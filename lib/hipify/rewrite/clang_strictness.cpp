#include "hipify/rewrite/clang_strictness.hpp"

#include <algorithm>
#include <array>

#include "hipify/rewrite/dependent_templates.hpp"
#include "hipify/rewrite/launches.hpp"
#include "support/append.hpp"

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

bool is_memory_space(const Token& token) {
  return token.is_word("__shared__") || token.is_word("__device__") || token.is_word("__constant__") ||
         token.is_word("__managed__");
}

/// Words that begin a statement that is not a loop. They must not be macros, because a macro could expand to a loop.
constexpr std::array<std::string_view, 19> kNonLoopWords{
    "if",     "int",  "float",    "double",    "const",  "unsigned",   "return", "switch", "auto",         "bool",
    "size_t", "char", "uint32_t", "constexpr", "static", "__shared__", "short",  "long",   "__syncthreads"};

/// True if the statement after `#pragma unroll`, whose last token is at `last`, is not a loop.
bool precedes_non_loop(const TokenList& tokens, std::size_t last) {
  const auto& next = tokens.at(last + 1);
  if (next.kind == tok::l_brace || next.kind == tok::r_brace) return true;
  // clang accepts only one such pragma before a loop, so the first of two is renamed. The second one's tokens are `#`
  // (at last + 1), `pragma` and `unroll`.
  if (next.directive != 0) return tokens.directive_of(next) == "pragma" && tokens.at(last + 3).is_word("unroll");
  return next.is_word() && std::find(kNonLoopWords.begin(), kNonLoopWords.end(), next.spelling) != kNonLoopWords.end();
}

class Finder {
 public:
  Finder(const TokenList& tokens, bool launch_macro) : tokens_(tokens), launch_macro_(launch_macro) {}

  StrictnessChanges run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto& token = tokens_.at(i);
      if (!launch_macro_) join_launch_brackets(token);
      if (token.kind == tok::lesslessless && !launch_macro_) {
        auto braces = braced_dimension_edits(tokens_, i);
        if (!braces.empty()) report(token, "the braces in the launch get the type 'dim3': clang requires a type there");
        append(changes_.edits, std::move(braces));
      } else if (token.is_word("alignas") && is_memory_space(tokens_.at(i - 1))) {
        change(token, "_Alignas",
               "'alignas' becomes '_Alignas': after an attribute such as '__shared__', clang accepts only C's word");
      } else if (token.is_word("__shared__") &&
                 (tokens_.at(i - 1).is_word("extern") || tokens_.at(i + 1).is_word("extern"))) {
        dynamic_array(i);
      } else if (token.is_word("unroll") && tokens_.directive_of(token) == "pragma" &&
                 tokens_.at(i - 1).is_word("pragma")) {
        unroll(i);
      }
    }
    return std::move(changes_);
  }

 private:
  void report(const Token& token, std::string text) {
    changes_.findings.push_back(strictness_finding(tokens_, token, std::move(text)));
  }

  void change(const Token& token, std::string replacement, std::string reason) {
    changes_.edits.push_back({token.offset, token.length, std::move(replacement)});
    report(token, std::move(reason));
  }

  /// Removes the blanks of `<< <` and `>> >`, which nvcc accepts around the configuration of a launch.
  void join_launch_brackets(const Token& token) {
    constexpr std::size_t kBrackets = 3;
    if (token.length <= kBrackets) return;
    if (token.kind == tok::lesslessless)
      change(token, "<<<", "the blanks in the brackets of the launch are removed: clang does not accept them");
    if (token.kind == tok::greatergreatergreater) changes_.edits.push_back({token.offset, token.length, ">>>"});
  }

  /// Removes the size of `extern __shared__ float x[256]`.
  void dynamic_array(std::size_t shared) {
    auto open = shared;
    while (open < tokens_.size() && tokens_.at(open).kind != tok::l_square && tokens_.at(open).kind != tok::semi)
      ++open;
    const auto& size = tokens_.at(open + 1);
    if (tokens_.at(open).kind != tok::l_square || tokens_.at(open + 2).kind != tok::r_square ||
        (size.kind != tok::numeric_constant && !size.is_word()))
      return;
    // In an array of several dimensions, the size of the first one is kept.
    if (tokens_.at(open + 3).kind == tok::semi)
      change(size, "",
             "the size of the dynamic shared array is removed: the launch decides it, and clang rejects a size");
  }

  void unroll(std::size_t word) {
    auto last = word;
    while (tokens_.at(last + 1).directive == tokens_.at(word).directive) ++last;
    if (precedes_non_loop(tokens_, last))
      change(tokens_.at(word), "no_loop_to_unroll",
             "'unroll' becomes a pragma that clang ignores: no loop follows, which is an error in clang");
  }

  const TokenList& tokens_;
  bool launch_macro_;
  StrictnessChanges changes_;
};

}  // namespace

StrictnessChanges clang_strictness_changes(const TokenList& tokens, const ProjectNames& names, bool launch_macro) {
  auto changes = Finder(tokens, launch_macro).run();
  auto templates = dependent_template_changes(tokens, names);
  append(changes.edits, std::move(templates.edits));
  append(changes.findings, std::move(templates.findings));
  return changes;
}

Finding strictness_finding(const TokenList& tokens, const Token& token, std::string text) {
  return {Reason::clang_strictness, std::string(token.spelling), std::move(text), tokens.line_of(token),
          tokens.column_of(token)};
}

}  // namespace rocm_bindgen::build
