#include "compile/clang/cc1.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/TargetSelect.h>

#include "compile/clang/diagnostic_collector.hpp"
#include "hipify/front_end/hip_file_system.hpp"
#include "support/file.hpp"
#include "toolchain/device_libraries.hpp"

namespace rocm_bindgen::build {
namespace {

namespace fs = std::filesystem;

/// Notes whether a directive names a file by an absolute path. The files of -include are named by directives, too.
class AbsoluteNames : public clang::PPCallbacks {
 public:
  explicit AbsoluteNames(bool& found) : found_(found) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef, llvm::StringRef, llvm::StringRef,
                          const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) override {
    note(name);
  }
  void HasInclude(clang::SourceLocation, llvm::StringRef name, bool, clang::OptionalFileEntryRef,
                  clang::SrcMgr::CharacteristicKind) override {
    note(name);
  }
  void HasEmbed(clang::SourceLocation, llvm::StringRef name, bool, clang::OptionalFileEntryRef) override { note(name); }
  void EmbedDirective(clang::SourceLocation, llvm::StringRef name, bool, clang::OptionalFileEntryRef,
                      const clang::LexEmbedParametersResult&) override {
    note(name);
  }

 private:
  void note(llvm::StringRef name) {
    found_ = found_ || (llvm::sys::path::is_absolute(name) && !is_embedded_path(name.str()));
  }

  bool& found_;
};

/// Records all files that were read. System headers are included, because a changed compiler header requires a rebuild.
class AllDependencies : public clang::DependencyCollector {
 public:
  /// Whether a directive named a file by an absolute path.
  bool has_absolute = false;

  void attachToPreprocessor(clang::Preprocessor& preprocessor) override {
    DependencyCollector::attachToPreprocessor(preprocessor);
    preprocessor.addPPCallbacks(std::make_unique<AbsoluteNames>(has_absolute));
  }
  bool needSystemDependencies() override { return true; }
  /// For precompiled headers, the headers they were made from are recorded, and not the file itself.
  bool sawDependency(llvm::StringRef file, bool from_module, bool is_system, bool is_module_file,
                     bool is_missing) override {
    return !is_module_file &&
           DependencyCollector::sawDependency(file, from_module, is_system, is_module_file, is_missing);
  }
};

/// Adds the watched paths of a file. Embedded headers and names such as "<built-in>" are no files.
void add_watched(const std::string& path, std::set<std::string>& into) {
  if (path.empty() || is_embedded_path(path) || path.starts_with("<")) return;
  for (auto& watched : watched_paths(path)) into.insert(std::move(watched));
}

/// Unsets variables with which a user's environment would change what compilers read, their flags, or the files that
/// they write.
void unset_environment() {
  for (const char* variable :
       {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "HIP_PATH", "ROCM_PATH",
        "HIP_DEVICE_LIB_PATH", "SOURCE_DATE_EPOCH", "CCC_OVERRIDE_OPTIONS", "GCC_EXEC_PREFIX", "NVCC_PREPEND_FLAGS",
        "NVCC_APPEND_FLAGS", "NVCC_CCBIN",
        // These make compilers write files that the build does not know of.
        "CC_PRINT_OPTIONS", "CC_PRINT_OPTIONS_FILE", "CC_PRINT_HEADERS", "CC_PRINT_HEADERS_FILE",
        "CC_PRINT_HEADERS_FORMAT", "CC_PRINT_HEADERS_FILTERING", "CC_LOG_DIAGNOSTICS", "CC_LOG_DIAGNOSTICS_FILE",
        "CC_PRINT_PROC_STAT", "CC_PRINT_PROC_STAT_FILE", "CC_PRINT_INTERNAL_STAT", "CC_PRINT_INTERNAL_STAT_FILE",
        "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES", "CLANG_CRASH_DIAGNOSTICS_DIR", "CLANG_MODULE_CACHE_PATH",
        "LLVM_PROFILE_FILE",
        // May name the current folder by another path than the system does, and LLVM would use that path.
        "PWD"})
    ::unsetenv(variable);
}

/// Returns a file that the front end would write in addition to its output; empty if there is none. The user's flags
/// were already checked (compile/writing_flags); this checks the combined effect of all flags, including those of the
/// driver.
std::string further_output(const clang::CompilerInvocation& invocation, const std::string& output) {
  const auto& front_end = invocation.getFrontendOpts();
  const auto& code = invocation.getCodeGenOpts();
  const auto& dependencies = invocation.getDependencyOutputOpts();
  const auto& messages = invocation.getDiagnosticOpts();
  for (const auto& file :
       {front_end.StatsFile, front_end.TimeTracePath, front_end.ModuleOutputPath, front_end.SymbolGraphOutputDir,
        front_end.MTMigrateDir, code.DIBugsReportFilePath, code.CoverageNotesFile, code.SplitDwarfOutput,
        code.ThinLinkBitcodeFile, code.SaveTempsFilePrefix, code.OptRecordFile, code.StackUsageOutput,
        code.AsSecureLogFile, dependencies.OutputFile, dependencies.HeaderIncludeOutputFile, dependencies.DOTOutputFile,
        dependencies.ModuleDependencyOutputDir, messages.DiagnosticLogFile, messages.DiagnosticSerializationFile})
    if (!file.empty()) return file;
  return front_end.OutputFile == output ? std::string() : front_end.OutputFile;
}

}  // namespace

void put_intermediates_beside(const fs::path& output) {
  ::setenv("TMPDIR", output.parent_path().c_str(), /*overwrite=*/1);
}

void initialise_llvm() {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmParser();
  LLVMInitializeAMDGPUAsmPrinter();
  LLVMInitializeX86TargetInfo();  // the auxiliary target, for host types and macros in the device pass
  unset_environment();
}

void initialise_llvm_for_host() {
  initialise_llvm();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
}

void remove_driver_reads(std::set<std::string>& read) {
  std::erase_if(read,
                [](const std::string& path) { return path.starts_with("/etc/") || path == "/usr/lib/os-release"; });
}

std::shared_ptr<clang::CompilerInvocation> read_cc1_arguments(const llvm::opt::ArgStringList& arguments,
                                                              std::vector<Diagnostic>& diagnostics) {
  DiagnosticCollector collector(diagnostics);
  clang::DiagnosticsEngine engine(llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(),
                                  llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>(), &collector,
                                  /*ShouldOwnClient=*/false);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  // arguments[0] is "-cc1".
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, llvm::ArrayRef(arguments).drop_front(), engine))
    return nullptr;
  if (const auto file = further_output(*invocation, object_file(arguments)); !file.empty()) {
    Diagnostic diagnostic;
    diagnostic.code = ExitCode::usage;
    diagnostic.text = "a compiler flag makes the compiler write '" + file + "', which the build does not know";
    diagnostic.hint = "omit the flag";
    diagnostics.push_back(std::move(diagnostic));
    return nullptr;
  }

  std::vector<const char*> llvm_options{"clang (LLVM option parsing)"};
  for (const auto& option : invocation->getFrontendOpts().LLVMArgs) llvm_options.push_back(option.c_str());
  // A worker may compile more than once, and options may occur only once per compile.
  llvm::cl::ResetAllOptionOccurrences();
  if (llvm_options.size() > 1)
    llvm::cl::ParseCommandLineOptions(static_cast<int>(llvm_options.size()), llvm_options.data());
  return invocation;
}

std::string object_file(const llvm::opt::ArgStringList& arguments) {
  const auto flag =
      std::find_if(arguments.begin(), arguments.end(), [](const char* word) { return llvm::StringRef(word) == "-o"; });
  return flag == arguments.end() || flag + 1 == arguments.end() ? std::string() : *(flag + 1);
}

bool run_cc1(const llvm::opt::ArgStringList& arguments, const FileSystem& files, const std::set<std::string>& read,
             clang::FrontendAction& action, CompileResult& result, Refusals* refusals, bool lenient) {
  const auto invocation = read_cc1_arguments(arguments, result.diagnostics);
  if (!invocation) return false;
  DiagnosticCollector collector(result.diagnostics, refusals);
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  // err_ref_bad_target reports a use of a host function in device code. clang's front end can continue after it as
  // after a warning. Uses that nvcc refuses as well still fail, by has_wrong_use(). The engine does not allow a direct
  // change from error to warning, so the severity is set to ignored first.
  if (lenient) {
    auto& engine = compiler.getDiagnostics();
    for (const auto severity : {clang::diag::Severity::Ignored, clang::diag::Severity::Warning})
      engine.setSeverity(clang::diag::err_ref_bad_target, severity, clang::SourceLocation());
    // With -w, the engine would not report these uses at all, and those that nvcc refuses would be accepted.
    if (engine.getIgnoreAllWarnings()) {
      engine.setIgnoreAllWarnings(false);
      collector.drop_warnings();
    }
  }
  compiler.createFileManager(files);
  auto dependencies = std::make_shared<AllDependencies>();
  compiler.addDependencyCollector(dependencies);
  const bool succeeded = compiler.ExecuteAction(action);

  // The preprocessor's list contains files that were found but not opened; the file system's list contains files that
  // were not read by the preprocessor: lists of functions, profiles, module maps, precompiled headers.
  std::set<std::string> watched;
  for (const auto& path : dependencies->getDependencies()) add_watched(path, watched);
  result.depends_on_place = result.depends_on_place || dependencies->has_absolute || collector.depends_on_time();
  const auto& code_generation = invocation->getCodeGenOpts();
  std::set<std::string> libraries;
  for (const auto& library : code_generation.LinkBitcodeFiles) {
    libraries.insert(library.Filename);
    for (auto& path : watched_library_paths(library.Filename)) watched.insert(std::move(path));
  }
  for (const auto& plugin : code_generation.PassPlugins) add_watched(plugin, watched);
  // Libraries are skipped here: watched_library_paths() has already added them, by paths that do not name the cache.
  for (const auto& path : read)
    if (libraries.count(path) == 0) add_watched(path, watched);
  watched.insert(result.dependencies.begin(), result.dependencies.end());
  result.dependencies.assign(watched.begin(), watched.end());
  return succeeded && !collector.has_wrong_use();
}

}  // namespace rocm_bindgen::build
