#include "hipify/project/examine.hpp"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/escape.hpp"

namespace rocm_bindgen::build {
namespace {

std::vector<const HipFile*> distinct_files(const std::vector<HipSource>& sources) {
  std::set<std::filesystem::path> seen;
  std::vector<const HipFile*> files;
  for (const auto& source : sources)
    for (const auto& file : source.files) {
      std::error_code error;
      const auto real = std::filesystem::canonical(file.original, error);
      if (seen.insert(error ? file.original : real).second) files.push_back(&file);
    }
  return files;
}

unsigned total(const std::map<std::string, unsigned>& counts) {
  unsigned sum = 0;
  for (const auto& [name, count] : counts) sum += count;
  return sum;
}

void add(const HipifyStatistics& more, HipifyStatistics& sum) {
  sum.lines += more.lines;
  sum.changed_lines += more.changed_lines;
  sum.launches += more.launches;
  for (const auto& [family, count] : more.converted) sum.converted[family] += count;
  for (const auto& [reason, count] : more.findings) sum.findings[reason] += count;
}

std::string describe(const std::string& title, const HipifyStatistics& statistics) {
  auto text = fmt::format("{}\n  {} lines, {} changed, {} launches\n  converted: {}\n", title, statistics.lines,
                          statistics.changed_lines, statistics.launches, total(statistics.converted));
  for (const auto& [family, count] : statistics.converted) text += fmt::format("    {:<28}{:>6}\n", family, count);
  text += fmt::format("  to review: {}\n", total(statistics.findings));
  for (const auto& [reason, count] : statistics.findings) text += fmt::format("    {:<28}{:>6}\n", reason, count);
  return text;
}

}  // namespace

std::string examine_text(const std::vector<HipSource>& sources) {
  std::string text;
  HipifyStatistics sum;
  const auto files = distinct_files(sources);
  for (const auto* file : files) {
    text += describe(for_terminal(file->original.string()), file->statistics);
    add(file->statistics, sum);
  }
  if (files.size() > 1) text += describe(fmt::format("total of {} files", files.size()), sum);
  return text;
}

std::string examine_json(const std::vector<HipSource>& sources) {
  std::string text;
  for (const auto* file : distinct_files(sources)) {
    const auto& statistics = file->statistics;
    const nlohmann::ordered_json json{{"file", file->original.string()},           {"lines", statistics.lines},
                                      {"changed_lines", statistics.changed_lines}, {"launches", statistics.launches},
                                      {"converted", statistics.converted},         {"findings", statistics.findings}};
    text += json_text(json) + "\n";
  }
  return text;
}

}  // namespace rocm_bindgen::build
