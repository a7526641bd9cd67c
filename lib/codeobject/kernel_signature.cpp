#include "codeobject/kernel_signature.hpp"

#include <nlohmann/json.hpp>

namespace rocm_bindgen::build {

void to_json(nlohmann::json& json, const KernelParameter& parameter) {
  json = {{"name", parameter.name},
          {"source_type", parameter.source_type},
          {"launch_type", parameter.launch_type},
          {"size", parameter.size},
          {"alignment", parameter.alignment}};
}

void from_json(const nlohmann::json& json, KernelParameter& parameter) {
  json.at("name").get_to(parameter.name);
  json.at("source_type").get_to(parameter.source_type);
  json.at("launch_type").get_to(parameter.launch_type);
  json.at("size").get_to(parameter.size);
  json.at("alignment").get_to(parameter.alignment);
}

void to_json(nlohmann::json& json, const KernelSignature& signature) {
  json = {
      {"symbol", signature.symbol},     {"qualified_name", signature.qualified_name}, {"extern_c", signature.extern_c},
      {"external", signature.external}, {"parameters", signature.parameters},         {"file", signature.file},
      {"line", signature.line}};
}

void from_json(const nlohmann::json& json, KernelSignature& signature) {
  json.at("symbol").get_to(signature.symbol);
  json.at("qualified_name").get_to(signature.qualified_name);
  json.at("extern_c").get_to(signature.extern_c);
  json.at("external").get_to(signature.external);
  json.at("parameters").get_to(signature.parameters);
  json.at("file").get_to(signature.file);
  json.at("line").get_to(signature.line);
}

}  // namespace rocm_bindgen::build
