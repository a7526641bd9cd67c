#include "toolchain/rocm.hpp"

#include <cstdlib>
#include <regex>
#include <unistd.h>

#include <clang/Basic/Version.h>
#include <fmt/format.h>

#include "support/environment.hpp"
#include "support/file.hpp"
#include "toolchain/packages.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

bool path_exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

std::string tried_list(const std::vector<fs::path>& tried) {
  std::string list;
  for (const auto& path : tried) list += fmt::format("\n    tried {}", path.string());
  return list;
}

}  // namespace

std::string hip_version(const fs::path& root) {
  auto text = read_file(root / "include/hip/hip_version.h");
  if (!text) return "unknown";
  const auto field = [&](const char* name) {
    std::smatch match;
    const std::regex pattern(fmt::format("#define\\s+HIP_VERSION_{}\\s+(\\d+)", name));
    return std::regex_search(*text, match, pattern) ? match[1].str() : std::string("0");
  };
  return fmt::format("{}.{}.{}", field("MAJOR"), field("MINOR"), field("PATCH"));
}

Expected<fs::path> find_hip_root(const RocmSearch& search) {
  std::vector<fs::path> candidates;
  if (!search.rocm_path.empty()) {
    candidates = {search.rocm_path};
  } else if (const auto named = environment("ROCM_PATH"); !named.empty()) {
    candidates = {named};
  } else {
    candidates = {"/opt/rocm", "/usr"};
  }
  std::vector<fs::path> tried;
  for (const auto& root : candidates) {
    tried.push_back(root / "include/hip/hip_runtime.h");
    if (path_exists(tried.back())) return fs::absolute(root).lexically_normal();
  }
  return Failure(ExitCode::toolchain, "no HIP headers found" + tried_list(tried),
                 install_command({Part::hip_headers}, os_release()) + ", or select a ROCm with --rocm-path");
}

namespace {

/// Whether the folder has everything that clang's driver links for every target; the other files can be generated.
bool has_device_libraries(const fs::path& folder) {
  for (const auto* name :
       {"ocml", "ockl", "hip", "opencl", "oclc_daz_opt_on", "oclc_daz_opt_off", "oclc_unsafe_math_on",
        "oclc_unsafe_math_off", "oclc_finite_only_on", "oclc_finite_only_off", "oclc_correctly_rounded_sqrt_on",
        "oclc_correctly_rounded_sqrt_off", "oclc_wavefrontsize64_on", "oclc_wavefrontsize64_off"})
    if (!path_exists(folder / fmt::format("{}.bc", name))) return false;
  return true;
}

}  // namespace

Expected<fs::path> find_device_libraries(const RocmSearch& search, const fs::path& root) {
  std::vector<fs::path> candidates;
  if (!search.device_library_path.empty()) {
    candidates = {search.device_library_path};
  } else {
    candidates = {root / "amdgcn/bitcode", root / "lib/amdgcn/bitcode", root / "lib/x86_64-linux-gnu/amdgcn/bitcode",
                  "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"};
  }
  for (const auto& folder : candidates)
    if (has_device_libraries(folder)) return fs::absolute(folder).lexically_normal();
  return Failure(
      ExitCode::toolchain, "no ROCm device libraries (ocml.bc, ockl.bc, oclc_*.bc) found" + tried_list(candidates),
      install_command({Part::device_libraries}, os_release()) + ", or pass their folder with --rocm-device-lib-path");
}

Expected<Rocm> find_rocm(const RocmSearch& search) {
  Rocm rocm;
  ROCM_BINDGEN_TRY(rocm.root, find_hip_root(search));
  rocm.hip_version = hip_version(rocm.root);
  ROCM_BINDGEN_TRY(rocm.device_libraries, find_device_libraries(search, rocm.root));
  return rocm;
}

std::vector<std::string> rocm_include_flags(const fs::path& root) {
  std::vector<std::string> flags;
  // If neither file exists, clang's driver assumes an old HIP, which did not use clang's own headers.
  if (!path_exists(root / "share/hip/version") && !path_exists(root / "bin/.hipVersion"))
    if (const auto version = hip_version(root); version != "unknown") flags.push_back("--hip-version=" + version);
  const auto folder = root / "include";
  // A system folder must not be moved to the front: it would precede the C++ library's headers, which rely on following
  // it (#include_next).
  for (const auto* system : {"/usr/include", "/usr/local/include"}) {
    std::error_code error;
    if (fs::equivalent(folder, system, error)) return flags;
  }
  flags.insert(flags.end(), {"-isystem", folder.string()});
  return flags;
}

Expected<fs::path> find_clang_resources() {
  const fs::path folder = fs::path(ROCM_BINDGEN_LLVM_LIBRARY_DIR) / "clang" / CLANG_VERSION_MAJOR_STRING;
  if (path_exists(folder / "include/__clang_hip_runtime_wrapper.h")) return folder;
  return Failure(ExitCode::toolchain, fmt::format("clang's own headers are missing from {}", folder.string()),
                 install_command({Part::clang_headers}, os_release()));
}

fs::path cache_folder(const fs::path& cache_dir_option) {
  if (!cache_dir_option.empty()) return fs::absolute(cache_dir_option);
  if (const auto cache = environment("XDG_CACHE_HOME"); !cache.empty()) return fs::path(cache) / "rocm-bindgen";
  if (const auto home = environment("HOME"); !home.empty() && ::access(home.c_str(), W_OK) == 0)
    return fs::path(home) / ".cache/rocm-bindgen";
  std::error_code error;
  return fs::temp_directory_path(error) / fmt::format("rocm-bindgen-cache-{}", ::getuid());
}

}  // namespace rocm_bindgen::build
