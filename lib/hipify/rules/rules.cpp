#include "hipify/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "support/embedded.hpp"

namespace rocm_bindgen::build {
namespace {

constexpr std::string_view folder = "lib/hipify/rules/";
constexpr std::string_view suffix = ".tsv";

using Index = std::unordered_map<std::string_view, const Rule*>;

/// Splits `text` at the first `separator`: returns the part before it and leaves the part after it in `text`.
std::string_view take(std::string_view& text, char separator) {
  const auto end = text.find(separator);
  const auto taken = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return taken;
}

Rule parse_row(std::string_view row, std::string_view family) {
  std::array<std::string_view, 7> columns{};
  for (auto& column : columns) column = take(row, '\t');
  return {columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], columns[6], family};
}

void add_rows(const EmbeddedFile& file, std::vector<Rule>& rules) {
  const auto family = file.path.substr(folder.size(), file.path.size() - folder.size() - suffix.size());
  for (auto text = file.text; !text.empty();) {
    const auto row = take(text, '\n');
    if (!row.empty() && row.front() != '#') rules.push_back(parse_row(row, family));
  }
}

bool is_header(const Rule& rule) {
  return rule.kind == "header";
}

/// Indexes by CUDA name either the rows that are headers or those that are not. Within each of the two kinds, a name is
/// unique over all tables.
Index index_of(bool headers) {
  Index index;
  index.reserve(all_rules().size());
  for (const auto& rule : all_rules()) {
    if (is_header(rule) == headers) index.emplace(rule.cuda, &rule);
  }
  return index;
}

const Rule* find(const Index& index, std::string_view name) {
  const auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace

const std::vector<Rule>& all_rules() {
  static const std::vector<Rule> rules = [] {
    std::vector<EmbeddedFile> files;
    for (const auto& file : embedded_files()) {
      if (file.path.substr(0, folder.size()) == folder) files.push_back(file);
    }
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    std::vector<Rule> rows;
    // More than the tables have. This only avoids reallocations: pointers are taken after the vector is complete.
    rows.reserve(16384);
    for (const auto& file : files) add_rows(file, rows);
    return rows;
  }();
  return rules;
}

const Rule* find_rule(std::string_view cuda_identifier) {
  static const Index index = index_of(/*headers=*/false);
  return find(index, cuda_identifier);
}

const Rule* find_header_rule(std::string_view cuda_header) {
  static const Index index = index_of(/*headers=*/true);
  return find(index, cuda_header);
}

}  // namespace rocm_bindgen::build
