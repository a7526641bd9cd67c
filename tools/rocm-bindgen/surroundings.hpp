#pragma once

#include <cstdio>
#include <filesystem>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Opens /dev/null in place of standard streams that were closed when the process started. Otherwise a file opened
/// later could get the number of a standard stream, and messages would be written into it. Printing to a standard
/// output that was closed is still an error, because /dev/null is opened only for reading in its place.
void open_standard_streams();

/// The stream for the summary of a command that writes its result to `output`. It is standard output, or null if that
/// was closed. If `output` itself is standard output ("/dev/stdout"), it is standard error.
std::FILE* summary_stream(const std::filesystem::path& output);

/// Fails with ExitCode::usage if the current folder was removed: relative paths are meaningless then, and the compiler
/// needs the folder.
Expected<Done> check_current_folder();

}  // namespace rocm_bindgen::build
