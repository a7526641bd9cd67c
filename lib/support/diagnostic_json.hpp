#pragma once

#include <nlohmann/json_fwd.hpp>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Serialisation for results of workers and for build records.
void to_json(nlohmann::json& json, const Diagnostic& diagnostic);
void from_json(const nlohmann::json& json, Diagnostic& diagnostic);

}  // namespace rocm_bindgen::build
