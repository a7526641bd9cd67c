#include "hipify/project/line_diff.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "support/escape.hpp"

namespace rocm_bindgen::build {
namespace {

/// Unchanged lines shown around a change, the same number as diff -u shows.
constexpr std::size_t kContext = 3;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

void add_line(std::string& hunk, char mark, std::string_view line) {
  hunk += mark;
  hunk += line;
  if (line.empty() || line.back() != '\n') hunk += "\n\\ No newline at end of file\n";
}

/// Formats a hunk's range: "12,4" is four lines from line 12 on. `first` counts from 0. The format requires that an
/// empty range names the line before it.
std::string range(std::size_t first, std::size_t count) {
  return fmt::format("{},{}", count == 0 ? first : first + 1, count);
}

class Differ {
 public:
  Differ(std::vector<std::string_view> before, std::vector<std::string_view> after)
      : before_(std::move(before)), after_(std::move(after)), added_(after_.size() - before_.size()) {}

  std::string run() {
    // The second condition makes a hunk of the added lines if the original is empty.
    for (std::size_t i = 0; i < before_.size() || (i == 0 && added_ > 0);) {
      if (!differs(i)) {
        ++i;
        continue;
      }
      auto end = i + 1;
      // Changes share a hunk if their context lines would touch.
      for (auto next = end; next < before_.size() && next <= end + 2 * kContext; ++next)
        if (differs(next)) end = next + 1;
      hunk(i, std::min(end, before_.size()));
      i = end;
    }
    return std::move(text_);
  }

 private:
  bool differs(std::size_t line) const {
    return (line == 0 && added_ > 0) || (line < before_.size() && before_[line] != after_[line + added_]);
  }

  void hunk(std::size_t begin, std::size_t end) {
    const auto from = begin - std::min(begin, kContext);
    const auto to = std::min(before_.size(), end + kContext);
    const bool at_start = from == 0;
    // The added lines are before all others, so they belong to the hunk that begins at the start.
    const auto first_after = at_start ? 0 : from + added_;
    text_ += fmt::format("@@ -{} +{} @@\n", range(from, to - from), range(first_after, to + added_ - first_after));
    if (at_start)
      for (std::size_t i = 0; i < added_; ++i) add_line(text_, '+', after_[i]);
    for (auto i = from; i < to;) {
      if (before_[i] == after_[i + added_]) {
        add_line(text_, ' ', before_[i++]);
        continue;
      }
      const auto run_begin = i;
      while (i < to && before_[i] != after_[i + added_]) add_line(text_, '-', before_[i++]);
      for (auto j = run_begin; j < i; ++j) add_line(text_, '+', after_[j + added_]);
    }
  }

  std::vector<std::string_view> before_;
  std::vector<std::string_view> after_;
  std::size_t added_;  ///< number of lines that were inserted at the start
  std::string text_;
};

/// Quotes a name as git and patch do if it contains special characters.
std::string quoted(const std::string& name) {
  const bool is_plain = for_terminal(name) == name && name.find_first_of("\"\\") == std::string::npos;
  return is_plain ? name : "\"" + c_string(name) + "\"";
}

}  // namespace

std::string line_diff(const std::string& path, const std::string& before, const std::string& after) {
  if (before == after) return {};
  return fmt::format("--- {}\n+++ {}\n", quoted("a/" + path), quoted("b/" + path)) +
         Differ(lines_of(before), lines_of(after)).run();
}

}  // namespace rocm_bindgen::build
