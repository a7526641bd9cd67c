#include "program/start_program.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include <fmt/format.h>

#include "program/amd_libraries.hpp"

namespace rocm_bindgen::build {
namespace {

/// Lets the program find the emulated device's libraries: libamdhip64 first, and libraries that replace missing ones of
/// AMD's last.
void find_libraries_in(const std::filesystem::path& hip_folder) {
  const char* variable = std::getenv("LD_LIBRARY_PATH");
  const std::string before = variable != nullptr ? variable : "";
  auto path = hip_folder.string();
  if (!before.empty()) path += ":" + before;
  for (const auto& folder : folders_of_missing_libraries(hip_folder / "missing", before)) path += ":" + folder.string();
  ::setenv("LD_LIBRARY_PATH", path.c_str(), /*overwrite=*/1);
}

}  // namespace

Failure start_program(const std::filesystem::path& program, const std::string& name,
                      const std::vector<std::string>& arguments, const ProgramDevice& device) {
  if (device.emulated) find_libraries_in(device.hip_library.parent_path());
  if (!device.driver.empty())
    ::setenv("ROCM_BINDGEN_DRIVER", device.driver.c_str(), /*overwrite=*/1);
  else if (device.emulated)
    ::unsetenv("ROCM_BINDGEN_DRIVER");  // it names another driver, with which the emulated device's library fails
  // execv() requires pointers to characters that are not const.
  std::vector<std::string> copies{name};
  copies.insert(copies.end(), arguments.begin(), arguments.end());
  std::vector<char*> words;
  for (auto& word : copies) words.push_back(word.data());
  words.push_back(nullptr);
  const auto path = program.string();
  ::execv(path.c_str(), words.data());
  return Failure(ExitCode::toolchain, fmt::format("cannot start '{}': {}", path, std::strerror(errno)));
}

}  // namespace rocm_bindgen::build
