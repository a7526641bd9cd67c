#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace rocm_bindgen::build {

/// `json` as CBOR. As JSON text it would lose what is not UTF-8: sources and names may hold any bytes.
inline std::string exact_bytes(const nlohmann::json& json) {
  std::string bytes;
  nlohmann::json::to_cbor(json, bytes);
  return bytes;
}

}  // namespace rocm_bindgen::build
