#include "program/linker.hpp"

#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include "support/append.hpp"
#include "support/file.hpp"
#include "support/subprocess.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The linker drivers, in the order in which they are searched for.
constexpr const char* kNames[] = {"c++", "g++", "clang++"};

fs::path find_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && is_program(fs::path(folder) / name)) return fs::path(folder) / name;
  return {};
}

}  // namespace

Expected<fs::path> find_linker(const fs::path& named) {
  if (!named.empty()) {
    auto program = named.has_parent_path() ? named : find_in_path(named.string());
    if (is_program(program)) return program;
    return Failure(ExitCode::toolchain, fmt::format("'{}' is not a program that can link", named.string()),
                   "name a C++ compiler of this system with --linker");
  }
  for (const auto* name : kNames)
    if (auto program = find_in_path(name); !program.empty()) return program;
  return Failure(ExitCode::toolchain, "there is no c++, g++ or clang++ in PATH to link the program with",
                 "install a C++ compiler (`apt install g++`), or name one with --linker");
}

Expected<fs::path> find_program_for_step(const fs::path& named, const std::string& name) {
  auto program = named.empty() ? find_in_path(name) : named.has_parent_path() ? named : find_in_path(named.string());
  if (is_program(program)) return program;
  return Failure(ExitCode::toolchain, fmt::format("'{}' is not a program", named.empty() ? name : named.string()),
                 "install binutils, which has ar");
}

std::vector<std::string> link_command(const LinkJob& job) {
  std::vector<std::string> words{job.linker.string(), "-o", job.output.string()};
  append(words, job.words);
  if (!job.hip_library.empty()) words.push_back(job.hip_library.string());
  words.emplace_back("-pthread");
  return words;
}

Expected<Done> link_program(const LinkJob& job) {
  ROCM_BINDGEN_TRY(const auto ended, run_process(link_command(job)));
  if (ended.succeeded()) return Done{};
  Diagnostic diagnostic;
  diagnostic.code = ExitCode::source_error;
  diagnostic.text = fmt::format(
      "cannot link the program: '{}' ended with {}", job.linker.string(),
      ended.signal != 0 ? fmt::format("signal {}", ended.signal) : fmt::format("exit status {}", ended.status));
  diagnostic.hint = "name the libraries that define what is missing with -l, and their folders with -L";
  diagnostic.snippet = ended.output;
  if (!diagnostic.snippet.empty() && diagnostic.snippet.back() != '\n') diagnostic.snippet += '\n';
  return Failure(std::move(diagnostic));
}

}  // namespace rocm_bindgen::build
