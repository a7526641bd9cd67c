#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// What can be missing on a machine.
enum class Part { hip_headers, device_libraries, clang_headers, nvcc };

/// The packages of a distribution that have the parts.
struct Packages {
  std::string install;             ///< "sudo apt-get install"; empty: the distribution is not one that is known
  std::vector<std::string> names;  ///< in the order of the parts; of an unknown distribution, what they hold
};

/// `os_release` is the text of a file of that name, of os-release(5). Debian, Ubuntu, Fedora and Arch are known, and
/// those that name one of them in ID_LIKE.
Packages packages_for(const std::vector<Part>& parts, std::string_view os_release);

/// The text of this machine's: of $ROCM_BINDGEN_OS_RELEASE if that names a file, else /etc/os-release, else
/// /usr/lib/os-release; empty if there is none.
std::string os_release();

/// What to type: "sudo apt-get install libamdhip64-dev", or "install HIP's headers (hip/hip_runtime.h)".
std::string install_command(const std::vector<Part>& parts, std::string_view os_release);

}  // namespace rocm_bindgen::build
