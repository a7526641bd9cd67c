#include "hipify/rewrite/wave_size_lint.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

bool contains_word(std::string_view name, llvm::StringRef part) {
  return llvm::StringRef(name).contains_insensitive(part);
}

/// True if the expression that ends with token `last` is the index of a thread or lane, judging by its name:
/// `threadIdx.x`, `tid`, `laneId`, `thread_rank()`.
bool is_thread_index(const TokenList& tokens, std::size_t last) {
  auto i = last;
  if (tokens.at(i).kind == tok::r_paren) i -= 2;  // `thread_rank()`
  const auto& word = tokens.at(i);
  if (!word.is_word()) return false;
  if (tokens.at(i - 1).kind == tok::period && tokens.at(i - 2).is_word("threadIdx")) return true;
  return word.spelling == "tid" || word.spelling == "tx" || contains_word(word.spelling, "lane") ||
         contains_word(word.spelling, "thread_rank") || contains_word(word.spelling, "threadid") ||
         contains_word(word.spelling, "thread_id");
}

bool is_one_of(const Token& token, std::initializer_list<std::string_view> spellings) {
  return token.kind == tok::numeric_constant &&
         std::find(spellings.begin(), spellings.end(), token.spelling) != spellings.end();
}

/// True for `% 32`, `& 31`, `/ 32` and `>> 5`. The caller checks that a thread's index precedes.
bool divides_by_32(const TokenList& tokens, std::size_t operation) {
  const auto& number = tokens.at(operation + 1);
  switch (tokens.at(operation).kind) {
    case tok::percent:
    case tok::slash:
    case tok::percentequal:
      return is_one_of(number, {"32", "32u", "32U"});
    case tok::amp:
      return is_one_of(number, {"31", "31u", "0x1f", "0x1F", "0x1fu"});
    case tok::greatergreater:
      return is_one_of(number, {"5", "5u"});
    default:
      return false;
  }
}

bool names_wave_size(const Token& word) {
  return word.is_word() && word.spelling != "warpSize" &&
         (contains_word(word.spelling, "warpsize") || contains_word(word.spelling, "warp_size"));
}

bool returns_mask(const Token& word) {
  return word.is_word("__ballot_sync") || word.is_word("__ballot") || word.is_word("__activemask") ||
         word.is_word("__match_any_sync");
}

/// True for `unsigned mask = __ballot_sync(` and the like, which store a mask of up to 64 lanes in 32 bits.
bool is_stored_in_32_bits(const TokenList& tokens, std::size_t call) {
  if (tokens.at(call - 1).kind != tok::equal || !tokens.at(call - 2).is_word()) return false;
  const auto& type = tokens.at(call - 3);
  return type.is_word("unsigned") || type.is_word("int") || type.is_word("uint") || type.is_word("uint32_t") ||
         type.is_word("int32_t");
}

/// True for `float sums[... warpSize ...]` and after `constexpr`.
bool is_in_constant_expression(const TokenList& tokens, std::size_t i) {
  constexpr std::size_t kLookBack = 12;  // tokens; more than such an expression usually has before warpSize
  for (auto at = i; at-- > 0;) {
    const auto& token = tokens.at(at);
    if (token.kind == tok::l_square) {
      // The bound of an array follows a type and a name; an index follows only a name.
      return tokens.at(at - 1).is_word() && tokens.at(at - 2).is_word() && !tokens.at(at - 2).is_word("return");
    }
    if (token.is_word("constexpr")) return true;
    if (token.kind == tok::semi || token.kind == tok::l_brace || token.kind == tok::r_brace || i - at > kLookBack)
      break;
  }
  return false;
}

class Lint {
 public:
  explicit Lint(const TokenList& tokens) : tokens_(tokens) {}

  std::vector<Finding> run() {
    for (std::size_t i = 1; i < tokens_.size(); ++i) {
      const auto& token = tokens_.at(i);
      if (divides_by_32(tokens_, i) && is_thread_index(tokens_, i - 1))
        add(i,
            "this code assumes a warp of 32 lanes: waves have 64 lanes on gfx9, and hipified code treats each as two "
            "warps");
      if (names_wave_size(token) && defines_32(i))
        add(i, fmt::format("'{}' is 32: waves have 64 lanes on gfx9, and hipified code treats each as two warps",
                           token.spelling));
      if (returns_mask(token) && is_stored_in_32_bits(tokens_, i))
        add(i, fmt::format("a lane mask is stored in 32 bits: waves have 64 lanes on gfx9, and HIP's own '{}' returns "
                           "64 bits there",
                           token.spelling));
      if (token.is_word("warpSize") && is_in_constant_expression(tokens_, i))
        add(i, "'warpSize' is used where a constant is required: in HIP it is not a constant, and it is 64 on gfx9");
    }
    return std::move(findings_);
  }

 private:
  /// True for `#define WARP_SIZE 32`, `const int warp_size = 32` and `WARPSIZE{32}`.
  bool defines_32(std::size_t name) const {
    const auto& next = tokens_.at(name + 1);
    if (tokens_.at(name - 1).is_word("define")) return is_one_of(next, {"32", "32u", "32U"});
    return (next.kind == tok::equal || next.kind == tok::l_brace) && tokens_.at(name - 1).is_word() &&
           is_one_of(tokens_.at(name + 2), {"32", "32u", "32U"});
  }

  void add(std::size_t i, std::string text) {
    const auto& token = tokens_.at(i);
    findings_.push_back({Reason::wave_size, std::string(token.spelling), std::move(text), tokens_.line_of(token),
                         tokens_.column_of(token)});
  }

  const TokenList& tokens_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_wave_size_assumptions(const TokenList& tokens) {
  return Lint(tokens).run();
}

}  // namespace rocm_bindgen::build
