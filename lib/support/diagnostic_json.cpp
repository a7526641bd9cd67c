#include "support/diagnostic_json.hpp"

#include <nlohmann/json.hpp>

namespace rocm_bindgen::build {

void to_json(nlohmann::json& json, const Diagnostic& diagnostic) {
  json = {{"severity", static_cast<int>(diagnostic.severity)},
          {"code", static_cast<int>(diagnostic.code)},
          {"file", diagnostic.file},
          {"line", diagnostic.line},
          {"column", diagnostic.column},
          {"text", diagnostic.text},
          {"hint", diagnostic.hint},
          {"snippet", diagnostic.snippet},
          {"targets", diagnostic.targets},
          {"category", diagnostic.category}};
}

void from_json(const nlohmann::json& json, Diagnostic& diagnostic) {
  diagnostic.severity = static_cast<Severity>(json.at("severity").get<int>());
  diagnostic.code = static_cast<ExitCode>(json.at("code").get<int>());
  json.at("file").get_to(diagnostic.file);
  json.at("line").get_to(diagnostic.line);
  json.at("column").get_to(diagnostic.column);
  json.at("text").get_to(diagnostic.text);
  json.at("hint").get_to(diagnostic.hint);
  json.at("snippet").get_to(diagnostic.snippet);
  json.at("targets").get_to(diagnostic.targets);
  json.at("category").get_to(diagnostic.category);
}

}  // namespace rocm_bindgen::build
