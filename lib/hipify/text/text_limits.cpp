#include "hipify/text/text_limits.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace {

/// Each recursive call of the lexer takes about a hundred bytes, so this limit is an eighth of the usual stack of eight
/// megabytes.
constexpr std::size_t kMostContinuations = 10'000;

/// The length of the line continuation at the start of `text`: a backslash or its trigraph, blanks, the end of a line.
/// 0 if there is none.
std::size_t continuation_at(std::string_view text) {
  std::size_t at = text.starts_with("\\") ? 1 : text.starts_with("?\?/") ? 3 : 0;
  if (at == 0) return 0;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\f' || text[at] == '\v')) ++at;
  const auto rest = text.substr(at);
  if (rest.starts_with("\r\n") || rest.starts_with("\n\r")) return at + 2;
  return rest.starts_with("\n") || rest.starts_with("\r") ? at + 1 : 0;
}

}  // namespace

std::optional<Diagnostic> check_text_limits(const std::filesystem::path& file, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find_first_of("\\?"); at < text.size();) {
    const auto length = continuation_at(text.substr(at));
    if (length == 0) {
      count = 0;
      at = text.find_first_of("\\?", at + 1);
      continue;
    }
    at += length;
    if (++count > kMostContinuations) {
      Diagnostic diagnostic;
      diagnostic.file = file.string();
      diagnostic.line =
          static_cast<unsigned>(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at - 1), '\n'));
      diagnostic.text = fmt::format("more than {} consecutive line continuations", kMostContinuations);
      return diagnostic;
    }
    // Other text between two continuations ends the run, so the count restarts.
    if (at < text.size() && continuation_at(text.substr(at)) == 0) {
      count = 0;
      at = text.find_first_of("\\?", at);
    }
  }
  return std::nullopt;
}

}  // namespace rocm_bindgen::build
