#include "emit/data_model.hpp"

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>

#include "emit/manifest.hpp"
#include "support/escape.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen::build {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// The version of the data model, incremented if a reader or template written for an older version could misread a
/// newer one.
constexpr int kDataModelVersion = 1;

/// 48 bits are enough to distinguish the outputs in one program.
constexpr std::size_t kOutputDigits = 12;

std::string text_of(const OrderedJson& json) {
  return json_text(json, 2) + "\n";
}

OrderedJson parameter_json(const BuiltParameter& parameter, std::size_t index) {
  const auto& declared = parameter.declared;
  return {{"name", declared.name},
          {"identifier", parameter.identifier},
          {"index", index},
          {"type", declared.source_type},
          {"launch_type", declared.launch_type},
          {"offset", parameter.offset},
          {"size", declared.size},
          {"alignment", declared.alignment},
          {"is_pointer", is_pointer(parameter)},
          {"is_struct", is_struct(parameter)}};
}

OrderedJson kernel_json(const BuiltKernel& kernel, std::size_t index) {
  OrderedJson parameters = OrderedJson::array();
  for (const auto& parameter : kernel.parameters) parameters.push_back(parameter_json(parameter, parameters.size()));
  return {{"name", kernel.identifier},
          {"index", index},
          {"qualified_name", kernel.qualified_name},
          {"symbol", kernel.symbol},
          {"parameters", std::move(parameters)}};
}

OrderedJson code_object_json(const BuiltModule& module, const BuiltCodeObject& object, std::size_t index,
                             const std::string& artifacts) {
  const auto below = code_object_path(module.source, object.target);
  return {{"target", object.target.canonical},
          {"index", index},
          {"identifier", target_identifier(object.target.canonical)},
          {"is_nvidia", object.target.is_nvidia()},
          {"cuda_arch", object.cuda_arch},
          {"file", artifacts == "." ? below : artifacts + "/" + below},
          {"bytes", object.image.size()},
          {"compressed_bytes", object.compressed.size()},
          {"blake3_128", object.image_hash}};
}

OrderedJson module_json(const BuiltModule& module, const std::string& artifacts) {
  OrderedJson kernels = OrderedJson::array(), objects = OrderedJson::array(), lost = OrderedJson::array();
  for (const auto& kernel : module.kernels) kernels.push_back(kernel_json(kernel, kernels.size()));
  for (const auto& object : module.code_objects)
    objects.push_back(code_object_json(module, object, objects.size(), artifacts));
  for (const auto& kernel : module.lost)
    lost.push_back({{"name", kernel.name}, {"condition", kernel.condition}, {"line", kernel.line}});
  return {{"name", module.source.module},
          {"index", module.index},
          {"identifier", legal_identifier(module.source.identifier)},
          {"constant", legal_identifier(module.source.constant)},
          {"source", module.source.relative.string()},
          {"kernels", std::move(kernels)},
          {"lost_kernels", std::move(lost)},
          {"code_objects", std::move(objects)}};
}

}  // namespace

bool is_pointer(const BuiltParameter& parameter) {
  return llvm::StringRef(parameter.declared.launch_type).ends_with("*");
}

bool is_struct(const BuiltParameter& parameter) {
  return parameter.declared.launch_type.empty();
}

std::string target_identifier(std::string_view target) {
  std::string identifier;
  for (std::size_t i = 0; i < target.size(); ++i) {
    // Only a '+' or '-' at the end of a feature means on or off: "gfx10-3-generic" has others.
    const bool ends_feature = i + 1 == target.size() || target[i + 1] == ':';
    if (llvm::isAlnum(target[i]))
      identifier += target[i];
    else if (target[i] != ':' && ends_feature)
      identifier += target[i] == '+' ? "_on" : "_off";
    else
      identifier += '_';
  }
  return identifier;
}

nlohmann::ordered_json data_model(const std::vector<BuiltModule>& modules, const DataModelPlace& place) {
  OrderedJson list = OrderedJson::array(), targets = OrderedJson::array();
  for (const auto& module : modules) list.push_back(module_json(module, place.artifacts));
  // Every module is built for every target, so the first module has all of them.
  if (!modules.empty())
    for (const auto& object : modules.front().code_objects) targets.push_back(object.target.canonical);
  const auto content = content_hash({place.name_space, text_of(list)}).substr(0, kOutputDigits);
  return {{"schema", kDataModelVersion}, {"generator", "rocm-bindgen " ROCM_BINDGEN_VERSION},
          {"output", place.output},      {"namespace", place.name_space},
          {"content", content},          {"targets", std::move(targets)},
          {"modules", std::move(list)}};
}

std::string emit_json(const std::vector<BuiltModule>& modules, const DataModelPlace& place) {
  return text_of(data_model(modules, place));
}

}  // namespace rocm_bindgen::build
