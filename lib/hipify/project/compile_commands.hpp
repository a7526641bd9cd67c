#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The -I, -isystem, -iquote, -D, -U, -include and -std flags of each source in a compilation database, with paths made
/// absolute. The other flags are meant for the database's own compiler, often nvcc, and are dropped.
using CompileCommands = std::map<std::filesystem::path, std::vector<std::string>>;

/// Reads the file `path`, or compile_commands.json in the folder `path`. Fails with ExitCode::usage if the file is
/// missing or is not a compilation database. Format: https://clang.llvm.org/docs/JSONCompilationDatabase.html
Expected<CompileCommands> read_compile_commands(const std::filesystem::path& path);

}  // namespace rocm_bindgen::build
