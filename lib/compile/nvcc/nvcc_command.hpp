#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"

namespace rocm_bindgen::build {

/// The nvcc command line that compiles the original CUDA source to a cubin; this is what `-###` shows.
///
/// nvcc gets the user's clang flags that have the same meaning for it: -I, -isystem, -iquote, -include, -D, -U,
/// -w, -std=c++NN (gnu++NN becomes c++NN; the last one is used) and -O0 to -O3 (the last one, passed to ptxas, because
/// nvcc's own -O applies to host code). Other flags are not passed: -f..., -m..., -g..., -W..., -Xclang and -mllvm are
/// specific to clang.
///
/// nvcc passes its arguments to a shell, in double quotes. Characters that the shell or nvcc would interpret are
/// refused with ExitCode::usage: '"', '$', '`' and '\' in a path or value, except '"' in a -D; and ',' in a folder.
Expected<std::vector<std::string>> nvcc_command(const Source& source, const TargetId& target,
                                                const CompileOptions& options, const std::filesystem::path& output);

/// The dependency file that this command makes nvcc write.
std::filesystem::path nvcc_dependency_file(const std::filesystem::path& output);

/// Parses the prerequisites in a dependency file written by nvcc.
std::vector<std::string> read_nvcc_dependencies(const std::string& text);

}  // namespace rocm_bindgen::build
