// AMD's mathematical libraries, which have the functions of CUDA's with other names. Where one is not installed, the
// toolkit has a library with its name whose functions fail (tools/nvcc/libraries/).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rocm_bindgen::build {

/// The words of a link, with the names of AMD's libraries in place of CUDA's: -lhipblas instead of -lcublas. The name
/// of a library that is not installed in `rocm`, ROCm's root, is kept: the toolkit has a library of that name.
std::vector<std::string> with_amd_libraries(const std::vector<std::string>& words, const std::filesystem::path& rocm);

/// The folders below `missing` whose library is in none of the folders in which ld.so searches: those of `search_path`,
/// separated by colons, and the system's. `missing` has one folder for each library: missing/hipblas/libhipblas.so.2.
/// It may be absent.
std::vector<std::filesystem::path> folders_of_missing_libraries(const std::filesystem::path& missing,
                                                                const std::string& search_path);

}  // namespace rocm_bindgen::build
