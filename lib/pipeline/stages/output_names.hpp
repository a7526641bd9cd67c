#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "rocm_bindgen/build/options.hpp"
#include "support/path_conflict.hpp"

namespace rocm_bindgen::build {

/// The outputs of a build that have names of the user's choosing: the header and the file beside it, the dependency
/// file, the statistics.
std::vector<NamedFile> chosen_outputs(const std::filesystem::path& header, const WriteOptions& options);

/// Fails with ExitCode::usage, before anything is compiled, where an output is an input as far as those are known
/// without reading sources: the sources, --config, --template, --compiler and -include; where two outputs are one file;
/// and where one is among the build's own records.
Expected<Done> check_output_names(const BuildOptions& build, const WriteOptions& write,
                                  const std::filesystem::path& header);

/// The same of all outputs and inputs of a build that is about to write. `outputs` are those below the artifacts'
/// folder; `inputs` are the files that were read.
Expected<Done> check_all_outputs(const std::filesystem::path& header, const WriteOptions& options,
                                 const std::vector<std::string>& outputs, const std::vector<std::string>& inputs);

}  // namespace rocm_bindgen::build
