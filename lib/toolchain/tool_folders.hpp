#pragma once

#include <filesystem>
#include <vector>

namespace rocm_bindgen::build {

/// The folders of libraries below a prefix such as /usr, whatever the distribution.
std::vector<std::filesystem::path> library_folders(const std::filesystem::path& prefix);

/// Those below the prefix at which the tool is installed, or below the build folder that it is in.
std::vector<std::filesystem::path> library_folders_of_tool();

/// The folder that is installed with the tool and has the shape of a CUDA toolkit; empty if there is none.
std::filesystem::path toolkit_folder();

}  // namespace rocm_bindgen::build
