#include "toolchain/hip_installation.hpp"

#include <algorithm>
#include <charconv>

#include "support/embedded.hpp"
#include "toolchain/device_headers.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// For example: "5.2.21153" -> {5, 2}.
std::pair<int, int> major_minor(std::string_view version) {
  std::pair<int, int> numbers{0, 0};
  const char* end = version.data() + version.size();
  const auto major = std::from_chars(version.data(), end, numbers.first);
  if (major.ptr != end && *major.ptr == '.') std::from_chars(major.ptr + 1, end, numbers.second);
  return numbers;
}

}  // namespace

// /usr/include is searched as well: compilers read it by default, and distributions install the headers of hipBLAS and
// similar libraries there. Headers of no ROCm library that are there do no harm, because has_header() only decides
// which warnings are given.
HipInstallation hip_installation(const Rocm& rocm) {
  return {rocm.hip_version, {rocm.root / "include", "/usr/include"}};
}

bool HipInstallation::has_header(std::string_view name) const {
  std::error_code error;
  if (std::any_of(include_folders.begin(), include_folders.end(),
                  [&](const fs::path& folder) { return fs::is_regular_file(folder / name, error); }))
    return true;
  // lib/cuda_compat only declares these libraries: their callers compile with it, but linking needs the libraries
  // themselves. Of hipRAND, only the host API is declared; lib/cuda_compat implements hiprand_kernel.h.
  for (const auto* library : {"hipblas/", "hipfft/", "hipsparse/", "hipsolver/", "hiprand/hiprand.h"})
    if (name.starts_with(library)) return false;
  const auto& files = embedded_files();
  return std::any_of(files.begin(), files.end(),
                     [&](const EmbeddedFile& file) { return device_header_place(file.path) == name; });
}

bool HipInstallation::is_at_least(std::string_view since) const {
  return major_minor(version) >= major_minor(since);
}

}  // namespace rocm_bindgen::build
