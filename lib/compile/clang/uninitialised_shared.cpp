#include "compile/clang/uninitialised_shared.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace {

namespace tok = clang::tok;

bool ends_statement(const Token& token) {
  return token.kind == tok::semi || token.kind == tok::l_brace || token.kind == tok::r_brace ||
         token.kind == tok::unknown;
}

}  // namespace

std::optional<std::vector<Edit>> uninitialised_shared_edits(const TokenList& tokens, std::size_t name,
                                                            const std::vector<std::size_t>& names) {
  const auto at = tokens.index_of(name);
  if (!tokens.at(at).is_word() || tokens.at(at).offset != name || tokens.at(at).directive != 0) return {};
  auto first = at;
  while (!ends_statement(tokens.at(first - 1)) && tokens.at(first - 1).directive == 0) --first;
  auto end = at;
  for (int depth = 0; depth > 0 || tokens.at(end).kind != tok::semi; ++end) {
    if (tokens.at(end).opens_bracket()) ++depth;
    if (tokens.at(end).closes_bracket()) --depth;
    if (tokens.at(end).kind == tok::unknown || tokens.at(end).directive != 0 || depth < 0) return {};
  }

  // With the prefix "rocm_bindgen_" left out, `__shared__ S a;` becomes
  // `typedef S type_of_a; __shared__ Storage<type_of_a> storage_of_a; type_of_a& a = storage_of_a.value();`
  std::vector<Edit> edits;
  std::string storage;
  bool is_shared = false;
  for (auto i = first; i < end; ++i) {
    const auto& token = tokens.at(i);
    if (token.kind == tok::equal || token.kind == tok::l_brace)
      return {};  // it has an initialiser, which nvcc refuses as well
    if (token.is_word("__shared__")) {
      is_shared = true;
      edits.push_back({token.offset, token.length, "typedef"});
    } else if (token.is_word("static") || token.is_word("volatile")) {
      // A typedef cannot be static, and Storage::value() returns a reference that is not volatile.
      edits.push_back({token.offset, token.length, ""});
    } else if (std::find(names.begin(), names.end(), token.offset) != names.end()) {
      edits.push_back({token.offset, token.length, fmt::format("rocm_bindgen_type_of_{}", token.spelling)});
      storage += fmt::format(
          " __shared__ ::rocm_bindgen::Storage<rocm_bindgen_type_of_{0}> rocm_bindgen_storage_of_{0};"
          " rocm_bindgen_type_of_{0}& {0} = rocm_bindgen_storage_of_{0}.value();",
          token.spelling);
    } else if (token.kind == tok::comma && i > at && tokens.at(i + 1).kind == tok::star) {
      return {};  // a pointer in the same declaration would become a typedef
    }
  }
  if (!is_shared) return {};
  edits.push_back({tokens.at(end).end(), 0, std::move(storage)});
  return edits;
}

}  // namespace rocm_bindgen::build
