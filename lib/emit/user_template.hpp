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

/// A text with mustache tags, and the file it is from.
struct TemplateText {
  std::filesystem::path file;
  std::string text;
};

/// A template with the partials that it includes, directly or indirectly.
struct UserTemplate {
  TemplateText main;                             ///< the template itself
  std::map<std::string, TemplateText> partials;  ///< by the name in {{> name}}

  /// The files of the template and of its partials.
  std::vector<std::filesystem::path> files() const;
};

/// Reads a template; {{> name}} includes the file "name.mustache" in its folder. Fails with ExitCode::usage if the file
/// cannot be read, and with ExitCode::source_error, at its position, for a syntax error, for a partial that cannot be
/// read, and for one that includes itself.
Expected<UserTemplate> load_template(const std::filesystem::path& file);

/// Fills `page` with `model`, whose code objects are those of `modules`; docs/templates.md documents what a template
/// can use. An unknown name is an error at its position. In addition to the page, at most one code object's text is in
/// memory at a time.
Expected<std::string> render_template(const UserTemplate& page, const nlohmann::ordered_json& model,
                                      const std::vector<BuiltModule>& modules);

/// Fills one of the tool's own templates.
std::string render_embedded(std::string_view name, const nlohmann::ordered_json& model,
                            const std::vector<BuiltModule>& modules);

/// Implements --template: fills the user's template with the data model.
Expected<std::string> emit_by_template(const UserTemplate& page, const std::vector<BuiltModule>& modules,
                                       const DataModelPlace& place);

}  // namespace rocm_bindgen::build
