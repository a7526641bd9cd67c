#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace rocm_bindgen::build {

/// A kernel that shares the code of another kernel of the same source.
struct MergedKernel {
  std::string name;
  std::string same_as;
};

void to_json(nlohmann::json& json, const MergedKernel& merged);
void from_json(const nlohmann::json& json, MergedKernel& merged);

}  // namespace rocm_bindgen::build
