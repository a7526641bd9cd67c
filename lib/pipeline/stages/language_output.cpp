#include "pipeline/stages/language_output.hpp"

#include <algorithm>

#include "emit/c_header.hpp"
#include "emit/data_model.hpp"
#include "emit/rust_launch.hpp"
#include "emit/rust_module.hpp"
#include "emit/user_template.hpp"
#include "support/append.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;

std::string relative_artifacts(const fs::path& output, const fs::path& out_dir) {
  std::error_code error;
  const auto folder = fs::weakly_canonical(fs::absolute(output, error).parent_path(), error);
  const auto artifacts = fs::weakly_canonical(fs::absolute(out_dir, error), error);
  // The path may or may not end with a '/'; appending one and taking the parent gives the same path in both cases.
  const auto relative = (artifacts / "").parent_path().lexically_relative(folder);
  return relative.empty() ? "." : relative.generic_string();
}

bool is_cpp_header(const WriteOptions& options) {
  return options.template_file.empty() && options.language == OutputLanguage::cpp;
}

Expected<std::string> emit_language(const std::vector<BuiltModule>& modules, const fs::path& output,
                                    const fs::path& out_dir, const WriteOptions& options) {
  const DataModelPlace place{output.filename().string(), options.name_space, relative_artifacts(output, out_dir)};
  if (!options.template_file.empty()) {
    ROCM_BINDGEN_TRY(const auto page, load_template(options.template_file));
    return emit_by_template(page, modules, place);
  }
  switch (options.language) {
    case OutputLanguage::rust:
      return emit_rust(modules, place);
    case OutputLanguage::rust_launch:
      return emit_rust_launch(modules, place);
    case OutputLanguage::c:
      return emit_c(modules, place, options.compress);
    case OutputLanguage::cpp:  // not passed here: write_stage() calls emit_header() instead
    case OutputLanguage::json:
      break;
  }
  return emit_json(modules, place);
}

Expected<Done> add_own_files(const WriteOptions& options, std::vector<std::string>& dependencies) {
  if (!options.config_file.empty()) append(dependencies, watched_paths(options.config_file));
  if (!options.template_file.empty()) {
    ROCM_BINDGEN_TRY(const auto page, load_template(options.template_file));
    for (const auto& file : page.files()) append(dependencies, watched_paths(file));
  }
  std::sort(dependencies.begin(), dependencies.end());
  dependencies.erase(std::unique(dependencies.begin(), dependencies.end()), dependencies.end());
  return Done{};
}

}  // namespace rocm_bindgen::build
