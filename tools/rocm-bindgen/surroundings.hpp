#pragma once

#include <cstdio>
#include <filesystem>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Opens /dev/null in place of standard streams that the caller has closed. Otherwise a file opened later could get the
/// number of a standard stream, and messages would be written into it. Printing to a closed standard output is still an
/// error.
void open_standard_streams();

/// The stream for a command's summary if its result goes to files: standard output, or standard error if `output` is
/// standard output; null if standard output is closed.
std::FILE* stream_beside(const std::filesystem::path& output);

/// Fails with ExitCode::usage if the current folder was removed: relative paths are meaningless then, and the compiler
/// needs the folder.
Expected<Done> check_current_folder();

}  // namespace rocm_bindgen::build
