#include "hipify/rewrite/launches.hpp"

#include <algorithm>
#include <optional>

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

/// A launch has at most four configuration arguments: grid, block, LDS bytes, stream.
constexpr std::size_t kConfigurationArguments = 4;

/// True for a launch that is already written with HIP's macro. It is subject to the same restrictions as a `<<<`.
bool is_launch_macro(const Token& token) {
  return token.is_word("hipLaunchKernelGGL");
}

tok::TokenKind closing_of(tok::TokenKind open) {
  return open == tok::l_paren ? tok::r_paren : open == tok::l_brace ? tok::r_brace : tok::r_square;
}

/// The number of template argument lists that the token opens; negative if it closes them.
int angle_depth(const Token& token) {
  switch (token.kind) {
    case tok::less:
      return 1;
    case tok::greater:
      return -1;
    case tok::greatergreater:
      return -2;
    case tok::greatergreatergreater:
      return -3;
    default:
      return 0;
  }
}

/// The expression before a `<<<`.
struct Callee {
  std::size_t first = 0;  ///< index of its first token
  bool has_template_arguments = false;
};

/// Reads the callee backwards from the `<<<`. Returns nothing if the tokens cannot be a callee.
class CalleeReader {
 public:
  CalleeReader(const TokenList& tokens, std::size_t launch) : tokens_(tokens), at_(launch) {}

  std::optional<Callee> read() {
    if (!step()) return std::nullopt;
    if (angle_depth(here()) < 0) {
      if (!template_arguments()) return std::nullopt;
      callee_.has_template_arguments = true;
    }
    // `kernels[i]<<<`
    if (here().kind == tok::r_square && !(balanced(tok::l_square, tok::r_square) && step())) return std::nullopt;
    if (here().kind == tok::r_paren) {
      // The forms `(*kernels)<<<`, `kernel_of(x)<<<`, `kernel_of<T>(x)<<<` and `MACRO(x)<<<`.
      if (!call()) return std::nullopt;
    } else if (!here().is_word()) {
      return std::nullopt;
    }
    if (!qualifiers()) return std::nullopt;
    callee_.first = at_;
    // In `#define LAUNCH <<<1, 1>>>()`, the word before the `<<<` is the name of the macro and not a kernel.
    if (tokens_.at(at_ - 1).is_word("define")) return std::nullopt;
    return callee_;
  }

 private:
  const Token& here() const { return tokens_.at(at_); }
  /// Moves to the token before this one. Returns false if this one was the first.
  bool step() { return at_-- > 0; }

  static bool is_keyword(std::string_view word) {
    return word == "return" || word == "else" || word == "do" || word == "if" || word == "while" || word == "for";
  }

  /// Moves from a closing token to its opening one.
  bool balanced(tok::TokenKind open, tok::TokenKind close) {
    int depth = 0;
    do {
      if (here().kind == close) ++depth;
      if (here().kind == open && --depth == 0) return true;
    } while (step());
    return false;
  }

  /// Moves from the closing parenthesis to the name of the called function, or to the opening parenthesis if there is
  /// none. The result of another launch is not a kernel.
  bool call() {
    if (!balanced(tok::l_paren, tok::r_paren)) return false;
    const auto& before = tokens_.at(at_ - 1);
    if (is_launch_macro(before)) return false;
    if (angle_depth(before) < 0) {
      callee_.has_template_arguments = true;
      return step() && template_arguments();
    }
    if (before.is_word() && !is_keyword(before.spelling)) --at_;
    return true;
  }

  /// Moves from the closing `>` to the word before the opening `<`.
  bool template_arguments() {
    int depth = 0;
    do {
      // An open parenthesis means that the list did not begin inside these parentheses.
      if (here().kind == tok::l_paren) return false;
      if (here().kind == tok::r_paren && !balanced(tok::l_paren, tok::r_paren)) return false;
      if (here().kind == tok::semi || here().kind == tok::l_brace || here().kind == tok::r_brace) return false;
      if (here().kind == tok::lesslessless || is_launch_macro(here())) return false;  // part of another launch
      depth -= angle_depth(here());
      if (depth <= 0) return depth == 0 && step() && here().is_word();
    } while (step());
    return false;
  }

  /// Moves over `a::b<c>::`, `object.` and `name##` before the last word.
  bool qualifiers() {
    for (;;) {
      const auto& before = tokens_.at(at_ - 1);
      if (before.is_word("template")) {  // `object.template kernel<T><<<`
        --at_;
        continue;
      }
      if (before.kind == tok::coloncolon && !tokens_.at(at_ - 2).is_word() && angle_depth(tokens_.at(at_ - 2)) >= 0) {
        --at_;  // a global name
        return true;
      }
      if (before.kind != tok::coloncolon && before.kind != tok::hashhash && before.kind != tok::period &&
          before.kind != tok::arrow)
        return true;
      if (at_ < 2) return false;
      at_ -= 2;
      if (angle_depth(here()) < 0) {
        if (!template_arguments()) return false;
        callee_.has_template_arguments = true;
      }
      if (here().kind == tok::r_paren) {
        if (!call()) return false;  // `f(x).kernel<<<`
      }
      if (!here().is_word() && here().kind != tok::l_paren) return false;
      if (is_keyword(here().spelling)) {
        ++at_;  // `return ::kernel<<<`: the keyword is not a qualifier
        return true;
      }
    }
  }

  const TokenList& tokens_;
  std::size_t at_;
  Callee callee_;
};

/// Computes the edits of one launch: `k<<<g, b>>>(x)` becomes `hipLaunchKernelGGL(k, dim3(g), dim3(b), 0, 0, x)`. Each
/// `<<<`, `>>>`, comma between them and opening parenthesis is replaced; the text between these tokens stays.
class LaunchEditor {
 public:
  LaunchEditor(const TokenList& tokens, std::size_t launch) : tokens_(tokens), launch_(launch) {}

  /// Returns no edits if the tokens are not a launch.
  std::vector<Edit> run() {
    const auto callee = CalleeReader(tokens_, launch_).read();
    const auto close = configuration();
    if (!callee || !close || tokens_.at(*close + 1).kind != tok::l_paren) return {};
    if (arguments_.size() < 2 || arguments_.size() > kConfigurationArguments) return {};
    const bool with_name_macro = callee->has_template_arguments;
    edits_.push_back({tokens_.at(callee->first).offset, 0,
                      with_name_macro ? "hipLaunchKernelGGL(HIP_KERNEL_NAME(" : "hipLaunchKernelGGL("});
    replace(tokens_.at(launch_), (with_name_macro ? "), " : ", ") + opening(0));
    // The token before an argument's first one is the comma.
    replace(tokens_.at(arguments_[1].first - 1), closing(0) + ", " + opening(1));
    for (std::size_t i = 2; i < arguments_.size(); ++i)
      replace(tokens_.at(arguments_[i].first - 1), closing(i - 1) + ", " + opening(i));
    std::string rest = closing(arguments_.size() - 1);
    for (auto missing = arguments_.size(); missing < kConfigurationArguments; ++missing) rest += ", 0";
    replace(tokens_.at(*close), std::move(rest));
    const bool no_arguments = tokens_.at(*close + 2).kind == tok::r_paren;
    replace(tokens_.at(*close + 1), no_arguments ? "" : ", ");
    for (std::size_t i = 0; i < 2; ++i)
      if (is_braced(arguments_[i]))
        for (const auto brace : {arguments_[i].first, arguments_[i].end - 1})
          edits_.push_back({tokens_.at(brace).offset, tokens_.at(brace).length, ""});
    return std::move(edits_);
  }

  /// Returns the edits of braced_dimension_edits(); none if the tokens are not a launch.
  std::vector<Edit> braced_dimensions() {
    if (!configuration()) return {};
    for (std::size_t i = 0; i < std::min<std::size_t>(arguments_.size(), 2); ++i)
      if (const auto& first = tokens_.at(arguments_[i].first); first.kind == tok::l_brace)
        edits_.push_back({first.offset, 0, "dim3"});
    return std::move(edits_);
  }

 private:
  /// The tokens of one configuration argument.
  struct Argument {
    std::size_t first = 0;
    std::size_t end = 0;
    bool has_bare_comma = false;  ///< has a comma inside template arguments, at which the macro would split it
  };

  /// Replaces a token together with the blanks around it, except blanks that indent a line or touch a comment or a line
  /// continuation.
  void replace(const Token& token, std::string text) {
    const std::string_view all = tokens_.text();
    const auto before = all.substr(0, token.offset).find_last_not_of(" \t");
    const auto after = all.find_first_not_of(" \t", token.end());
    const bool begins_line = before == std::string_view::npos || all[before] == '\n' || all[before] == '/';
    const bool ends_line = after == std::string_view::npos || all[after] == '\n' || all[after] == '\r' ||
                           all[after] == '/' || all[after] == '\\';
    auto begin = begins_line ? token.offset : before + 1;
    const auto end = ends_line ? token.end() : after;
    // If two adjacent tokens are both replaced, the blanks between them belong to the first edit.
    if (!edits_.empty()) begin = std::max(begin, edits_.back().offset + edits_.back().length);
    edits_.push_back({begin, end - begin, std::move(text)});
  }

  /// True if the text of the argument already has the form `dim3(x, y)`.
  bool is_dim3(const Argument& argument) const {
    if (!tokens_.at(argument.first).is_word("dim3") || tokens_.at(argument.first + 1).kind != tok::l_paren)
      return false;
    int depth = 0;
    for (auto i = argument.first + 1; i < argument.end; ++i) {
      if (tokens_.at(i).opens_bracket()) ++depth;
      if (tokens_.at(i).closes_bracket() && --depth == 0) return i + 1 == argument.end;
    }
    return false;
  }
  /// True for `{x, y, z}`. The braces are replaced by the parentheses of dim3(...): `dim3({x, y, z})` could call the
  /// copy constructor, and the macro would split a list that only braces hold together.
  bool is_braced(const Argument& argument) const {
    int depth = 0;
    for (auto i = argument.first; i < argument.end; ++i) {
      if (tokens_.at(i).opens_bracket()) ++depth;
      if (tokens_.at(i).closes_bracket() && --depth == 0)
        return tokens_.at(argument.first).kind == tok::l_brace && i + 1 == argument.end;
      if (depth == 0) return false;
    }
    return false;
  }
  /// True if the argument must be put in parentheses: grid and block become dim3(...), and the macro would split an LDS
  /// size or stream that has a bare comma.
  bool is_wrapped(std::size_t argument) const {
    return argument < 2 ? !is_dim3(arguments_[argument]) : arguments_[argument].has_bare_comma;
  }
  std::string opening(std::size_t argument) const { return !is_wrapped(argument) ? "" : argument < 2 ? "dim3(" : "("; }
  std::string closing(std::size_t argument) const { return is_wrapped(argument) ? ")" : ""; }

  /// If the tokens from `less` on are a template argument list and not a comparison, returns the index of the closing
  /// `>`.
  std::optional<std::size_t> end_of_template_arguments(std::size_t less) const {
    int depth = 0;
    for (auto i = less; i < tokens_.size(); ++i) {
      const auto& token = tokens_.at(i);
      depth += angle_depth(token);
      if (depth == 0) {
        const auto& next = tokens_.at(i + 1);
        // The name of a scope, a function or a type continues in one of these ways. A comparison does not.
        const bool is_template_name =
            next.kind == tok::coloncolon || next.kind == tok::l_paren || next.kind == tok::l_brace;
        return is_template_name ? std::optional(i) : std::nullopt;
      }
      const bool type_like = token.is_word() || token.kind == tok::coloncolon || token.kind == tok::comma ||
                             token.kind == tok::star || token.kind == tok::amp || token.kind == tok::numeric_constant ||
                             angle_depth(token) != 0;
      if (depth < 0 || !type_like) return std::nullopt;
    }
    return std::nullopt;
  }

  /// Finds the configuration arguments up to `>>>` and returns the index of that token.
  std::optional<std::size_t> configuration() {
    std::vector<tok::TokenKind> open;
    arguments_.push_back({launch_ + 1, 0, false});
    for (auto i = launch_ + 1; i < tokens_.size(); ++i) {
      const auto& token = tokens_.at(i);
      if (token.opens_bracket()) open.push_back(token.kind);
      if (token.closes_bracket()) {
        if (open.empty() || closing_of(open.back()) != token.kind) return std::nullopt;
        open.pop_back();
      }
      if (open.empty() && token.kind == tok::semi) return std::nullopt;
      // If a directive selects among arguments, their number is not fixed.
      if (token.directive != tokens_.at(launch_).directive) return std::nullopt;
      if (!open.empty()) continue;
      if (token.kind == tok::lesslessless || is_launch_macro(token))
        // The arguments could belong to either launch.
        return std::nullopt;
      if (token.kind == tok::less && tokens_.at(i - 1).is_word())
        if (const auto end = end_of_template_arguments(i)) {
          for (auto inside = i; inside < *end; ++inside)
            if (tokens_.at(inside).kind == tok::comma) arguments_.back().has_bare_comma = true;
          i = *end;
        }
      const auto kind = tokens_.at(i).kind;
      if (kind == tok::comma || kind == tok::greatergreatergreater) arguments_.back().end = i;
      if (kind == tok::comma) arguments_.push_back({i + 1, 0, false});
      if (kind == tok::greatergreatergreater) return i;
    }
    return std::nullopt;
  }

  const TokenList& tokens_;
  std::size_t launch_;
  std::vector<Argument> arguments_;
  std::vector<Edit> edits_;
};

}  // namespace

std::optional<std::size_t> callee_of_launch(const TokenList& tokens, std::size_t launch) {
  const auto callee = CalleeReader(tokens, launch).read();
  return callee ? std::optional(callee->first) : std::nullopt;
}

std::vector<Edit> launch_edits(const TokenList& tokens) {
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens.at(i).kind != tok::lesslessless) continue;
    auto more = LaunchEditor(tokens, i).run();
    edits.insert(edits.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  return edits;
}

std::vector<Edit> braced_dimension_edits(const TokenList& tokens, std::size_t launch) {
  return LaunchEditor(tokens, launch).braced_dimensions();
}

}  // namespace rocm_bindgen::build
