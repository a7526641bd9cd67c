#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emit/header.hpp"
#include "support/escape.hpp"

namespace rocm_bindgen::build {
namespace {

/// Whether the parameter is a struct that is passed by value; such a parameter has no launch type.
bool is_structure(const BuiltParameter& parameter) {
  return parameter.declared.launch_type.empty();
}

/// The name of the template parameter for a struct that is passed by value. name_kernels() gives this name to no kernel
/// or parameter.
std::string structure_type(std::size_t index) {
  return fmt::format("Struct{}", index);
}

/// For example: "rocm_bindgen::f16" becomes "::rocm_bindgen::f16", because the header's own namespace may contain a
/// `rocm_bindgen`.
std::string anchored(std::string type) {
  for (const std::string_view scope : {"rocm_bindgen::", "std::"})
    if (const auto at = type.find(scope); at != std::string::npos) return type.insert(at, "::");
  return type;
}

}  // namespace

std::string launch_function(const BuiltKernel& kernel, const std::string& constant, std::size_t index) {
  std::vector<std::string> classes, parameters, addresses;
  std::string checks;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const auto& parameter = kernel.parameters[i];
    const auto type = is_structure(parameter) ? structure_type(i) : anchored(parameter.declared.launch_type);
    parameters.push_back(is_structure(parameter) ? fmt::format("const {}& {}", type, parameter.identifier)
                                                 : fmt::format("{} {}", type, parameter.identifier));
    addresses.push_back("&" + parameter.identifier);
    if (!is_structure(parameter)) continue;
    classes.push_back("class " + type);
    checks += fmt::format(
        "  static_assert(__is_trivially_copyable({0}) && sizeof({0}) == {1} && alignof({0}) == {2},\n"
        "                \"parameter '{3}' is a '{4}': trivially copyable, {1} bytes, aligned to {2}\");\n",
        type, parameter.declared.size, parameter.declared.alignment, parameter.identifier,
        static_assert_message(parameter.declared.source_type));
  }
  std::string code;
  if (!classes.empty()) code += fmt::format("template <{}>\n", fmt::join(classes, ", "));
  code += fmt::format("inline void {}(::rocm_bindgen::Stream& stream, const ::rocm_bindgen::LaunchConfig& config",
                      kernel.identifier);
  for (const auto& parameter : parameters) code += ", " + parameter;
  code += ") {\n" + checks;
  if (addresses.empty()) {
    code += fmt::format("  ::rocm_bindgen::launch(stream, {}, {}, config, nullptr);\n}}", constant, index);
  } else {
    code += fmt::format("  const void* const arguments[] = {{{}}};\n", fmt::join(addresses, ", "));
    code += fmt::format("  ::rocm_bindgen::launch(stream, {}, {}, config, arguments);\n}}", constant, index);
  }
  return code;
}

}  // namespace rocm_bindgen::build
