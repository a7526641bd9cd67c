#include "codeobject/merged_kernel.hpp"

#include <nlohmann/json.hpp>

namespace rocm_bindgen::build {

void to_json(nlohmann::json& json, const MergedKernel& merged) {
  json = {{"name", merged.name}, {"same_as", merged.same_as}};
}

void from_json(const nlohmann::json& json, MergedKernel& merged) {
  json.at("name").get_to(merged.name);
  json.at("same_as").get_to(merged.same_as);
}

}  // namespace rocm_bindgen::build
