#include "compile/flag_inputs.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/TargetParser/Host.h>

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Flags whose values are macros, folders, headers or a language. The preprocessor records the files that they lead to.
constexpr std::array<std::string_view, 7> kOfPreprocessor{"-D", "-U", "-I", "-isystem", "-iquote", "-include", "-std="};

/// Flags whose values are outputs.
constexpr std::array<std::string_view, 7> kOutputs{"-foptimization-record-file=", "-ftime-trace", "-fsave-",
                                                   "-fprofile-generate",          "-fcrash-",     "-fdump-",
                                                   "-fprofile-instr-generate"};

bool begins_with_any(std::string_view word, const auto& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return word.starts_with(beginning); });
}

void add_if_file(std::string_view name, std::set<std::string>& into) {
  if (name.starts_with("@")) name.remove_prefix(1);
  std::error_code error;
  if (name.empty() || !fs::is_regular_file(name, error)) return;
  for (auto& path : watched_paths(name)) into.insert(std::move(path));
}

/// Adds the files that a word such as "-option=FILE1,FILE2" names. Checks the whole word, everything after each
/// separator, and each member of a list.
void add_parts(std::string_view word, std::set<std::string>& into) {
  add_if_file(word, into);
  for (std::size_t at = word.find_first_of("=,:;"); at != std::string_view::npos;
       at = word.find_first_of("=,:;", at + 1)) {
    const auto rest = word.substr(at + 1);
    add_if_file(rest, into);
    add_if_file(rest.substr(0, rest.find_first_of(",:;")), into);
  }
}

}  // namespace

std::vector<std::string> files_named_by(const std::vector<std::string>& flags) {
  std::set<std::string> paths;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string_view flag = flags[i];
    if (begins_with_any(flag, kOfPreprocessor)) {
      // Skips the value as well, if it is a separate word.
      if (std::find(kOfPreprocessor.begin(), kOfPreprocessor.end(), flag) != kOfPreprocessor.end()) ++i;
    } else if (!begins_with_any(flag, kOutputs)) {
      add_parts(flag, paths);
    }
  }
  return {paths.begin(), paths.end()};
}

std::string processor_named_by(const std::vector<std::string>& flags) {
  const auto is_native = [](std::string_view flag) { return flag.starts_with("-m") && flag.ends_with("=native"); };
  if (std::none_of(flags.begin(), flags.end(), is_native)) return {};
  auto processor = llvm::sys::getHostCPUName().str();
  std::set<std::string> features;  // sorted: the order in a StringMap differs from run to run
  for (const auto& feature : llvm::sys::getHostCPUFeatures())
    if (feature.second) features.insert(feature.first().str());
  for (const auto& feature : features) processor += " " + feature;
  return processor;
}

bool any_brings_compiled_code(const std::vector<std::string>& flags) {
  return std::any_of(flags.begin(), flags.end(), [](std::string_view flag) {
    return flag.starts_with("-include-pch") || flag.starts_with("-fmodule") || flag.starts_with("-fprebuilt-module");
  });
}

}  // namespace rocm_bindgen::build
