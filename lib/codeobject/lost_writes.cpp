#include "codeobject/lost_writes.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "codeobject/memory_writes.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {

void to_json(nlohmann::json& json, const KernelWrite& write) {
  json = {{"symbol", write.symbol}, {"kernel", write.kernel}, {"file", write.file}, {"line", write.line}};
}

void from_json(const nlohmann::json& json, KernelWrite& write) {
  json.at("symbol").get_to(write.symbol);
  json.at("kernel").get_to(write.kernel);
  json.at("file").get_to(write.file);
  json.at("line").get_to(write.line);
}

std::vector<Diagnostic> lost_writes(const std::filesystem::path& image, const std::vector<KernelWrite>& writes) {
  std::vector<Diagnostic> warnings;
  if (writes.empty()) return warnings;
  const auto bytes = read_file(image);
  if (!bytes) return warnings;
  std::vector<std::string> symbols;
  for (const auto& write : writes) symbols.push_back(write.symbol);
  const auto without_writes = kernels_without_writes(*bytes, symbols);
  for (const auto& write : writes) {
    if (std::find(without_writes.begin(), without_writes.end(), write.symbol) == without_writes.end()) continue;
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.file = write.file;
    warning.line = write.line;
    warning.text = fmt::format("kernel '{}' writes memory here, but its compiled code does not", write.kernel);
    warning.hint =
        "the compiler has determined that the write is never reached, has no effect, or depends on undefined behaviour "
        "(a value that is not initialised, a null pointer, an index out of bounds)";
    warnings.push_back(std::move(warning));
  }
  return warnings;
}

}  // namespace rocm_bindgen::build
