// The program that users start. The dynamic linker takes a twentieth of a second to load LLVM's and clang's libraries,
// so this program is linked without them. It handles what needs no compiler: help, lists, and builds in which nothing
// has changed. For everything else it executes the whole tool, with the same arguments and environment.
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
#include <stdio_ext.h>
#include <string>
#include <string_view>
#include <sys/auxv.h>
#include <unistd.h>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"
#include "support/escape.hpp"
#include "support/interrupt.hpp"
#include "whole_tool.hpp"

namespace rocm_bindgen::build {
namespace {
namespace fs = std::filesystem;

char** arguments_at_start = nullptr;
/// The variables of the environment as they were at the start: commands remove some.
std::vector<char*>* environment_at_start = nullptr;

/// The C library passes main()'s arguments to such functions, too.
__attribute__((constructor)) void note_start(int, char** arguments, char** environment) {
  arguments_at_start = arguments;
  environment_at_start = new std::vector<char*>;
  for (char** variable = environment; *variable != nullptr; ++variable) environment_at_start->push_back(*variable);
  environment_at_start->push_back(nullptr);
}

/// The path of the whole tool; empty if that of this program is unknown.
fs::path whole_tool() {
  std::error_code error;
  auto self = fs::read_symlink("/proc/self/exe", error);
  // Without /proc, this is the path by which the program was started.
  if (error) self = fs::canonical(reinterpret_cast<const char*>(::getauxval(AT_EXECFN)), error);
  if (error || !self.is_absolute()) return {};
  return self.parent_path().parent_path() / "libexec/rocm_bindgen/rocm-bindgen-compiler";
}

[[noreturn]] void end(ExitCode code) {
  std::_Exit(static_cast<int>(code));
}

[[noreturn]] void start_compiler() {
  if (::__fpending(stdout) != 0) {
    std::fputs("rocm-bindgen: internal error: output before the compiler was started\n", stderr);
    end(ExitCode::internal);
  }
  // The whole tool does not know of an interrupt that has arrived here.
  restore_interrupts();
  if (interrupted()) end(ExitCode::interrupted);
  const auto program = whole_tool();
  errno = ENOENT;
  if (!program.empty()) ::execve(program.c_str(), arguments_at_start, environment_at_start->data());
  std::fprintf(
      stderr,
      "rocm-bindgen: error: cannot start '%s': %s\n"
      "  help: keep bin/ and libexec/ of the installation together; link to bin/rocm-bindgen, do not copy it\n",
      for_terminal(program.string()).c_str(), std::strerror(errno));
  end(ExitCode::toolchain);
}

}  // namespace

void continue_with_compiler(const std::string& command) {
  // These may start in this program: if they need the compiler, they call it before they print anything, so the whole
  // tool can begin again.
  constexpr std::array<std::string_view, 5> kMayStartHere{"build", "cache", "completions", "man", "targets"};
  for (const auto& name : kMayStartHere)
    if (command == name) return;
  start_compiler();
}

}  // namespace rocm_bindgen::build

extern "C" [[noreturn]] void rocm_bindgen_start_compiler() {
  rocm_bindgen::build::start_compiler();
}
