#include <algorithm>
#include <cstdlib>
#include <set>

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Job.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/Utils.h>
#include <fmt/format.h>
#include <lld/Common/CommonLinkerContext.h>
#include <lld/Common/Driver.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

#include "compile/compile_job.hpp"
#include "compile/compiler_flags.hpp"
#include "compile/cuda_dialect.hpp"
#include "compile/diagnostic_collector.hpp"
#include "compile/kernel_collector.hpp"
#include "compile/lost_kernels.hpp"
#include "hipify/hip_file_system.hpp"

LLD_HAS_DRIVER(elf)

namespace rocm_bindgen {
namespace {

namespace fs = std::filesystem;
using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// `Action`, and notes on the way which kernels the source defines and which the preprocessor skipped.
template <class Action>
class WithKernels : public Action {
 public:
  explicit WithKernels(CompileResult& result) : result_(result) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    skipped_ = std::make_unique<LostKernelFinder>(compiler.getPreprocessor());
    return Action::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    auto consumer = Action::CreateASTConsumer(compiler, file);
    if (!consumer) return nullptr;
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    // First, because a code generator may clear the AST before the back end starts.
    consumers.push_back(make_kernel_collector(result_.kernels));
    consumers.push_back(std::move(consumer));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  void EndSourceFileAction() override {
    result_.lost = skipped_->lost(result_.kernels);
    Action::EndSourceFileAction();
  }

 private:
  CompileResult& result_;
  std::unique_ptr<LostKernelFinder> skipped_;
};

/// Every file, system headers included: a changed compiler header is a reason to rebuild.
class AllDependencies : public clang::DependencyCollector {
 public:
  bool needSystemDependencies() override { return true; }
};

/// By its real path: "link/../x" is not what it looks like, and a link may come to lead elsewhere.
void add_real_path(const std::string& path, std::set<std::string>& into) {
  if (path.empty() || is_embedded_path(path) || path.starts_with("<")) return;
  std::error_code error;
  const auto real = fs::canonical(path, error);
  if (!error) into.insert(real.string());
}

/// Whose front end reads a source that is compiled for NVIDIA: waves of 32 lanes, as there.
const TargetId kStandInForNvidia{"gfx1100", "gfx1100"};

/// What compilers would take from the environment is in no flag, and so in no record of what an output was made from.
void forget_environment() {
  for (const char* variable : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "HIP_PATH",
                               "ROCM_PATH", "HIP_DEVICE_LIB_PATH", "SOURCE_DATE_EPOCH", "CCC_OVERRIDE_OPTIONS",
                               "GCC_EXEC_PREFIX", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN"})
    ::unsetenv(variable);
}

bool run_cc1(const llvm::opt::ArgStringList& arguments, const FileSystem& files, clang::FrontendAction& action,
             CompileResult& result) {
  DiagnosticCollector collector(result.diagnostics);
  auto diagnostics = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>(),
      &collector,
      /*ShouldOwnClient=*/false);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  // arguments[0] is "-cc1".
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, llvm::ArrayRef(arguments).drop_front(), *diagnostics))
    return false;

  std::vector<const char*> llvm_options{"clang (LLVM option parsing)"};
  for (const auto& option : invocation->getFrontendOpts().LLVMArgs) llvm_options.push_back(option.c_str());
  // A worker may compile more than once; each time an option counts anew.
  llvm::cl::ResetAllOptionOccurrences();
  if (llvm_options.size() > 1)
    llvm::cl::ParseCommandLineOptions(static_cast<int>(llvm_options.size()), llvm_options.data());

  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  compiler.createFileManager(files);
  auto dependencies = std::make_shared<AllDependencies>();
  compiler.addDependencyCollector(dependencies);
  const bool succeeded = compiler.ExecuteAction(action);

  std::set<std::string> read;
  for (const auto& path : dependencies->getDependencies()) add_real_path(path, read);
  for (const auto& library : invocation->getCodeGenOpts().LinkBitcodeFiles) add_real_path(library.Filename, read);
  result.dependencies.assign(read.begin(), read.end());
  return succeeded;
}

bool run_lld(const llvm::opt::ArgStringList& arguments, const std::string& source, CompileResult& result) {
  // The driver's command starts with "-flavor gnu", which is for the lld program; the library wants a program name.
  std::vector<const char*> linker{"ld.lld", "--threads=1"};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (llvm::StringRef(arguments[i]) == "-flavor") {
      ++i;
      continue;
    }
    linker.push_back(arguments[i]);
  }
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  const bool linked = lld::elf::link(linker, stream, stream, /*exitEarly=*/false, /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  if (linked) return true;
  Diagnostic diagnostic;
  diagnostic.file = source;
  diagnostic.text = "linking the code object failed: " + llvm::StringRef(stream.str()).rtrim().str();
  result.diagnostics.push_back(std::move(diagnostic));
  return false;
}

/// The driver's plan: one cc1 command, and one of lld if there is something to link.
class DriverPlan {
 public:
  DriverPlan(std::vector<std::string> command, const FileSystem& files, std::vector<Diagnostic>& diagnostics)
      : command_(std::move(command)),
        collector_(diagnostics),
        engine_(llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(),
                llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>(), &collector_, /*ShouldOwnClient=*/false),
        driver_(command_.front(), llvm::sys::getDefaultTargetTriple(), engine_, "clang", files) {
    std::vector<const char*> arguments;
    for (const auto& argument : command_) arguments.push_back(argument.c_str());
    compilation_.reset(driver_.BuildCompilation(arguments));
  }

  const clang::driver::JobList* jobs() const {
    return compilation_ && !compilation_->containsError() && !engine_.hasErrorOccurred() ? &compilation_->getJobs()
                                                                                         : nullptr;
  }

 private:
  std::vector<std::string> command_;  ///< the jobs' arguments point into it
  DiagnosticCollector collector_;
  clang::DiagnosticsEngine engine_;
  clang::driver::Driver driver_;
  std::unique_ptr<clang::driver::Compilation> compilation_;
};

}  // namespace

std::vector<std::string> compile_command(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                         const fs::path& output) {
  // The program named is never started; the driver derives folders from its place.
  const auto program = options.clang_resources.parent_path().parent_path().parent_path() / "bin/clang++";
  std::vector<std::string> command{
      program.string(), "--driver-mode=g++", "-x", "hip", "--offload-device-only", "--no-gpu-bundle-output",
      "--offload-arch=" + target.canonical, fmt::format("-mcode-object-version={}", target.code_object_version()),
      "-resource-dir=" + options.clang_resources.string(), "--no-default-config",
      "--rocm-path=" + options.rocm_root.string(), "--hip-path=" + options.rocm_root.string(),
      "--rocm-device-lib-path=" + options.device_libraries.string(), "-std=gnu++17", "-O3",
      // Same input, same bytes, whatever the folder.
      "-fuse-cuid=none", "-ffile-prefix-map=" + source.source.root.string() + "/=",
      "-ffile-prefix-map=" + fs::absolute(source.source.root).lexically_normal().string() + "/=",
      "-fdebug-compilation-dir=."};
  const auto& dialect = cuda_dialect_flags();
  command.insert(command.end(), dialect.begin(), dialect.end());
  for (auto folder : include_folders(options.user_flags)) {
    // clang takes one trailing slash off before it joins the header's name.
    if (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    command.push_back("-ffile-prefix-map=" + folder + "/=");
  }
  const auto cuda_arch = options.cuda_arch.value_or(kCudaArchs.front());
  command.push_back(cuda_arch != 0 ? fmt::format("-DROCM_BINDGEN_CUDA_ARCH={}", cuda_arch)
                                   : std::string("-DROCM_BINDGEN_NO_CUDA_ARCH"));
  // The runtime before what the user has included on the command line, as nvcc does.
  command.insert(command.end(), {"-isystem", kDeviceHeaderFolder, "-include", "hip/hip_runtime.h", "-include",
                                 "rocm_bindgen/device.hpp"});
  command.insert(command.end(), options.user_flags.begin(), options.user_flags.end());
  for (const auto& folder : source.implied_folders) {
    // Behind all others: a header of the system's name is the system's.
    command.insert(command.end(), {"-idirafter", folder});
    command.push_back("-ffile-prefix-map=" + folder + "/=");
  }
  command.insert(command.end(), {"-o", output.string(), "--", source.source.path.string()});
  return command;
}

namespace {

void initialise_llvm() {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmParser();
  LLVMInitializeAMDGPUAsmPrinter();
  LLVMInitializeX86TargetInfo();  // the auxiliary target: host types and macros in the device pass
  forget_environment();
}

/// Carries out the driver's plan for `command`.
CompileResult run_driver(std::vector<std::string> command, const HipSource& source, bool generates_code) {
  CompileResult result;
  std::set<std::string> absent;
  const auto files = hip_file_system(source.files, &absent);
  const DriverPlan plan(std::move(command), files, result.diagnostics);
  result.succeeded = plan.jobs() != nullptr;
  if (!result.succeeded)
    for (auto& diagnostic : result.diagnostics) diagnostic.code = ExitCode::usage;
  const auto run = [&](const llvm::opt::ArgStringList& arguments) {
    const bool is_cc1 = !arguments.empty() && llvm::StringRef(arguments.front()) == "-cc1";
    if (!is_cc1) return run_lld(arguments, source.source.path.string(), result);
    WithKernels<clang::EmitObjAction> emit(result);
    WithKernels<clang::SyntaxOnlyAction> parse(result);
    return run_cc1(arguments, files, generates_code ? static_cast<clang::FrontendAction&>(emit) : parse, result);
  };
  if (plan.jobs() != nullptr)
    for (const auto& job : *plan.jobs()) {
      result.succeeded = run(job.getArguments());
      if (!result.succeeded) break;
    }
  result.absent.assign(absent.begin(), absent.end());
  return result;
}

}  // namespace

CompileResult compile_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                 const fs::path& output) {
  initialise_llvm();
  // The driver's intermediate files go where the parent removes them, even if this process dies.
  ::setenv("TMPDIR", output.parent_path().c_str(), /*overwrite=*/1);
  auto result = run_driver(compile_command(source, target, options, output), source, /*generates_code=*/true);
  for (auto& diagnostic : result.diagnostics) diagnostic.targets = {target.canonical};
  result.cuda_arch = options.cuda_arch.value_or(kCudaArchs.front());
  return result;
}

CompileResult read_kernels_in_process(const HipSource& source, const CompileOptions& options) {
  initialise_llvm();
  auto command = compile_command(source, kStandInForNvidia, options, "-");
  // Before the "--" that ends the options. No code, so no device libraries; one error must not hide later kernels.
  command.insert(std::find(command.begin(), command.end(), "--"), {"-fsyntax-only", "-nogpulib", "-ferror-limit=0"});
  return run_driver(std::move(command), source, /*generates_code=*/false);
}

}  // namespace rocm_bindgen
