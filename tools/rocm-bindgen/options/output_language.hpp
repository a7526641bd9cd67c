#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The arguments of --emit and --template.
struct LanguageChoice {
  std::string language = "cpp";
  std::string template_file;
};

/// Adds --emit and --template to the parser.
void add_language_options(CLI::App& app, LanguageChoice& choice);

/// Sets the output's language. Fails with load_template()'s error for an invalid template, and with ExitCode::usage if
/// an option of `app` does not apply to the output.
Expected<Done> apply_language(const CLI::App& app, const LanguageChoice& choice, WriteOptions& write);

}  // namespace rocm_bindgen::build
