#include "compile/writing_flags.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include <clang/Driver/Options.h>
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>

namespace rocm_bindgen::build {
namespace {

namespace options = clang::driver::options;

/// Driver options that name a file to write, or that write one next to the output; with "=" if they have a value. -MF
/// and similar options are not included: the tool itself writes the dependency file.
constexpr auto kDriver = std::to_array<std::string_view>({"-MJ",
                                                          "-dependency-dot",
                                                          "-dumpdir",
                                                          "-fcrash-diagnostics-dir=",
                                                          "-fmodule-output",
                                                          "-fmodule-output=",
                                                          "-fmodules-cache-path=",
                                                          "-fmodules-user-build-path",
                                                          "-foptimization-record-file=",
                                                          "-foptimization-record-passes=",
                                                          "-fproc-stat-report",
                                                          "-fproc-stat-report=",
                                                          "-fsave-optimization-record",
                                                          "-fsave-optimization-record=",
                                                          "-fstack-usage",
                                                          "-ftest-coverage",
                                                          "-fthin-link-bitcode=",
                                                          "-ftime-trace",
                                                          "-ftime-trace=",
                                                          "-gen-cdb-fragment-path",
                                                          "-gen-reproducer",
                                                          "-gen-reproducer=",
                                                          "-gsplit-dwarf",
                                                          "-gsplit-dwarf=",
                                                          "-save-stats",
                                                          "-save-stats=",
                                                          "-save-temps",
                                                          "-save-temps=",
                                                          "-serialize-diagnostics",
                                                          "--serialize-diagnostics",
                                                          "-fverify-debuginfo-preserve-export="});

/// Options of clang's front end that write a file. The front end also has some options of kDriver, which are not
/// repeated here.
constexpr auto kFrontEnd = std::to_array<std::string_view>({"-analyzer-dump-egraph",
                                                            "-analyzer-dump-egraph=",
                                                            "-analyzer-viz-egraph-graphviz",
                                                            "-arcmt-action=",
                                                            "-arcmt-migrate-report-output",
                                                            "-as-secure-log-file",
                                                            "-ast-view",
                                                            "-coverage-data-file",
                                                            "-coverage-data-file=",
                                                            "-coverage-notes-file",
                                                            "-coverage-notes-file=",
                                                            "-dependency-file",
                                                            "-diagnostic-log-file",
                                                            "-emit-symbol-graph",
                                                            "-header-include-file",
                                                            "-module-dependency-dir",
                                                            "-mt-migrate-directory",
                                                            "-o",
                                                            "-objcmt-migrate-all",
                                                            "-opt-record-file",
                                                            "-serialize-diagnostic-file",
                                                            "-split-dwarf-output",
                                                            "-stack-usage-file",
                                                            "-stats-file-append",
                                                            "-stats-file=",
                                                            "--emit-extension-symbol-graphs",
                                                            "--symbol-graph-dir=",
                                                            "--emit-sgf-symbol-labels-for-testing",
                                                            "-fixit="});

/// Options that load code into the front end.
constexpr auto kPlugins =
    std::to_array<std::string_view>({"-fplugin=", "-fplugin-arg-", "-load", "-plugin", "-add-plugin", "-plugin-arg-"});

/// Suffixes of LLVM option names whose values are files or folders.
constexpr auto kLlvmEndings = std::to_array<std::string_view>(
    {"-dir", "-directory", "-file", "-path", "-prefix", "-channel-base", "-output", "-log", "-plugin"});

/// Options with such suffixes whose files are only read, or whose values are not files.
constexpr auto kLlvmReaders = std::to_array<std::string_view>({"asan-always-slow-path",
                                                               "asan-memory-access-callback-prefix",
                                                               "bbsections-cold-text-prefix",
                                                               "disable-sched-critical-path",
                                                               "enable-vplan-native-path",
                                                               "extract-blocks-file",
                                                               "forceattrs-csv-path",
                                                               "fs-profile-file",
                                                               "fs-remapping-file",
                                                               "hwasan-memory-access-callback-prefix",
                                                               "internalize-public-api-file",
                                                               "memprof-memory-access-callback-prefix",
                                                               "pgo-test-profile-file",
                                                               "pgo-test-profile-remapping-file",
                                                               "polly-import-jscop-dir",
                                                               "prefetch-hints-file",
                                                               "print-lsr-output",
                                                               "profile-guided-section-prefix",
                                                               "rewrite-map-file",
                                                               "sample-profile-file",
                                                               "sample-profile-remapping-file",
                                                               "static-func-strip-dirname-prefix",
                                                               "cs-profile-path",
                                                               "summary-file"});

/// Parts of option names, between dashes, and whole names which indicate that a file is written or a program started.
constexpr auto kLlvmParts = std::to_array<std::string_view>({"dot", "view", "export", "show"});
constexpr auto kLlvmNames = std::to_array<std::string_view>(
    {"attributor-dump-dep-graph", "constraint-elimination-dump-reproducers", "exec-on-ir-change", "fs-viewbfi-after",
     "fs-viewbfi-before", "hvc-dump-module", "load", "load-pass-plugin", "lowertypetests-write-summary",
     "orderfile-write-mapping", "polly-dump-after", "polly-dump-before", "print-changed", "save-temps",
     "wholeprogramdevirt-write-summary"});

Failure refused(const std::string& flag, std::string_view why) {
  return Failure(ExitCode::usage, fmt::format("'{}' is refused: {}", flag, why),
                 "run the compiler by hand for that: `rocm-bindgen build -###` prints its commands");
}

Failure writes_file(const std::string& flag) {
  return refused(flag, "it makes the compiler write a file that the build does not know");
}

std::string name_of(const llvm::opt::Arg& argument) {
  return argument.getOption().getUnaliasedOption().getPrefixedName().str();
}

/// Calls `look` for each front-end option in the words.
template <class Look>
void for_each_front_end_option(const std::vector<std::string>& words, Look look) {
  std::vector<const char*> pointers;
  for (const auto& word : words) pointers.push_back(word.c_str());
  const llvm::opt::InputArgList list(pointers.data(), pointers.data() + pointers.size());
  for (unsigned i = 0; i < words.size();) {
    const auto begin = i;
    const auto parsed =
        clang::driver::getDriverOptTable().ParseOneArg(list, i, llvm::opt::Visibility(options::CC1Option));
    if (parsed != nullptr) look(*parsed, words[begin]);
    // Without a value that it needs, an option is not parsed, and `i` may be past the end; only its word is skipped
    // then.
    i = std::max(parsed != nullptr ? i : 0, begin + 1);
  }
}

bool writes(llvm::StringRef llvm_option) {
  const auto has = [&](const auto& names) { return llvm::is_contained(names, std::string_view(llvm_option)); };
  if (has(kLlvmNames)) return true;
  if (has(kLlvmReaders)) return false;
  if (llvm::any_of(kLlvmEndings, [&](std::string_view ending) { return llvm_option.ends_with(ending); })) return true;
  llvm::SmallVector<llvm::StringRef> parts;
  llvm_option.split(parts, '-');
  // Polly's "show" options start a program; those of other passes do not.
  return llvm::any_of(parts, [&](llvm::StringRef part) {
    return llvm::is_contained(kLlvmParts, std::string_view(part)) &&
           (part != "show" || llvm_option.starts_with("polly-"));
  });
}

}  // namespace

Expected<Done> check_writes_nothing(const llvm::opt::Arg& flag) {
  const auto name = name_of(flag);
  if (!llvm::is_contained(kDriver, name)) return Done{};
  // With "single", all debug information is in the code object.
  if (name == "-gsplit-dwarf=" && llvm::StringRef(flag.getValue()) == "single") return Done{};
  return writes_file(flag.getSpelling().str());
}

Expected<Done> check_front_end_words(const std::vector<std::string>& words) {
  Expected<Done> result = Done{};
  std::vector<std::string> llvm_words;
  for_each_front_end_option(words, [&](const llvm::opt::Arg& option, const std::string& word) {
    if (option.getOption().matches(options::OPT_mllvm)) llvm_words.emplace_back(option.getValue());
    if (!result) return;
    const auto name = name_of(option);
    // In the front end, -gsplit-dwarf= only sets a mode; -split-dwarf-output names the file.
    if (llvm::is_contained(kFrontEnd, name) || (llvm::is_contained(kDriver, name) && name != "-gsplit-dwarf="))
      result = writes_file("-Xclang " + word);
    else if (option.getOption().matches(options::OPT_Action_Group) && !llvm::is_contained(kPlugins, name))
      result = refused("-Xclang " + word, "it requests something other than code");
  });
  if (!result) return result;
  // The parser does not recognise an option without its value, but the value may come from another flag.
  if (!words.empty() && llvm::is_contained(kFrontEnd, words.back())) return writes_file("-Xclang " + words.back());
  return check_llvm_words(llvm_words);
}

Expected<Done> check_llvm_words(const std::vector<std::string>& words) {
  for (const auto& word : words) {
    if (word.starts_with("@")) return refused("-mllvm " + word, "it names a file with further flags");
    if (writes(llvm::StringRef(word).ltrim('-').split('=').first)) return writes_file("-mllvm " + word);
  }
  return Done{};
}

std::string plugin_flag(const llvm::opt::Arg& flag) {
  return llvm::is_contained(kPlugins, name_of(flag)) ? flag.getSpelling().str() : "";
}

std::string plugin_word(const std::vector<std::string>& front_end_words) {
  std::string found;
  for_each_front_end_option(front_end_words, [&](const llvm::opt::Arg& option, const std::string& word) {
    if (found.empty() && llvm::is_contained(kPlugins, name_of(option))) found = "-Xclang " + word;
  });
  return found;
}

}  // namespace rocm_bindgen::build
