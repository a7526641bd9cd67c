// Options that `build`, `compile` and `emit` share.
#pragma once

#include <string>

#include "command.hpp"
#include "options/output_language.hpp"
#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// How sources are compiled.
struct CompileChoice {
  BuildOptions build;
  std::string cuda_arch = "auto";
  double timeout_seconds = 0;
};

/// What is written, and how.
struct OutputChoice {
  WriteOptions write;
  LanguageChoice language;
  std::string compression = "zstd";
  std::string embedding = "literal";
  bool include_runtime = false;
};

/// Adds --compiler, --code-object-version, --cuda-arch-compat and the options about jobs and caches.
void add_compile_options(CLI::App& app, CompileChoice& choice, CommonOptions& common);

/// Adds --emit, --template, --out-dir, --bundle, --namespace, --embed, --compress and --no-inline-runtime.
void add_output_options(CLI::App& app, OutputChoice& choice, BuildOptions& build);

/// Sets the members of `choice.build` that the options and flags choose. Fails with ExitCode::usage.
Expected<Done> apply(CompileChoice& choice, const CommonOptions& common, const SplitFlags& flags);

/// Sets the members of `choice.write`; fails as apply_language() does.
Expected<Done> apply(const CLI::App& app, OutputChoice& choice, const SplitFlags& flags,
                     const std::filesystem::path& header);

/// Sets the dependency file, and its targets, as -MD, -MF and -MT choose them for `output`.
void set_dependency_file(const SplitFlags& flags, const std::filesystem::path& output, WriteOptions& write);

/// If the header goes to standard output, there is no folder next to it for the other files, which must then be named.
Expected<Done> check_names_without_folder(const std::filesystem::path& header, const BuildOptions& options,
                                          const SplitFlags& flags);

}  // namespace rocm_bindgen::build
