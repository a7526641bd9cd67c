#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The paths of the parts of ROCm that compiling needs. The HIP runtime library is not one of them.
struct Rocm {
  std::filesystem::path root;              ///< contains include/hip/hip_runtime.h
  std::string hip_version;                 ///< "5.2.21153", from hip_version.h
  std::filesystem::path device_libraries;  ///< contains ocml.bc, ockl.bc, oclc_*.bc
};

struct RocmSearch {
  std::filesystem::path rocm_path;            ///< --rocm-path; empty = not given
  std::filesystem::path device_library_path;  ///< --rocm-device-lib-path; empty = not given
};

/// Finds ROCm: --rocm-path, else $ROCM_PATH, else /opt/rocm, else the distribution's /usr. If a path was given
/// explicitly, only that path is tried. Fails with ExitCode::toolchain, listing what was tried.
Expected<Rocm> find_rocm(const RocmSearch& search);

/// The two steps of find_rocm(): the folder that contains include/hip, and the folder of the device libraries that
/// belong to a root.
Expected<std::filesystem::path> find_hip_root(const RocmSearch& search);
Expected<std::filesystem::path> find_device_libraries(const RocmSearch& search, const std::filesystem::path& root);

/// The version according to the headers below `root`: "5.2.21153"; "unknown" if they do not define it.
std::string hip_version(const std::filesystem::path& root);

/// Flags that make clang use the HIP headers of `root`, whatever else is installed: by default clang searches them
/// last, after /usr/include. No folder is added if it is one of the system's; HIP's version is added if clang could not
/// find it.
std::vector<std::string> rocm_include_flags(const std::filesystem::path& root);

/// The clang resource folder (compiler headers) of the LLVM that the tool is linked with. Fails with
/// ExitCode::toolchain.
Expected<std::filesystem::path> find_clang_resources();

/// The folder for data that later runs can reuse: --cache-dir, else $XDG_CACHE_HOME/rocm-bindgen, else
/// ~/.cache/rocm-bindgen, else a folder in the temporary folder.
std::filesystem::path cache_folder(const std::filesystem::path& cache_dir_option);

}  // namespace rocm_bindgen::build
