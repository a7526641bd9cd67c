#include "support/suggest.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>

namespace rocm_bindgen::build {
namespace {

/// The minimum length of a word, without leading dashes. A single letter could be meant as any other.
constexpr std::size_t kShortest = 2;

std::size_t common_beginning(std::string_view a, std::string_view b) {
  const auto ends = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(ends.first - a.begin());
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
  const auto dashes = std::min(word.find_first_not_of('-'), word.size());
  if (word.size() - dashes < kShortest) return std::nullopt;
  // A third of the letters, rounded up, may differ, as in clang; two swapped letters count as two.
  const auto limit = static_cast<unsigned>((word.size() + 2) / 3);
  const std::string* best = nullptr;
  unsigned best_distance = limit + 1;
  std::size_t best_beginning = 0;
  for (const auto& candidate : candidates) {
    const unsigned distance = llvm::StringRef(word).edit_distance(candidate, /*AllowReplacements=*/true, limit);
    const auto beginning = common_beginning(word, candidate);
    if (distance > limit || distance > best_distance) continue;
    if (distance == best_distance && beginning <= best_beginning) continue;
    best = &candidate;
    best_distance = distance;
    best_beginning = beginning;
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const auto meant = nearest(word, candidates);
  return meant ? fmt::format("; did you mean '{}'?", *meant) : std::string();
}

}  // namespace rocm_bindgen::build
