#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// The parts of the toolchain that may be missing on a machine.
enum class Part { hip_headers, device_libraries, clang_headers, nvcc };

/// The packages of a distribution that contain the parts.
struct Packages {
  std::string install;  ///< "sudo apt-get install"; empty = unknown distribution
  std::vector<std::string>
      names;  ///< one per part, in their order; for an unknown distribution, what the parts contain
};

/// Returns the packages that contain `parts`. `os_release` is the text of an os-release file, see os-release(5).
/// Debian, Ubuntu, Fedora and Arch are known, and so are distributions that name one of them in ID_LIKE.
Packages packages_for(const std::vector<Part>& parts, std::string_view os_release);

/// The text of this machine's os-release file: the file that $ROCM_BINDGEN_OS_RELEASE names, else /etc/os-release, else
/// /usr/lib/os-release; empty if none exists.
std::string os_release();

/// The command to type, "sudo apt-get install libamdhip64-dev", or, for an unknown distribution, "install HIP's headers
/// (hip/hip_runtime.h)".
std::string install_command(const std::vector<Part>& parts, std::string_view os_release);

}  // namespace rocm_bindgen::build
