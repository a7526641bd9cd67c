#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "emit/built_module.hpp"
#include "emit/data_model.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A text with mustache tags, and where it is from.
struct TemplateText {
  std::filesystem::path file;
  std::string text;
};

/// A template with the partials that it includes, whether directly or by way of others.
struct UserTemplate {
  TemplateText page;
  std::map<std::string, TemplateText> partials;  ///< by the name in {{> name}}

  /// The template's and the partials' files.
  std::vector<std::filesystem::path> files() const;
};

/// Reads a template; {{> name}} is the file "name.mustache" in its folder. Fails with ExitCode::usage where the file
/// cannot be read, and with ExitCode::source_error, telling the place, for what the engine does not take, for a partial
/// that cannot be read, and for one that includes itself.
Expected<UserTemplate> load_template(const std::filesystem::path& file);

/// `page` filled with `model`, whose code objects are those of `modules`: docs/templates.md tells what a template sees.
/// A name that stands for nothing is an error at its place. Beside the page itself no more than one code object's text
/// is held at a time.
Expected<std::string> render_template(const UserTemplate& page, const nlohmann::ordered_json& model,
                                      const std::vector<BuiltModule>& modules);

/// A template that the tool carries, filled in.
std::string render_embedded(std::string_view name, const nlohmann::ordered_json& model,
                            const std::vector<BuiltModule>& modules);

/// --template: the user's template with the data model.
Expected<std::string> emit_by_template(const UserTemplate& page, const std::vector<BuiltModule>& modules,
                                       const DataModelPlace& place);

}  // namespace rocm_bindgen::build
