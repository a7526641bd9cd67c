#include "hipify/rewrite/dependent_templates.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hipify/rewrite/template_lists.hpp"

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

/// Member templates that the standard library's allocators and their traits declare.
bool is_allocator_member(std::string_view name) {
  return name == "rebind" || name == "rebind_alloc" || name == "rebind_traits";
}

/// True for keywords after which a qualified name is part of an expression, of a type or of a list of bases.
bool is_keyword_before_use(const Token& token) {
  constexpr std::array<std::string_view, 9> kWords{"return", "typename", "else",      "case",   "public",
                                                   "throw",  "private",  "protected", "virtual"};
  return token.is_word() && std::find(kWords.begin(), kWords.end(), token.spelling) != kWords.end();
}

/// True if a qualified name after this token may be the name that a declaration declares, as in `void A<T>::f`.
bool may_precede_declarator(const Token& before) {
  return (before.is_word() && !is_keyword_before_use(before)) || before.kind == tok::star || before.kind == tok::amp ||
         before.kind == tok::ampamp || before.kind == tok::greater || before.kind == tok::greatergreater;
}

bool ends_template_list(const Token& token) {
  return token.kind == tok::greater || token.kind == tok::greatergreater || token.kind == tok::greatergreatergreater;
}

/// What the text inside of two braces is, and the declaration that is being read there.
struct Scope {
  bool in_template = false;  ///< the braces belong to a template
  bool declares = false;     ///< a declaration that begins with `template <...>` has begun and has not ended
  int parentheses = 0;
  std::vector<std::vector<std::string>> parameters;  ///< of that declaration: the names in each `template <...>`
};

class DependentTemplates {
 public:
  DependentTemplates(const TokenList& tokens, const ProjectNames& names) : tokens_(tokens), names_(names) {}

  StrictnessChanges run() {
    find_aliases();
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto& token = tokens_.at(i);
      if (token.directive == 0) follow(i);
      if (token.is_word() && token.spelling != "template" && tokens_.at(i + 1).kind == tok::less &&
          (names_.is_member_template(token.spelling) || is_allocator_member(token.spelling)))
        look_at(i);
    }
    return std::move(changes_);
  }

 private:
  /// Collects `Name` of `using Name = A<T>;` and `typedef A<T> Name;`, which may precede `::` like `A<T>` itself.
  void find_aliases() {
    // More tokens than a definition of an alias has.
    constexpr std::size_t kLongest = 200;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const bool is_typedef = tokens_.at(i).is_word("typedef");
      const bool is_using = tokens_.at(i).is_word("using") && tokens_.at(i + 2).kind == tok::equal;
      if (!is_typedef && !is_using) continue;
      bool has_list = false;
      auto end = i;
      while (end < tokens_.size() && end < i + kLongest && tokens_.at(end).kind != tok::semi) {
        has_list = has_list || tokens_.at(end).kind == tok::less;
        ++end;
      }
      const auto& name = tokens_.at(is_using ? i + 1 : end - 1);
      if (has_list && tokens_.at(end).kind == tok::semi && name.is_word()) aliases_.emplace(name.spelling);
    }
  }

  /// Keeps track of braces and of declarations of templates.
  void follow(std::size_t i) {
    const auto& token = tokens_.at(i);
    auto& scope = scopes_.back();
    if (token.kind == tok::l_brace) {
      Scope inner;
      inner.in_template = scope.in_template || scope.declares;
      scopes_.push_back(std::move(inner));
    } else if (token.kind == tok::r_brace) {
      if (scopes_.size() > 1) scopes_.pop_back();
      // In a constructor's list, `: a{1}, b{2} {`, the declaration goes on after a brace.
      const auto next = tokens_.at(i + 1).kind;
      if (scopes_.back().parentheses == 0 && next != tok::comma && next != tok::l_brace) end_declaration();
    } else if (token.kind == tok::semi) {
      end_declaration();
    } else if (token.kind == tok::l_paren) {
      ++scope.parentheses;
    } else if (token.kind == tok::r_paren) {
      scope.parentheses = std::max(0, scope.parentheses - 1);
    } else if (token.is_word("template") && tokens_.at(i + 1).kind == tok::less &&
               tokens_.at(i + 2).kind != tok::greater) {
      scope.declares = true;
      scope.parameters.push_back(parameter_names(tokens_, i + 1));
    }
  }

  void end_declaration() {
    auto& scope = scopes_.back();
    scope.declares = false;
    scope.parentheses = 0;
    scope.parameters.clear();
  }

  void look_at(std::size_t name) {
    const auto& scope = scopes_.back();
    const bool in_macro = tokens_.directive_of(tokens_.at(name)) == "define";
    if (!in_macro && (tokens_.at(name).directive != 0 || !(scope.in_template || scope.declares))) return;
    const auto before = tokens_.at(name - 1).kind;
    if (before == tok::period || before == tok::arrow) {
      const auto end = end_of_arguments(tokens_, name + 1);
      if (end && end->surplus == 0 && tokens_.at(end->last + 1).kind == tok::l_paren) add_keyword(name);
    } else if (before == tok::coloncolon) {
      qualified(name, in_macro);
    }
  }

  void qualified(std::size_t name, bool in_macro) {
    const auto start = start_of_qualifier(name - 2);
    if (!start) return;
    const auto& scope = scopes_.back();
    const auto& before = tokens_.at(*start - 1);
    if (may_precede_declarator(before)) {
      if (in_macro) return;
      const bool is_declared_here = scope.declares && !scope.in_template && scope.parentheses == 0;
      if (is_declared_here) return repeated_parameters(name);
    }
    if (const auto end = end_of_arguments(tokens_, name + 1))
      if (before.is_word("typename") || end->surplus > 0 || ends_name(tokens_.at(end->last + 1))) add_keyword(name);
  }

  /// True if a token after `>` shows that this was no comparison: nothing can be compared with it.
  static bool ends_name(const Token& next) {
    return next.kind == tok::l_paren || next.kind == tok::coloncolon || next.kind == tok::comma ||
           next.kind == tok::r_paren || next.kind == tok::semi || next.kind == tok::l_brace ||
           next.kind == tok::greater;
  }

  /// Where the qualified name begins whose part before `::` ends with the token at `last`: `A` of `A<T>::`, or `n` of
  /// `n::A<T>::B::`. Returns nothing if that part contains neither a template's arguments nor an alias of them.
  std::optional<std::size_t> start_of_qualifier(std::size_t last) const {
    // More parts than a name has. The bound keeps the search linear in texts with a long chain of them.
    constexpr int kMostParts = 50;
    bool is_template = false;
    auto i = last;
    for (int parts = 0; parts < kMostParts; ++parts) {
      auto word = i;
      if (ends_template_list(tokens_.at(i))) {
        const auto open = opening_angle(tokens_, i);
        if (!open) return std::nullopt;
        word = *open - 1;
        is_template = true;
      } else if (aliases_.count(tokens_.at(i).spelling) != 0) {
        is_template = true;
      }
      if (!tokens_.at(word).is_word()) return std::nullopt;
      auto start = tokens_.at(word - 1).is_word("template") ? word - 1 : word;
      if (tokens_.at(start - 1).kind != tok::coloncolon) {
        if (!is_template) return std::nullopt;
        return start;
      }
      const auto& outer = tokens_.at(start - 2);
      // A name may begin with `::`.
      if (!ends_template_list(outer) && (!outer.is_word() || is_keyword_before_use(outer))) {
        if (!is_template) return std::nullopt;
        return start - 1;
      }
      i = start - 2;
    }
    return std::nullopt;
  }

  void add_keyword(std::size_t name) {
    const auto& token = tokens_.at(name);
    changes_.edits.push_back({token.offset, 0, "template "});
    changes_.findings.push_back(
        strictness_finding(tokens_, token,
                           fmt::format("'template' is added before the member template '{}': its class may depend on "
                                       "template parameters, and clang then reads '<' as a comparison",
                                       token.spelling)));
  }

  /// Removes the arguments after the name of a member template in its definition, if they repeat its parameters.
  void repeated_parameters(std::size_t name) {
    const auto& parameters = scopes_.back().parameters;
    const auto end = end_of_arguments(tokens_, name + 1);
    if (parameters.size() < 2 || !end || end->surplus != 0 || tokens_.at(end->last + 1).kind != tok::l_paren) return;
    std::vector<std::string> arguments;
    for (auto i = name + 2; i < end->last; ++i) {
      const auto& token = tokens_.at(i);
      if (token.is_word()) {
        arguments.emplace_back(token.spelling);
      } else if (token.kind != tok::comma && token.kind != tok::ellipsis) {
        return;
      }
    }
    const auto& open = tokens_.at(name + 1);
    const auto length = tokens_.at(end->last).end() - open.offset;
    // A line break in the arguments must stay, so that lines keep their numbers.
    if (arguments != parameters.back() || tokens_.text().substr(open.offset, length).find('\n') != std::string::npos)
      return;
    changes_.edits.push_back({open.offset, length, ""});
    changes_.findings.push_back(strictness_finding(
        tokens_, tokens_.at(name),
        fmt::format(
            "the template arguments after '{}' are removed from its definition: they repeat the parameters, and "
            "clang takes them for a partial specialisation",
            tokens_.at(name).spelling)));
  }

  const TokenList& tokens_;
  const ProjectNames& names_;
  std::set<std::string, std::less<>> aliases_;
  std::vector<Scope> scopes_{Scope()};
  StrictnessChanges changes_;
};

}  // namespace

StrictnessChanges dependent_template_changes(const TokenList& tokens, const ProjectNames& names) {
  return DependentTemplates(tokens, names).run();
}

}  // namespace rocm_bindgen::build
