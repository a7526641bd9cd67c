#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "rocm_bindgen/build/options.hpp"
#include "support/path_conflict.hpp"

namespace rocm_bindgen::build {

/// Returns the outputs of a build whose names the user chooses: the header and the file next to it, the dependency
/// file, and the statistics.
std::vector<NamedFile> chosen_outputs(const std::filesystem::path& header, const WriteOptions& options);

/// Checks names before anything is compiled. Fails with ExitCode::usage if an output is one of the inputs that are
/// known without reading sources (the sources, --config, --template, --compiler and -include), if two outputs are the
/// same file, or if an output is in the folder of the build's records.
Expected<Done> check_output_names(const BuildOptions& build, const WriteOptions& write,
                                  const std::filesystem::path& header);

/// Applies the same checks to all outputs and inputs before a build writes. `outputs` are the files below the
/// artifacts' folder; `inputs` are the files that were read.
Expected<Done> check_all_outputs(const std::filesystem::path& header, const WriteOptions& options,
                                 const std::vector<std::string>& outputs, const std::vector<std::string>& inputs);

}  // namespace rocm_bindgen::build
