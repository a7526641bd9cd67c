#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace rocm_bindgen::build {

/// One kernel parameter as declared in the source.
struct KernelParameter {
  std::string name;             ///< as written; empty if unnamed
  std::string source_type;      ///< as the compiler prints it: "const size_t *"
  std::string launch_type;      ///< its type in the emitted launch function; empty = a struct, passed by value
  std::uint32_t size = 0;       ///< in bytes
  std::uint32_t alignment = 0;  ///< in bytes
};

/// One kernel that the source defines: by a definition, by an explicit instantiation of a template, or by launching an
/// instance of a template.
struct KernelSignature {
  std::string symbol;          ///< the name in the code object
  std::string qualified_name;  ///< "ns::scale<float>"
  bool extern_c = false;
  /// False for static kernels and kernels in unnamed namespaces, which the compiler may remove.
  bool external = true;
  std::vector<KernelParameter> parameters;
  std::string file;   ///< where it is defined, according to #line directives; empty if unknown
  unsigned line = 0;  ///< 0 = unknown
};

void to_json(nlohmann::json& json, const KernelParameter& parameter);
void from_json(const nlohmann::json& json, KernelParameter& parameter);
void to_json(nlohmann::json& json, const KernelSignature& signature);
void from_json(const nlohmann::json& json, KernelSignature& signature);

}  // namespace rocm_bindgen::build
