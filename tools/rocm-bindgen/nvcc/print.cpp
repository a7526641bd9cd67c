#include "nvcc/print.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>

#include "nvcc/header_findings.hpp"
#include "support/environment.hpp"
#include "support/escape.hpp"
#include "toolchain/cuda_version.hpp"
#include "toolchain/nvcc.hpp"

namespace rocm_bindgen::build::driver {
namespace {

/// In double quotation marks, which CMake requires to find the library folders in a link command.
std::string quoted(const std::string& word) {
  if (word.find_first_of(" \t\"'\\$`/*?()<>|&;") == std::string::npos && !word.empty()) return word;
  std::string text = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\' || c == '$' || c == '`') text += '\\';
    text += c;
  }
  return text + '"';
}

bool wants_colours() {
  return ::isatty(STDERR_FILENO) != 0 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

}  // namespace

void print_variables(const Toolkit& toolkit) {
  const auto root = toolkit.root.string();
  fmt::print(stderr,
             "#$ _SPACE_= \n"
             "#$ _CUDART_=cudart\n"
             "#$ _HERE_={0}/bin\n"
             "#$ _THERE_={0}/bin\n"
             "#$ TOP={0}/bin/..\n"
             "#$ NVVMIR_LIBRARY_DIR={0}/bin/../nvvm/libdevice\n"
             "#$ PATH={0}/bin:{1}\n"
             "#$ INCLUDES=\"-I{0}/include\"  \n"
             "#$ LIBRARIES=  \"-L{0}/lib64/stubs\" \"-L{0}/lib64\"\n"
             "#$ CUDAFE_FLAGS=\n"
             "#$ PTXAS_FLAGS=\n",
             root, environment("PATH"));
}

void print_command(const std::vector<std::string>& words) {
  std::string line = "#$";
  // The program's name is printed without quotation marks where possible, as build systems search for it.
  for (const auto& word : words)
    line += " " + (&word == &words.front() && word.find(' ') == std::string::npos ? word : quoted(word));
  std::fputs((lines_for_terminal(line) + " \n").c_str(), stderr);
}

void print_messages(const std::vector<Diagnostic>& messages, bool verbose) {
  static const bool colours = wants_colours();
  for (const auto& message : verbose ? messages : fold_categories(messages, kWarningsOfAKind))
    std::fputs(render(message, colours).c_str(), stderr);
}

void print_messages(const std::vector<Diagnostic>& messages, const Settings& settings) {
  if (!settings.no_warnings) print_messages(messages, settings.verbose);
}

void print_messages_of(const std::filesystem::path& source, const std::vector<Diagnostic>& messages,
                       const Settings& settings) {
  if (settings.no_warnings) return;
  if (settings.verbose) return print_messages(messages, /*verbose=*/true);
  const auto summed_up = sum_up_headers(messages, source);
  print_messages(summed_up.messages, /*verbose=*/false);
  print_messages(summed_up.summaries, /*verbose=*/true);
}

ExitCode print_failure(const Failure& failure) {
  const auto& first = failure.diagnostics.front();
  if (failure.diagnostics.size() == 1 && first.file.empty() && first.snippet.empty()) {
    fmt::print(stderr, "nvcc fatal   : {}\n", for_terminal(first.text));
    if (!first.hint.empty()) fmt::print(stderr, "  help: {}\n", for_terminal(first.hint));
  } else {
    auto messages = failure.diagnostics;
    std::erase_if(messages, is_explanation);
    print_messages(messages, /*verbose=*/true);
  }
  return failure.code();
}

std::string version_text() {
  const auto [major, minor, build] = cuda_version();
  return fmt::format(
      "nvcc: NVIDIA (R) Cuda compiler driver\n"
      "{} " ROCM_BINDGEN_VERSION
      ": this is not NVIDIA's compiler; it compiles CUDA sources for AMD's GPUs\n"
      "Cuda compilation tools, release {}.{}, V{}.{}.{}\n",
      kOurNvcc, major, minor, major, minor, build);
}

}  // namespace rocm_bindgen::build::driver
