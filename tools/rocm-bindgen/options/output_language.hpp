#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// --emit and --template as they were given.
struct LanguageChoice {
  std::string language = "cpp";
  std::string template_file;
};

void add_language_options(CLI::App& app, LanguageChoice& choice);

/// Sets the output's language. Fails for a template that cannot be taken, and with ExitCode::usage for options of `app`
/// that what is to be written has no use for.
Expected<Done> apply_language(const CLI::App& app, const LanguageChoice& choice, WriteOptions& write);

}  // namespace rocm_bindgen::build
