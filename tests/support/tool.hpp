#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/files.hpp"
#include "support/process.hpp"

namespace test {

/// Path of the rocm-bindgen that is tested.
std::string tool();

/// The program with the compiler, which `tool` starts when it needs it. It is `tool` itself if that contains the
/// compiler.
std::filesystem::path compiler_of(const std::filesystem::path& tool);

/// Copies the tool below a folder, in which nothing else may have the names of its parts; returns the path of the copy.
/// An earlier copy is replaced.
std::filesystem::path copy_tool(const std::filesystem::path& folder);

/// The environment of every run of the tool: its caches are in a folder that belongs to the test run.
std::map<std::string, std::string> tool_environment();

/// Gives a cache for --cache-dir the precompiled headers that tests have made. Without them, each small compile takes
/// several times as long.
void share_precompiled_headers(const std::filesystem::path& cache);

/// Runs the tool with tool_environment().
Finished rocm_bindgen(const std::vector<std::string>& arguments, RunOptions options = {});

/// Runs `rocm-bindgen hipify` with these words in the folder.
Finished hipify(const Folder& folder, std::vector<std::string> words);

/// The lines that hipify puts before a translated source.
inline const std::string kPrologue =
    "#include <hip/hip_runtime.h>\n#include <rocm_bindgen_compat/device.hpp>\n#line 1\n";

/// A small kernel source: `extern "C" __global__ void NAME(float* out)`.
std::string kernel_source(const std::string& name);

}  // namespace test
