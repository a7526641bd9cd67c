#include "toolchain/tool_identity.hpp"

#include <algorithm>
#include <link.h>
#include <sys/stat.h>

#include <clang/Basic/Version.h>
#include <fmt/format.h>

#include "support/hash.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

fs::path running_program() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

/// A callback of dl_iterate_phdr(), which continues as long as the result is 0. `into` is the list of libraries.
int add_compiler_library(dl_phdr_info* library, std::size_t, void* into) {
  const fs::path path(library->dlpi_name);
  const auto name = path.filename().string();
  if (!name.starts_with("libLLVM") && !name.starts_with("libclang") && !name.starts_with("liblld")) return 0;
  std::error_code error;
  const auto real = fs::canonical(path, error);
  static_cast<std::vector<std::string>*>(into)->push_back((error ? path : real).string());
  return 0;
}

/// A library is identified by its size and time stamp, because reading a hundred megabytes at every start would take
/// longer than most builds.
std::string size_and_time(const std::string& library) {
  struct stat status{};
  ::stat(library.c_str(), &status);
  return fmt::format("{} {} {}.{}", library, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

}  // namespace

fs::path tool_path() {
  const auto self = running_program();
  const auto folder = self.parent_path();
  if (folder.filename() != "rocm_bindgen" || folder.parent_path().filename() != "libexec") return self;
  return folder.parent_path().parent_path() / "bin/rocm-bindgen";
}

std::vector<std::string> tool_programs() {
  std::vector<std::string> programs{tool_path().string()};
  if (auto self = running_program().string(); self != programs.front()) programs.push_back(std::move(self));
  return programs;
}

std::vector<std::string> compiler_libraries() {
  std::vector<std::string> libraries;
  ::dl_iterate_phdr(add_compiler_library, &libraries);
  std::sort(libraries.begin(), libraries.end());
  return libraries;
}

std::string tool_version() {
  static const std::string version = [] {
    FileHashes hashes;
    return hashes.of("/proc/self/exe").value_or(ROCM_BINDGEN_VERSION) + " " + clang::getClangFullVersion();
  }();
  return version;
}

std::string tool_identity() {
  static const std::string identity = [] {
    auto parts = tool_version();
    for (const auto& library : compiler_libraries()) parts += "\n" + size_and_time(library);
    return content_hash(parts);
  }();
  return identity;
}

}  // namespace rocm_bindgen::build
