#include "options/output_language.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "emit/user_template.hpp"

namespace rocm_bindgen::build {
namespace {

/// An option that applies to some outputs only.
struct Restricted {
  const char* option;
  std::array<bool, 6> applies_to;  ///< the C++ header, Rust, C, JSON, Rust with launch functions, a template
  const char* reason;
};

/// The index of the template in Restricted::applies_to.
constexpr std::size_t kTemplate = 5;

constexpr std::array kRestricted{
    Restricted{"--namespace", {true, false, true, true, false, true}, "a Rust file has no namespace"},
    Restricted{
        "--compress", {true, false, true, false, false, false}, "only the C++ and the C header embed code objects"},
    Restricted{"--embed",
               {true, false, false, false, false, false},
               "only the C++ header can embed code objects in several ways"},
    Restricted{"--no-inline-runtime",
               {true, false, false, false, false, false},
               "only the C++ header contains the runtime's types"},
};

struct Language {
  const char* name;
  OutputLanguage value;
};

/// The languages, in the order of Restricted::applies_to.
constexpr std::array kLanguages{Language{"cpp", OutputLanguage::cpp}, Language{"rust", OutputLanguage::rust},
                                Language{"c", OutputLanguage::c}, Language{"json", OutputLanguage::json},
                                Language{"rust-launch", OutputLanguage::rust_launch}};

bool was_given(const CLI::App& app, const char* option) {
  const auto* found = app.get_option_no_throw(option);
  return found != nullptr && found->count() > 0;
}

}  // namespace

void add_language_options(CLI::App& app, LanguageChoice& choice) {
  std::vector<std::string> names;
  for (const auto& language : kLanguages) names.emplace_back(language.name);
  auto* emit =
      app.add_option("--emit", choice.language,
                     "what to write: a C++ header, a Rust source (hsaco.rs), a C header, the data model, or a Rust "
                     "source with launch functions for the crate rocm-bindgen")
          ->check(CLI::IsMember(names))
          ->capture_default_str();
  app.add_option("--template", choice.template_file,
                 "fill this mustache template with the data model; see docs/templates.md")
      ->type_name("FILE")
      ->excludes(emit);
}

Expected<Done> apply_language(const CLI::App& app, const LanguageChoice& choice, WriteOptions& write) {
  auto index = kTemplate;
  auto asked = std::string("--template");
  if (!was_given(app, "--template")) {
    const auto language = std::find_if(kLanguages.begin(), kLanguages.end(),
                                       [&](const Language& known) { return known.name == choice.language; });
    index = static_cast<std::size_t>(language - kLanguages.begin());
    asked = "--emit " + choice.language;
    write.language = language->value;
  }
  for (const auto& restricted : kRestricted)
    if (was_given(app, restricted.option) && !restricted.applies_to[index])
      return Failure(ExitCode::usage,
                     fmt::format("{} cannot be used with {}: {}", restricted.option, asked, restricted.reason));
  if (index != kTemplate) return Done{};
  write.template_file = choice.template_file;
  // The template is read now, so that errors in it are reported before minutes of compiling.
  ROCM_BINDGEN_TRY(const auto page, load_template(write.template_file));
  for (const auto& file : page.files())
    if (file.string().find('\n') != std::string::npos)
      return Failure(ExitCode::usage, "--template: a newline in a file name cannot be written to a dependency file");
  return Done{};
}

}  // namespace rocm_bindgen::build
