#include "nvcc/xcompiler.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compile/compiler_flags.hpp"
#include "support/append.hpp"

namespace rocm_bindgen::build::driver {
namespace {

using Words = std::vector<std::string>;

bool has(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <std::size_t N>
bool begins_with_any(const std::string& word, const std::array<std::string_view, N>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(), [&](auto beginning) { return word.starts_with(beginning); });
}

bool is_openmp(const std::string& word) {
  return word == "-fopenmp" || word.starts_with("-fopenmp=");
}

/// Words that clang has as well, but that must not have their effect there. The code would need run-time libraries of
/// clang, which GCC does not link: those of OpenMP and of profiles. Or the linker could not read the object, or a file
/// would be written that the cache does not know. -Werror would be about clang's warnings: a source without warnings
/// of GCC may have some of clang.
bool is_for_gcc_alone(const std::string& word) {
  constexpr std::array<std::string_view, 6> kWhole{"-Werror",      "-ftest-coverage",     "-fstack-usage",
                                                   "-ftime-trace", "-fuse-linker-plugin", "-coverage"};
  constexpr std::array<std::string_view, 6> kBeginnings{"-flto",      "-ffat-lto",     "-fno-fat-lto",
                                                        "-fprofile-", "-gsplit-dwarf", "-save-temps"};
  return is_openmp(word) || std::find(kWhole.begin(), kWhole.end(), word) != kWhole.end() ||
         begins_with_any(word, kBeginnings);
}

/// Options for the preprocessor, whose values may be in the next word.
constexpr std::array<std::string_view, 6> kPreprocessor{"-D", "-U", "-I", "-isystem", "-iquote", "-include"};

/// Options that decide about types: with different ones, host and device code would disagree about the members of
/// structures.
constexpr std::array<std::string_view, 10> kTypes{
    "-funsigned-char",  "-fno-unsigned-char", "-fsigned-char",    "-fno-signed-char", "-fshort-enums",
    "-fno-short-enums", "-fpack-struct",      "-fno-pack-struct", "-fshort-wchar",    "-fno-short-wchar"};

/// Divides clang's flags between those for both sides and those for the host.
void divide(const Words& words, ClangShare& share) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto& word = words[i];
    if (word.starts_with("-std=c++") || word.starts_with("-std=gnu++")) {
      share.both.push_back("-std=" + cuda_standard(word.substr(std::string_view("-std=").size())));
    } else if (word.starts_with("-std=")) {
      // A standard of C, which GCC ignores for C++.
      share.without_effect.push_back(word);
    } else if (begins_with_any(word, kTypes)) {
      share.both.push_back(word);
    } else if (begins_with_any(word, kPreprocessor)) {
      share.both.push_back(word);
      const bool is_separate = std::find(kPreprocessor.begin(), kPreprocessor.end(), word) != kPreprocessor.end();
      if (is_separate && i + 1 < words.size()) share.both.push_back(words[++i]);
    } else {
      share.host.push_back(word);
    }
  }
}

}  // namespace

Expected<ClangShare> clang_share(const Words& words) {
  ClangShare share;
  Words for_clang;
  for (const auto& word : words) (is_for_gcc_alone(word) ? share.without_effect : for_clang).push_back(word);
  share.openmp = std::any_of(words.begin(), words.end(), is_openmp);
  ROCM_BINDGEN_TRY(auto split, split_compiler_flags(for_clang));
  divide(split.clang, share);
  // GCC defines this macro, with which headers of the system declare functions for several threads.
  if (std::erase(split.rest, "-pthread") > 0) share.both.emplace_back("-D_REENTRANT");
  append(share.without_effect, std::move(split.rest));
  // -Wall switches on again what the dialect of CUDA sources switches off: HIP's functions are nodiscard where CUDA's
  // are not, and clang does not know nvcc's pragmas.
  for (const std::string name : {"unused-result", "unknown-pragmas"})
    if (!has(words, "-W" + name) && !has(words, "-Werror=" + name)) share.host.push_back("-Wno-" + name);
  share.rule.with_compile = split.dependency_file;
  share.rule.system_headers = !has(words, "-MMD");
  share.rule.empty_rules = has(words, "-MP");
  share.rule.file = split.dependency_path;
  share.rule.target = fmt::format("{}", fmt::join(split.dependency_targets, " "));
  return share;
}

Words without_rule(const Words& words) {
  Words rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto& word = words[i];
    if (word == "-MD" || word == "-MMD" || word == "-MP") continue;
    if (word.starts_with("-MF") || word.starts_with("-MT") || word.starts_with("-MQ")) {
      // The value may be the next word.
      if (word.size() == std::string_view("-MF").size()) ++i;
      continue;
    }
    rest.push_back(word);
  }
  return rest;
}

std::string cuda_standard(const std::string& standard) {
  const auto plus = standard.find("++");
  if (plus == std::string::npos) return standard;
  const auto year = standard.substr(plus + 2);
  const bool is_old = year == "98" || year == "03" || year == "0x" || year == "11";
  return is_old ? standard.substr(0, plus + 2) + "14" : standard;
}

Words error_flags() {
  Words words{"-Werror"};
  for (const auto* name : {"absolute-value",
                           "braced-scalar-init",
                           "c99-designator",
                           "constant-logical-operand",
                           "dangling-else",
                           "dangling-gsl",
                           "date-time",
                           "deprecated-builtins",
                           "final-dtor-non-final-class",
                           "implicit-const-int-float-conversion",
                           "inconsistent-missing-override",
                           "instantiation-after-specialization",
                           "literal-conversion",
                           "logical-op-parentheses",
                           "mismatched-tags",
                           "parentheses-equality",
                           "pointer-bool-conversion",
                           "self-assign",
                           "self-assign-field",
                           "self-assign-overloaded",
                           "string-concatenation",
                           "string-plus-int",
                           "switch",
                           "tautological-bitwise-compare",
                           "tautological-constant-compare",
                           "tautological-overlap-compare",
                           "tautological-pointer-compare",
                           "tautological-undefined-compare",
                           "undefined-inline",
                           "undefined-internal",
                           "undefined-var-template",
                           "unneeded-internal-declaration",
                           "unneeded-member-function",
                           "unqualified-std-cast-call",
                           "unused-const-variable",
                           "unused-lambda-capture",
                           "unused-private-field",
                           "vla-cxx-extension"})
    words.push_back(fmt::format("-Wno-error={}", name));
  return words;
}

}  // namespace rocm_bindgen::build::driver
