#include "hipify/rules.hpp"

#include <array>
#include <unordered_map>

#include "support/embedded.hpp"

namespace rocm_bindgen {
namespace {

using Table = std::unordered_map<std::string_view, Rule>;

Rule parse_row(std::string_view row) {
  std::array<std::string_view, 7> columns{};
  for (auto& column : columns) {
    const auto tab = row.find('\t');
    column = row.substr(0, tab);
    row = tab == std::string_view::npos ? std::string_view() : row.substr(tab + 1);
  }
  return {columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], columns[6], {}};
}

void add_rows(std::string_view text, Table& table) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto row = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (row.empty() || row.front() == '#') continue;
    const auto rule = parse_row(row);
    table.emplace(rule.cuda, rule);
  }
}

const Rule* find(const Table& table, std::string_view name) {
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

}  // namespace

const Rule* find_rule(std::string_view cuda_identifier) {
  static const Table table = [] {
    Table rows;
    add_rows(embedded_text("lib/hipify/rules/runtime.tsv"), rows);
    add_rows(embedded_text("lib/hipify/rules/device.tsv"), rows);
    return rows;
  }();
  return find(table, cuda_identifier);
}

const Rule* find_header_rule(std::string_view cuda_header) {
  static const Table table = [] {
    Table rows;
    add_rows(embedded_text("lib/hipify/rules/headers.tsv"), rows);
    return rows;
  }();
  return find(table, cuda_header);
}

}  // namespace rocm_bindgen
