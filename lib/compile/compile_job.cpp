#include "compile/compile_job.hpp"

#include <algorithm>
#include <iterator>

#include <nlohmann/json.hpp>

#include "support/diagnostic_json.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {

void to_json(nlohmann::json& json, const LostKernel& lost) {
  json = {{"name", lost.name}, {"condition", lost.condition}, {"file", lost.file}, {"line", lost.line}};
}

void from_json(const nlohmann::json& json, LostKernel& lost) {
  json.at("name").get_to(lost.name);
  json.at("condition").get_to(lost.condition);
  json.at("file").get_to(lost.file);
  json.at("line").get_to(lost.line);
}

void add_paths(const std::vector<std::string>& more, std::vector<std::string>& into) {
  std::vector<std::string> all;
  std::set_union(into.begin(), into.end(), more.begin(), more.end(), std::back_inserter(all));
  into = std::move(all);
}

void add_inputs(const PrecompiledPrefix& prefix, const HipSource& source, const CompileOptions& options,
                CompileResult& result) {
  for (const auto& path : watched_paths(prefix.file)) std::erase(result.dependencies, path);
  add_paths(prefix.dependencies, result.dependencies);
  add_paths(prefix.absent, result.absent);
  add_paths(hiding_paths(prefix, source, options), result.absent);
}

void to_json(nlohmann::json& json, const CompileResult& result) {
  json = {{"succeeded", result.succeeded},
          {"cuda_arch", result.cuda_arch},
          {"kernels", result.kernels},
          {"lost", result.lost},
          {"dependencies", result.dependencies},
          {"absent", result.absent},
          {"header_names", result.header_names},
          {"reads_unseen_files", result.reads_unseen_files},
          {"depends_on_place", result.depends_on_place},
          {"diagnostics", result.diagnostics},
          {"misunderstood", result.misunderstood},
          {"parts", result.parts},
          {"merged", result.merged},
          {"writes", result.writes}};
}

void from_json(const nlohmann::json& json, CompileResult& result) {
  json.at("succeeded").get_to(result.succeeded);
  json.at("cuda_arch").get_to(result.cuda_arch);
  json.at("kernels").get_to(result.kernels);
  json.at("lost").get_to(result.lost);
  json.at("dependencies").get_to(result.dependencies);
  json.at("absent").get_to(result.absent);
  json.at("header_names").get_to(result.header_names);
  json.at("reads_unseen_files").get_to(result.reads_unseen_files);
  json.at("depends_on_place").get_to(result.depends_on_place);
  json.at("diagnostics").get_to(result.diagnostics);
  json.at("misunderstood").get_to(result.misunderstood);
  json.at("parts").get_to(result.parts);
  json.at("merged").get_to(result.merged);
  json.at("writes").get_to(result.writes);
}

}  // namespace rocm_bindgen::build
