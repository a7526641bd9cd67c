#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace rocm_bindgen::build {

/// Encodes `json` as CBOR. JSON text would lose bytes that are not UTF-8, which sources and names may contain.
inline std::string exact_bytes(const nlohmann::json& json) {
  std::string bytes;
  nlohmann::json::to_cbor(json, bytes);
  return bytes;
}

}  // namespace rocm_bindgen::build
