// The program that users start. The dynamic linker takes a tenth of a second to load LLVM's and clang's libraries, so
// this program is linked without them. It answers what needs no compiler: help, lists, and builds in which nothing has
// changed. For everything else it becomes the whole tool, with the same arguments and environment.
//
// It consists of the same sources as the whole tool, without those that use the compiler. The linker is given a script
// in which each function of those is another name of rocm_bindgen_start_compiler(), so calling any of them continues in
// the whole tool, from its beginning. Before such a call, nothing may have been printed or written.

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"
#include "whole_tool.hpp"

namespace {
namespace fs = std::filesystem;

/// The variables of the environment as they were at the start: commands remove some.
const std::vector<char*> environment_at_start = [] {
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.push_back(*variable);
  variables.push_back(nullptr);
  return variables;
}();

/// The arguments of this process, each with a terminating 0.
std::string arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

fs::path whole_tool() {
  std::error_code error;
  const auto self = fs::read_symlink("/proc/self/exe", error);
  return self.parent_path().parent_path() / "libexec/rocm_bindgen/rocm-bindgen-compiler";
}

}  // namespace

extern "C" [[noreturn]] void rocm_bindgen_start_compiler() {
  auto bytes = arguments();
  std::vector<char*> words;
  for (std::size_t at = 0; at < bytes.size(); at += std::strlen(bytes.data() + at) + 1)
    words.push_back(bytes.data() + at);
  words.push_back(nullptr);
  const auto program = whole_tool();
  ::execve(program.c_str(), words.data(), environment_at_start.data());
  std::fprintf(stderr, "rocm-bindgen: error: cannot start '%s': %s\n  help: install rocm-bindgen again\n",
               program.c_str(), std::strerror(errno));
  std::_Exit(static_cast<int>(rocm_bindgen::build::ExitCode::toolchain));
}

namespace rocm_bindgen::build {

void continue_with_compiler(const std::string& command) {
  // These call no function of the compiler after they have begun to print.
  constexpr std::array<std::string_view, 5> kAlone{"build", "cache", "completions", "man", "targets"};
  for (const auto& name : kAlone)
    if (command == name) return;
  rocm_bindgen_start_compiler();
}

}  // namespace rocm_bindgen::build
