#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// What a compilation database says of each source: its -I, -isystem, -iquote, -D, -U, -include and -std flags, with
/// paths made absolute. Others are the compiler's that the database is for, often nvcc.
using CompileCommands = std::map<std::filesystem::path, std::vector<std::string>>;

/// Reads compile_commands.json, or that of the folder `path`. Fails with ExitCode::usage: not there, or not one.
/// Format: https://clang.llvm.org/docs/JSONCompilationDatabase.html
Expected<CompileCommands> read_compile_commands(const std::filesystem::path& path);

}  // namespace rocm_bindgen::build
