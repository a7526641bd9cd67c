#include "emit/manifest.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/escape.hpp"
#include "support/file.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// The version of the manifest, incremented if a reader written for an older version could misread a newer one.
constexpr int kManifestVersion = 1;

OrderedJson kernel_json(const BuiltKernel& kernel) {
  OrderedJson parameters = OrderedJson::array();
  for (const auto& parameter : kernel.parameters)
    parameters.push_back({{"name", parameter.declared.name},
                          {"type", parameter.declared.source_type},
                          {"launch_type", parameter.declared.launch_type},
                          {"offset", parameter.offset},
                          {"size", parameter.declared.size}});
  return {{"name", kernel.identifier},
          {"qualified_name", kernel.qualified_name},
          {"symbol", kernel.symbol},
          {"parameters", std::move(parameters)}};
}

OrderedJson module_json(const BuiltModule& module) {
  OrderedJson kernels = OrderedJson::array(), objects = OrderedJson::array(), lost = OrderedJson::array();
  for (const auto& kernel : module.kernels) kernels.push_back(kernel_json(kernel));
  for (const auto& object : module.code_objects)
    objects.push_back({{"target", object.target.canonical},
                       {"file", code_object_path(module.source, object.target)},
                       {"cuda_arch", object.cuda_arch},
                       {"bytes", object.image.size()},
                       {"compressed_bytes", object.compressed.size()},
                       {"blake3_128", object.image_hash}});
  for (const auto& kernel : module.lost)
    lost.push_back({{"name", kernel.name}, {"condition", kernel.condition}, {"line", kernel.line}});
  return {{"name", module.source.module},
          {"constant", module.source.constant},
          {"source", module.source.relative.string()},
          {"kernels", std::move(kernels)},
          {"lost_kernels", std::move(lost)},
          {"code_objects", std::move(objects)}};
}

/// Returns null if there is no manifest, and a discarded value if it is not JSON. Fails if the file cannot be read.
Expected<OrderedJson> read_manifest(const std::filesystem::path& manifest) {
  std::error_code error;
  if (!std::filesystem::exists(manifest, error)) return OrderedJson(nullptr);
  auto text = read_file(manifest);
  if (!text) {
    for (auto& diagnostic : text.error().diagnostics) diagnostic.code = ExitCode::output;
    return std::move(text).error();
  }
  try {
    return parse_json<OrderedJson>(*text);
  } catch (const OrderedJson::exception&) {
    return OrderedJson(OrderedJson::value_t::discarded);
  }
}

bool is_ours(const OrderedJson& json) {
  return json.is_object() && json.contains("generator") && json["generator"].is_string() &&
         json["generator"].get_ref<const std::string&>().starts_with("rocm-bindgen ");
}

}  // namespace

std::string code_object_path(const Source& source, const TargetId& target) {
  return fmt::format("{2}/{0}.{1}.{2}", source.module, target.canonical, target.code_object_extension());
}

std::string emit_manifest(const std::vector<BuiltModule>& modules, const std::vector<std::string>& files) {
  OrderedJson list = OrderedJson::array();
  for (const auto& module : modules) list.push_back(module_json(module));
  const OrderedJson manifest{{"schema", kManifestVersion},
                             {"generator", "rocm-bindgen " ROCM_BINDGEN_VERSION},
                             {"modules", std::move(list)},
                             {"files", files}};
  return json_text(manifest, 2) + "\n";
}

Expected<std::vector<std::string>> files_of_manifest(const std::filesystem::path& manifest) {
  std::vector<std::string> files;
  ROCM_BINDGEN_TRY(const auto json, read_manifest(manifest));
  if (json.is_null()) return files;
  if (!is_ours(json))
    return Failure(ExitCode::output,
                   fmt::format("'{}' is not a manifest of rocm-bindgen and is not overwritten", manifest.string()),
                   "choose another folder with --out-dir");
  if (!json.contains("files") || !json["files"].is_array()) return files;
  for (const auto& entry : json["files"]) {
    if (!entry.is_string()) continue;
    const std::filesystem::path path(entry.get<std::string>());
    const auto normal = path.lexically_normal();
    if (path.is_absolute() || normal.empty() || *normal.begin() == "..") continue;
    files.push_back(path.string());
  }
  return files;
}

}  // namespace rocm_bindgen::build
