#include "toolchain/packages.hpp"

#include <cstdlib>
#include <map>
#include <sstream>

#include <clang/Basic/Version.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

enum class Family { debian, ubuntu, fedora, arch, other };

struct Distribution {
  Family family = Family::other;
  double version = 1e9;  ///< a distribution without a version number counts as the newest
};

std::map<std::string, std::string> fields_of(std::string_view os_release) {
  std::map<std::string, std::string> fields;
  std::istringstream lines{std::string(os_release)};
  for (std::string line; std::getline(lines, line);) {
    const auto equals = line.find('=');
    if (equals == std::string::npos) continue;
    auto value = line.substr(equals + 1);
    std::erase_if(value, [](char c) { return c == '"' || c == '\''; });
    fields[line.substr(0, equals)] = value;
  }
  return fields;
}

Distribution distribution_of(std::string_view os_release) {
  static const std::map<std::string, Family> known{
      {"debian", Family::debian}, {"ubuntu", Family::ubuntu}, {"fedora", Family::fedora}, {"arch", Family::arch}};
  auto fields = fields_of(os_release);
  if (const auto own = known.find(fields["ID"]); own != known.end()) {
    const double version = std::strtod(fields["VERSION_ID"].c_str(), nullptr);
    return version > 0 ? Distribution{own->second, version} : Distribution{own->second};
  }
  // The version number of a derivative says nothing about the distribution it derives from.
  std::istringstream likes(fields["ID_LIKE"]);
  for (std::string like; likes >> like;)
    if (const auto found = known.find(like); found != known.end()) return {found->second};
  return {};
}

std::string debian_package(Part part, bool has_versioned_libraries) {
  switch (part) {
    case Part::hip_headers:
      return "libamdhip64-dev";
    case Part::device_libraries:
      // Since Debian 13 and Ubuntu 24.04 there are several such packages, each named after the LLVM that wrote
      // the libraries. The built-in LLVM can read those of LLVM 17, but perhaps not those of a newer LLVM.
      return has_versioned_libraries ? "rocm-device-libs-17" : "rocm-device-libs";
    case Part::clang_headers:
      return fmt::format("libclang-common-{}-dev", CLANG_VERSION_MAJOR);
    case Part::nvcc:
      break;
  }
  return "nvidia-cuda-toolkit";
}

std::string fedora_package(Part part, double version) {
  // The release whose default clang is version 19, and whose package has no version in its name.
  constexpr double kWithClang19 = 41;
  switch (part) {
    case Part::hip_headers:
      return "rocm-hip-devel";
    case Part::device_libraries:
      return "rocm-device-libs";
    case Part::clang_headers:
      return version == kWithClang19 ? "clang-libs" : fmt::format("clang{}-libs", CLANG_VERSION_MAJOR);
    case Part::nvcc:
      break;
  }
  return "cuda-toolkit";
}

std::string arch_package(Part part) {
  switch (part) {
    case Part::hip_headers:
      return "hip-runtime-amd";
    case Part::device_libraries:
      return "rocm-device-libs";
    case Part::clang_headers:
      return fmt::format("clang{}", CLANG_VERSION_MAJOR);
    case Part::nvcc:
      break;
  }
  return "cuda";
}

std::string plain_name(Part part) {
  switch (part) {
    case Part::hip_headers:
      return "HIP's headers (hip/hip_runtime.h)";
    case Part::device_libraries:
      return "ROCm's device libraries (ocml.bc)";
    case Part::clang_headers:
      return fmt::format("the headers of clang {}", CLANG_VERSION_MAJOR);
    case Part::nvcc:
      break;
  }
  return "the CUDA toolkit";
}

std::string package(Part part, const Distribution& distribution) {
  switch (distribution.family) {
    case Family::debian:
      return debian_package(part, distribution.version >= 13);
    case Family::ubuntu:
      return debian_package(part, distribution.version >= 24.04);
    case Family::fedora:
      return fedora_package(part, distribution.version);
    case Family::arch:
      return arch_package(part);
    case Family::other:
      break;
  }
  return plain_name(part);
}

std::string installer(Family family) {
  switch (family) {
    case Family::debian:
    case Family::ubuntu:
      return "sudo apt-get install";
    case Family::fedora:
      return "sudo dnf install";
    case Family::arch:
      return "sudo pacman -S";
    case Family::other:
      break;
  }
  return {};
}

}  // namespace

Packages packages_for(const std::vector<Part>& parts, std::string_view os_release) {
  const auto distribution = distribution_of(os_release);
  Packages packages{installer(distribution.family), {}};
  for (const auto part : parts) packages.names.push_back(package(part, distribution));
  return packages;
}

std::string os_release() {
  const char* named = std::getenv("ROCM_BINDGEN_OS_RELEASE");
  for (const char* path : {named, "/etc/os-release", "/usr/lib/os-release"})
    if (path != nullptr && *path != '\0')
      if (auto text = read_file(path)) return std::string(std::string_view(*text));
  return {};
}

std::string install_command(const std::vector<Part>& parts, std::string_view os_release) {
  const auto packages = packages_for(parts, os_release);
  if (packages.install.empty()) return fmt::format("install {}", fmt::join(packages.names, " and "));
  return fmt::format("{} {}", packages.install, fmt::join(packages.names, " "));
}

}  // namespace rocm_bindgen::build
