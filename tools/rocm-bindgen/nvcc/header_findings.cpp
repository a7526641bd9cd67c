#include "nvcc/header_findings.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

namespace rocm_bindgen::build::driver {
namespace fs = std::filesystem;
namespace {

/// What headers have of one kind.
struct Kind {
  std::string category;
  std::size_t places = 0;
  std::set<std::string> headers;
};

Diagnostic summary_of(const Kind& kind) {
  Diagnostic summary;
  summary.severity = Severity::warning;
  summary.category = kind.category;
  summary.file = *kind.headers.begin();
  summary.text = fmt::format("{} place{} of this kind in this header", kind.places, kind.places == 1 ? "" : "s");
  if (const auto others = kind.headers.size() - 1; others != 0)
    summary.text = fmt::format("{} places of this kind in this and {} other header{}", kind.places, others,
                               others == 1 ? "" : "s");
  summary.text += fmt::format("; --verbose prints {}", kind.places == 1 ? "it" : "them");
  return summary;
}

}  // namespace

SummedUp sum_up_headers(std::vector<Diagnostic> messages, const fs::path& source) {
  SummedUp result;
  std::vector<Kind> kinds;
  bool keeps_notes = true;
  for (auto& message : messages) {
    const bool is_note = message.severity == Severity::note && !is_explanation(message);
    if (!is_note)
      keeps_notes = message.severity != Severity::warning || message.category.empty() || message.file.empty() ||
                    fs::path(message.file).lexically_normal() == source.lexically_normal();
    if (keeps_notes) {
      result.messages.push_back(std::move(message));
      continue;
    }
    if (is_note) continue;
    auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const Kind& one) { return one.category == message.category; });
    if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {message.category, 0, {}});
    ++kind->places;
    kind->headers.insert(message.file);
  }
  for (const auto& kind : kinds) result.summaries.push_back(summary_of(kind));
  return result;
}

}  // namespace rocm_bindgen::build::driver
