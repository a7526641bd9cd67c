#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Where the parts of ROCm that a compile needs were found. The HIP runtime library is not one of them.
struct Rocm {
  std::filesystem::path root;              ///< holds include/hip/hip_runtime.h
  std::string hip_version;                 ///< "5.2.21153", from hip_version.h
  std::filesystem::path device_libraries;  ///< holds ocml.bc, ockl.bc, oclc_*.bc
};

struct RocmSearch {
  std::filesystem::path rocm_path;            ///< --rocm-path; empty = not given
  std::filesystem::path device_library_path;  ///< --rocm-device-lib-path; empty = not given
};

/// --rocm-path, then $ROCM_PATH, then /opt/rocm, then the distribution's /usr. What was named explicitly is the only
/// place looked at. Fails with ExitCode::toolchain, listing what was tried.
Expected<Rocm> find_rocm(const RocmSearch& search);

/// Its parts: the folder that holds include/hip, and that of the device libraries that go with a root.
Expected<std::filesystem::path> find_hip_root(const RocmSearch& search);
Expected<std::filesystem::path> find_device_libraries(const RocmSearch& search, const std::filesystem::path& root);

/// "5.2.21153", by the headers below `root`; "unknown" if they do not tell.
std::string hip_version(const std::filesystem::path& root);

/// What makes clang read the HIP headers of `root` whatever else is installed: by itself it looks there last, behind
/// /usr/include. No folder where that is the system's anyway; HIP's version where clang could not find it.
std::vector<std::string> rocm_include_flags(const std::filesystem::path& root);

/// The clang resource folder (compiler headers) of the LLVM that the tool is linked with. Fails as above.
Expected<std::filesystem::path> find_clang_resources();

/// The folder for what later runs can use again: --cache-dir, else $XDG_CACHE_HOME/rocm-bindgen, else
/// ~/.cache/rocm-bindgen, else a folder under the temporary folder.
std::filesystem::path cache_folder(const std::filesystem::path& cache_dir_option);

}  // namespace rocm_bindgen::build
