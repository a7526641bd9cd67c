// Examines every option of clang and LLVM: an option that names a file must be known either as refused or as harmless.
// A new version of either with more of these options fails this test.
#include "compile/writing_flags.hpp"

#include <algorithm>
#include <regex>
#include <set>

#include <clang/Driver/Options.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/CommandLine.h>

#include "compile/compiler_flags.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::build;
using Words = std::vector<std::string>;

namespace {

namespace options = clang::driver::options;

/// Whether the flags are refused because they write a file or request something other than code. Some of the words are
/// flags without their value, which is another error.
bool is_refused(const Words& words) {
  const auto flags = split_compiler_flags(words);
  if (flags) return false;
  CHECK(flags.error().code() == ExitCode::usage);
  CHECK_THAT(flags.error().diagnostics.front().text,
             Catch::Contains("is refused: ") || Catch::Contains("requires a value"));
  return flags.error().diagnostics.front().text.find("is refused: ") != std::string::npos;
}

/// Words which indicate that an option is about files, with or without a value.
const std::regex kAboutFiles(
    "-(file|output|dump|path|dir|save|record|log|trace|stat|report|graph|dot|temps|store)"
    "|(file|path|dir|output|trace|usage|coverage|temps|report|stats)(=|$)",
    std::regex::icase);

/// Options of the driver and of the front end that are about files but write none.
const std::set<std::string> kHarmless{
    // They give a location, or a name to be used in the output.
    "-working-directory",
    "-working-directory=", "-ffile-compilation-dir=", "-fdebug-compilation-dir=", "-fdebug-compilation-dir",
    "-fcoverage-compilation-dir=", "-ffile-prefix-map=", "-main-file-name", "-split-dwarf-file",
    "-fcoverage-prefix-map=", "-isystem-after", "-resource-dir",
    "-resource-dir=", "-fmodules-embed-file=", "-fmodules-embed-all-files",
    "-pch-through-header=", "-fopenmp-host-ir-file-path",
    "-fmodule-map-file=", "-fmodule-file=", "-fprebuilt-module-path=", "-fapinotes-modules", "-iapinotes-path=",
    // They name files that are read.
    "-mlink-bitcode-file", "-remap-file", "-fbuild-session-file=", "-fprofile-instrument-use-path=",
    "-foverride-record-layout=", "-fxray-attr-list=", "-fcuda-include-gpubinary", "-objcmt-allowlist-dir-path=",
    // The compiled program writes the file, not the compiler.
    "-fprofile-instrument-path=", "-fsanitize-stats",
    // They print, or change what is printed or checked.
    "-analyzer-output", "-analyzer-output=", "-ast-dump-filter",
    "-ast-dump-filter=", "-ftest-module-file-extension=", "-opt-record-format", "-opt-record-passes",
    "-record-command-line"};

}  // namespace

TEST_CASE("writing flags: flags of the driver are refused") {
  for (const Words& words : std::vector<Words>{{"-fsave-optimization-record"},
                                               {"-fsave-optimization-record=yaml"},
                                               {"-foptimization-record-file=x"},
                                               {"-foptimization-record-passes=x"},
                                               {"-ftime-trace"},
                                               {"-ftime-trace=x"},
                                               {"-gsplit-dwarf"},
                                               {"-gsplit-dwarf=split"},
                                               {"-fstack-usage"},
                                               {"-ftest-coverage"},
                                               {"-fproc-stat-report"},
                                               {"-fproc-stat-report=x"},
                                               {"-fcrash-diagnostics-dir=x"},
                                               {"-fmodule-output"},
                                               {"-fmodule-output=x"},
                                               {"-fmodules-cache-path=x"},
                                               {"-save-temps"},
                                               {"-save-temps=obj"},
                                               {"-MJ", "x"},
                                               {"-gen-cdb-fragment-path", "x"},
                                               {"-serialize-diagnostics", "x"},
                                               {"-save-stats"},
                                               {"-O2", "-DX", "-ftime-trace", "src"}}) {
    INFO(words.front());
    CHECK(is_refused(words));
  }
  for (const Words& words : std::vector<Words>{{"-gsplit-dwarf=single"},
                                               {"-O3"},
                                               {"-g"},
                                               {"-MD"},
                                               {"-MF", "x"},
                                               {"-fprofile-generate"},
                                               {"-ffile-prefix-map=a=b"},
                                               {"-Wall"},
                                               {"-fno-save-optimization-record"},
                                               {"-o", "x"},
                                               {"--", "-ftime-trace"}}) {
    INFO(words.front());
    CHECK(split_compiler_flags(words));
  }
}

TEST_CASE("writing flags: flags of the front end are refused in one word or two") {
  for (const Words& words : std::vector<Words>{{"-dependency-file", "x"},
                                               {"-serialize-diagnostic-file", "x"},
                                               {"-opt-record-file", "x"},
                                               {"-split-dwarf-output", "x"},
                                               {"-stats-file=x"},
                                               {"-header-include-file", "x"},
                                               {"-o", "x"},
                                               {"-diagnostic-log-file", "x"},
                                               {"-ftime-trace=x"},
                                               {"-coverage-notes-file=x"},
                                               {"-stack-usage-file", "x"},
                                               {"-dependency-dot", "x"},
                                               {"-module-dependency-dir", "x"},
                                               {"-fthin-link-bitcode=x"},
                                               {"-as-secure-log-file", "x"},
                                               {"-emit-pch"},
                                               {"-E"},
                                               {"-fixit"},
                                               {"-fverify-debuginfo-preserve-export=x"},
                                               {"-analyze"},
                                               {"-mllvm", "-ir-dump-directory=x"},
                                               {"-dependency-file"}}) {
    Words flags;
    for (const auto& word : words) flags.insert(flags.end(), {"-Xclang", word});
    INFO(words.front());
    CHECK(is_refused(flags));
    Words joined;
    for (const auto& word : words) joined.push_back("-Xclang=" + word);
    CHECK(is_refused(joined));
  }
  for (const Words& words : std::vector<Words>{{"-Xclang", "-fno-pch-timestamp"},
                                               {"-Xclang", "-disable-llvm-passes"},
                                               {"-Xclang", "-fallow-half-arguments-and-returns"},
                                               {"-Xclang", "-target-feature", "-Xclang", "+wavefrontsize64"}})
    CHECK(split_compiler_flags(words));
}

TEST_CASE("writing flags: flags of LLVM are refused in every spelling") {
  for (const std::string word : {"-ir-dump-directory=x",
                                 "--ir-dump-directory=x",
                                 "-ir-dump-directory",
                                 "-info-output-file=x",
                                 "-lto-pass-remarks-output=x",
                                 "-dot-cfg-dir=x",
                                 "-print-changed=dot-cfg",
                                 "-exec-on-ir-change=x",
                                 "-view-slp-tree",
                                 "-attributor-dump-dep-graph",
                                 "-polly-export",
                                 "-load=x.so",
                                 "-orderfile-write-mapping=x",
                                 "-wholeprogramdevirt-write-summary=x",
                                 "-crash-diagnostics-dir=x",
                                 "-amdgpu-module-splitting-log-dir=x",
                                 "@file",
                                 "-opt-bisect-print-ir-path=x",
                                 "-print-on-crash-path=x",
                                 "-as-secure-log-file=x"}) {
    INFO(word);
    CHECK(is_refused({"-mllvm", word}));
    CHECK(is_refused({"-mllvm=" + word}));
  }
  for (const std::string word : {"-amdgpu-early-inline-all", "-x=1", "-unroll-threshold=100", "-print-after-all",
                                 "-amdgpu-dump-hsa-metadata", "-enable-vplan-native-path", "-sample-profile-file=x"})
    CHECK(split_compiler_flags({"-mllvm", word}));
}

TEST_CASE("writing flags: plugins are noted for callers that start another compiler") {
  for (const Words& words : std::vector<Words>{{"-fplugin=x.so"},
                                               {"-Xclang", "-load", "-Xclang", "x.so"},
                                               {"-Xclang", "-add-plugin", "-Xclang", "x"},
                                               {"-Xclang", "-plugin", "-Xclang", "x"},
                                               {"-Xclang", "-plugin-arg-x", "-Xclang", "y"}}) {
    const auto flags = split_compiler_flags(words);
    REQUIRE(flags);
    INFO(words.front());
    CHECK_FALSE(flags->plugin.empty());
  }
  CHECK(split_compiler_flags({"-fpass-plugin=x.so", "-O2"})->plugin.empty());
}

TEST_CASE("writing flags: every option of clang that is about files is known") {
  const auto& table = clang::driver::getDriverOptTable();
  std::set<std::string> unknown;
  for (unsigned id = 1; id <= table.getNumOptions(); ++id) {
    const auto option = table.getOption(id);
    using Kind = llvm::opt::Option;
    if (!option.isValid() || option.getKind() == Kind::GroupClass || option.getKind() == Kind::InputClass ||
        option.getKind() == Kind::UnknownClass)
      continue;
    // Options of the front end are passed by -Xclang. Only those with a value are examined: a switch only enables a
    // file that another option names.
    const bool takes_value = option.getKind() != Kind::FlagClass;
    if (!option.hasVisibilityFlag(options::CC1Option) || !takes_value) continue;
    const std::string name = option.getPrefixedName().str();
    if (!std::regex_search(name, kAboutFiles) || kHarmless.count(name) != 0) continue;
    // An option that the driver has as well, and that -Xclang does not refuse, is one for the test "flags of the driver
    // are refused".
    if (option.hasVisibilityFlag(options::ClangOption) && !is_refused({"-Xclang", name})) continue;
    Words flags{"-Xclang", name};
    if (option.getKind() == Kind::SeparateClass || option.getKind() == Kind::JoinedOrSeparateClass)
      flags.insert(flags.end(), {"-Xclang", "x"});
    else
      flags.back() += "x";
    if (!is_refused(flags)) unknown.insert(name);
  }
  INFO([&] {
    std::string list;
    for (const auto& name : unknown) list += name + " ";
    return list;
  }());
  CHECK(unknown.empty());
}

TEST_CASE("writing flags: every option of LLVM whose value is a file is known") {
  const std::set<std::string> read_only{
      "extract-blocks-file", "forceattrs-csv-path", "fs-profile-file", "fs-remapping-file",
      "internalize-public-api-file", "pgo-test-profile-file", "pgo-test-profile-remapping-file",
      "polly-import-jscop-dir", "prefetch-hints-file", "rewrite-map-file", "sample-profile-file",
      "sample-profile-remapping-file", "summary-file", "cs-profile-path",
      // These are not names of files.
      "asan-always-slow-path", "disable-sched-critical-path", "enable-vplan-native-path"};
  const std::regex file_value("-(file|dir|path|directory)$");
  for (const auto& [name, option] : llvm::cl::getRegisteredOptions()) {
    if (!std::regex_search(name.str(), file_value)) continue;
    INFO(name.str());
    CHECK(is_refused({"-mllvm", "-" + name.str() + "=x"}) != (read_only.count(name.str()) != 0));
  }
}
