#include "hipify/project/hip_source.hpp"

#include <nlohmann/json.hpp>

#include "support/diagnostic_json.hpp"

namespace rocm_bindgen::build {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HipifyStatistics, lines, changed_lines, launches, converted, findings)

void to_json(nlohmann::json& json, const HipFile& file) {
  json = {{"original", file.original.string()}, {"relative", file.relative.string()},  {"text", file.text},
          {"tree_text", file.tree_text},        {"original_hash", file.original_hash}, {"statistics", file.statistics}};
}

void from_json(const nlohmann::json& json, HipFile& file) {
  file.original = json.at("original").get<std::string>();
  file.relative = json.at("relative").get<std::string>();
  json.at("text").get_to(file.text);
  json.at("tree_text").get_to(file.tree_text);
  json.at("original_hash").get_to(file.original_hash);
  json.at("statistics").get_to(file.statistics);
}

void to_json(nlohmann::json& json, const HipSource& hip) {
  json = {{"hip_files", hip.files},         {"absent", hip.absent},
          {"read_too", hip.read_too},       {"implied_folders", hip.implied_folders},
          {"means_waves", hip.means_waves}, {"is_written_for_hip", hip.is_written_for_hip},
          {"diagnostics", hip.diagnostics}};
}

void from_json(const nlohmann::json& json, HipSource& hip) {
  json.at("hip_files").get_to(hip.files);
  json.at("absent").get_to(hip.absent);
  json.at("read_too").get_to(hip.read_too);
  json.at("implied_folders").get_to(hip.implied_folders);
  json.at("means_waves").get_to(hip.means_waves);
  json.at("is_written_for_hip").get_to(hip.is_written_for_hip);
  json.at("diagnostics").get_to(hip.diagnostics);
}

}  // namespace rocm_bindgen::build
