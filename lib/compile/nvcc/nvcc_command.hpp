#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"

namespace rocm_bindgen::build {

/// The nvcc command line that compiles the CUDA source, as it was written, to a cubin; what `-###` shows.
///
/// Of the user's clang flags nvcc gets those that mean the same to it: -I, -isystem, -iquote, -include, -D, -U, -w,
/// -std=c++NN (gnu++NN as c++NN, the last one) and -O0 to -O3 (the last one, for ptxas: nvcc's own -O is about host
/// code). No other flag reaches it: -f..., -m..., -g..., -W..., -Xclang and -mllvm are clang's.
///
/// nvcc hands its words to a shell, between double quotes. What that shell or nvcc would read differently is refused
/// (ExitCode::usage): '"', '$', '`' and '\' in a path or value, except for '"' in a -D, and ',' in a folder.
Expected<std::vector<std::string>> nvcc_command(const Source& source, const TargetId& target,
                                                const CompileOptions& options, const std::filesystem::path& output);

/// Where that command has nvcc write the files it has read.
std::filesystem::path nvcc_dependency_file(const std::filesystem::path& output);

/// The prerequisites in a dependency file as nvcc writes it.
std::vector<std::string> read_nvcc_dependencies(const std::string& text);

}  // namespace rocm_bindgen::build
