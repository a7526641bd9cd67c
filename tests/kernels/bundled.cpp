#include "kernels/bundled.hpp"

#include <fstream>
#include <sstream>

namespace test {
namespace {

std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (auto end = text.find(separator); end != std::string::npos; end = text.find(separator, start)) {
    parts.push_back(text.substr(start, end - start));
    start = end + separator.size();
  }
  parts.push_back(text.substr(start));
  return parts;
}

/// Converts "cast_f8_e4m3_f32" to "cast_f8e4m3_f32"; returns a name without an 8-bit type unchanged.
std::string host_spelling(std::string name) {
  for (const std::string kernel_spelling : {"fp8_e4m3", "f8_e4m3"})
    for (auto at = name.find(kernel_spelling); at != std::string::npos; at = name.find(kernel_spelling))
      name.replace(at, kernel_spelling.size(), "f8e4m3");
  return name;
}

}  // namespace

std::filesystem::path bundled_folder() {
  return ROCM_BINDGEN_BUNDLED;
}

std::vector<AbiRow> abi_rows() {
  std::ifstream table(ROCM_BINDGEN_SOURCE_DIR "/tests/kernels/abi.tsv");
  std::vector<AbiRow> rows;
  std::string line;
  std::getline(table, line);  // skips the line of column names
  while (std::getline(table, line)) {
    const auto columns = split(line, "\t");
    AbiRow row{columns.at(0), columns.at(1), split(columns.at(2), ", ")};
    const auto alias = host_spelling(row.name);
    rows.push_back(row);
    if (alias == row.name) continue;
    row.name = alias;
    rows.push_back(std::move(row));
  }
  return rows;
}

unsigned parameter_size(const std::string& parameter) {
  static const std::map<std::string, unsigned> sizes{
      {"size_t", 8},        {"int64_t", 8},  {"double", 8},  {"float", 4},  {"int", 4},
      {"int32_t", 4},       {"uint32_t", 4}, {"int16_t", 2}, {"__half", 2}, {"__nv_bfloat16", 2},
      {"__nv_fp8_e4m3", 1}, {"uint8_t", 1},  {"bool", 1}};
  if (parameter.find('*') != std::string::npos) return 8;
  std::istringstream words(parameter);
  std::string type;
  words >> type;
  if (type == "const") words >> type;
  const auto found = sizes.find(type);
  return found == sizes.end() ? 0 : found->second;
}

}  // namespace test
