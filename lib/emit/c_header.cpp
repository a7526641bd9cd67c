#include "emit/c_header.hpp"

#include <array>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include "emit/user_template.hpp"
#include "support/escape.hpp"

namespace rocm_bindgen::build {
namespace {

/// Names that are used in launch functions, or that are keywords or type names in C but not in C++.
constexpr std::array<std::string_view, 15> kUsedByLaunch{"device",  "stream",   "config",   "kernel",   "status",
                                                         "given",   "restrict", "int8_t",   "int16_t",  "int32_t",
                                                         "int64_t", "uint8_t",  "uint16_t", "uint32_t", "uint64_t"};

/// Returns the C name of a parameter; `taken` contains the names of the parameters before it.
std::string c_parameter(const std::string& identifier, std::set<std::string>& taken) {
  const llvm::StringRef name(identifier);
  // The runtime's names, which begin with rocm_bindgen_ or ROCM_BINDGEN_, must not be shadowed.
  const bool of_runtime = name.starts_with_insensitive("rocm_bindgen_");
  auto c_name = of_runtime ? "argument_" + identifier : identifier;
  while (llvm::is_contained(kUsedByLaunch, c_name) || !taken.insert(c_name).second) c_name += '_';
  return c_name;
}

/// For example: "const std::int32_t*" becomes "const int32_t*", and "rocm_bindgen::f16" becomes "rocm_bindgen_f16".
std::string c_type(std::string type) {
  if (const auto at = type.find("std::"); at != std::string::npos) type.erase(at, 5);
  if (const auto at = type.find("::"); at != std::string::npos) type.replace(at, 2, "_");
  return type;
}

/// The names declared in one header. In C they all share one scope.
class NameList {
 public:
  explicit NameList(std::string prefix) : prefix_(std::move(prefix)) {}

  /// Returns a unique name: "unary" becomes "kernels_unary", with '_' appended if that is taken.
  std::string add(const std::string& name) {
    auto full = prefix_ + "_" + name;
    while (!taken_.insert(full).second) full += '_';
    return full;
  }

 private:
  std::string prefix_;
  std::set<std::string> taken_;
};

void add_code_object_members(nlohmann::ordered_json& object, const std::string& module, bool compress,
                             const BuiltCodeObject& built, NameList& names) {
  object["c_name"] = names.add(fmt::format("{}_data_{}", module, object["identifier"].get<std::string>()));
  object["stored_size"] = compress ? built.compressed.size() : built.image.size();
  object["compression"] = compress ? "ZSTD" : "NONE";
}

}  // namespace

std::string c_launch_function(const BuiltKernel& kernel, const std::string& name, const std::string& module) {
  std::set<std::string> taken;
  std::string head = fmt::format(
      "static inline rocm_bindgen_status {}(const rocm_bindgen_device* device, rocm_bindgen_stream* stream,\n"
      "    const rocm_bindgen_launch_config* config",
      name);
  std::string values;
  for (const auto& parameter : kernel.parameters) {
    const auto c_name = c_parameter(parameter.identifier, taken);
    const auto size = parameter.declared.size;
    if (is_struct(parameter)) {
      head += fmt::format(",\n    const void* {} /* a '{}': {} bytes, aligned to {} */", c_name,
                          c_comment(parameter.declared.source_type), size, parameter.declared.alignment);
      values += fmt::format("      {{{}, {}, ROCM_BINDGEN_ARGUMENT_OTHER}},\n", c_name, size);
    } else {
      head += fmt::format(", {} {}", c_type(parameter.declared.launch_type), c_name);
      values += fmt::format("      {{&{0}, sizeof {0}, ROCM_BINDGEN_ARGUMENT_{1}}},\n", c_name,
                            is_pointer(parameter) ? "POINTER" : "OTHER");
    }
  }
  std::string body = "  rocm_bindgen_kernel kernel;\n";
  if (!values.empty()) body += "  const rocm_bindgen_argument given[] = {\n" + values + "  };\n";
  body += fmt::format("  const rocm_bindgen_status status = rocm_bindgen_get_kernel(device, &{}, \"{}\", &kernel);\n",
                      module, kernel.identifier);
  body += "  if (status != ROCM_BINDGEN_SUCCESS) return status;\n";
  body += fmt::format("  return rocm_bindgen_launch(kernel, config, stream, {}, {});\n",
                      values.empty() ? "NULL" : "given", kernel.parameters.size());
  return head + ") {\n" + body + "}";
}

std::string emit_c(const std::vector<BuiltModule>& modules, const DataModelPlace& place, bool compress) {
  auto model = data_model(modules, place);
  const auto prefix = identifier_of(place.name_space);
  NameList names(prefix);
  model["guard"] = llvm::StringRef(prefix).upper();
  // Names that users type are assigned first, so that they do not depend on the others.
  for (auto& module : model["modules"])
    module["c_name"] = names.add(modules[module["index"].get<std::size_t>()].source.identifier);
  model["all"] = names.add("all_modules");
  model["all_count"] = fmt::format("{}_MODULE_COUNT", llvm::StringRef(prefix).upper());
  for (auto& module : model["modules"]) {
    const auto& built = modules[module["index"].get<std::size_t>()];
    for (std::size_t i = 0; i < built.kernels.size(); ++i) {
      auto& kernel = module["kernels"][i];
      const auto name = names.add(built.source.identifier + "_" + built.kernels[i].identifier);
      kernel["launch_function"] = c_launch_function(built.kernels[i], name, module["c_name"].get<std::string>());
      for (auto& parameter : kernel["parameters"])
        parameter["pointer"] = parameter["is_pointer"].get<bool>() ? "true" : "false";
    }
  }
  for (auto& module : model["modules"]) {
    const auto& built = modules[module["index"].get<std::size_t>()];
    const auto& name_of_module = built.source.identifier;
    module["c_kernels"] = names.add(name_of_module + "_kernels");
    module["c_code_objects"] = names.add(name_of_module + "_code_objects");
    for (auto& kernel : module["kernels"])
      kernel["c_parameters"] =
          names.add(fmt::format("{}_parameters_{}", name_of_module, kernel["index"].get<std::size_t>()));
    for (std::size_t i = 0; i < built.code_objects.size(); ++i)
      add_code_object_members(module["code_objects"][i], name_of_module, compress, built.code_objects[i], names);
  }
  model["compressed"] = compress;
  return render_embedded("templates/header.h.mustache", model, modules);
}

}  // namespace rocm_bindgen::build
