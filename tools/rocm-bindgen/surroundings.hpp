#pragma once

#include <cstdio>
#include <filesystem>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Whoever starts the tool may have closed its standard streams. A file that is opened would then become one of them,
/// and messages would be written into it: this puts /dev/null in their places. What is printed to a closed standard
/// output is an error still.
void open_standard_streams();

/// Where a command whose result is in files prints what else it has to say: standard output, or standard error if
/// `output` is standard output; null where standard output is closed.
std::FILE* stream_beside(const std::filesystem::path& output);

/// Fails with ExitCode::usage where the current folder has been removed: relative paths mean nothing there, and the
/// compiler looks for it.
Expected<Done> check_current_folder();

}  // namespace rocm_bindgen::build
