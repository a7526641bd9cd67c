// The second half of a split compile: bitcode files to object files, and object files to a code object. These jobs have
// no source and no AST, so the front end stores in the bitcode where each function is defined and whether warnings
// about it are disabled (kPlaceMetadata, see EmitAction::note_places()).
//
// Most back-end messages cannot be reproduced here, because clang formats them with the help of the AST. A job that
// meets one fails without a message, and the source is compiled again in one piece, which reports it.

#include <algorithm>

#include <clang/Basic/DiagnosticFrontend.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/BackendUtil.h>
#include <clang/Frontend/CompilerInstance.h>
#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "codeobject/unite_metadata.hpp"
#include "compile/clang/cc1.hpp"
#include "compile/clang/emit_action.hpp"
#include "compile/clang/lacking_instructions.hpp"
#include "compile/clang/link_code_object.hpp"
#include "compile/clang/module_passes.hpp"
#include "hipify/front_end/hip_file_system.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

namespace fs = std::filesystem;

/// The metadata that the front end attached to a function; null if there are none. See kPlaceMetadata for the five
/// operands.
const llvm::MDNode* note_on(const llvm::Function& function) {
  const auto* note = function.getMetadata(kPlaceMetadata);
  return note != nullptr && note->getNumOperands() == 5 ? note : nullptr;
}

int number_at(const llvm::MDNode& note, unsigned index) {
  return static_cast<int>(llvm::mdconst::extract<llvm::ConstantInt>(note.getOperand(index))->getZExtValue());
}

/// Whether the source disables warnings about failed optimisations of this function.
bool is_silent(const llvm::Function& function) {
  const auto* note = note_on(function);
  return note != nullptr && number_at(*note, 4) != 0;
}

/// The position of a function, as a location that messages can show; invalid if it is unknown.
clang::SourceLocation location_of(const llvm::Function& function, clang::SourceManager& sources) {
  const auto* note = note_on(function);
  if (note == nullptr) return {};
  const auto text = [&](unsigned index) { return llvm::cast<llvm::MDString>(note->getOperand(index))->getString(); };
  const auto number = [&](unsigned index) { return number_at(*note, index); };
  const auto file = sources.getFileManager().getOptionalFileRef(text(0));
  if (!file) return {};
  const auto location =
      sources.getLocForStartOfFile(sources.createFileID(*file, clang::SourceLocation(), clang::SrcMgr::C_User))
          .getLocWithOffset(number(1));
  // Like a #line directive, this sets the number of the following line, hence the + 1.
  sources.AddLineNote(location, static_cast<unsigned>(number(3)) + 1,
                      static_cast<int>(sources.getLineTableFilenameID(text(2))), /*IsFileEntry=*/false,
                      /*IsFileExit=*/false, clang::SrcMgr::C_User);
  return location;
}

/// Receives the back end's diagnostics. The only kind that is reported here is a failed optimisation; see the top of
/// this file.
class BackEndMessages : public llvm::DiagnosticHandler {
 public:
  BackEndMessages(clang::CompilerInstance& compiler, CompileResult& result) : compiler_(compiler), result_(result) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() == llvm::DS_Remark || info.getSeverity() == llvm::DS_Note) return true;
    if (const auto* failure = llvm::dyn_cast<llvm::DiagnosticInfoOptimizationFailure>(&info)) {
      if (is_silent(failure->getFunction())) return true;
      compiler_.getDiagnostics().Report(location_of(failure->getFunction(), compiler_.getSourceManager()),
                                        clang::diag::warn_fe_backend_optimization_failure)
          << failure->getMsg();
    } else {
      result_.succeeded = false;
    }
    return true;
  }

 private:
  clang::CompilerInstance& compiler_;
  CompileResult& result_;
};

/// Makes the job fail if a kernel uses instructions that the processor lacks (see lacking_instructions.hpp). The code
/// is dropped, because the back end may crash on it. There is no message here; the compile in one piece reports the
/// error.
void refuse_lacking_instructions(clang::CodeGenOptions& options, CompileResult& result) {
  const bool is_optimised = options.OptimizationLevel != 0;
  run_before_back_end(options, [&result, is_optimised](llvm::Module& module) {
    for_each_lacking_use(module, is_optimised, [&](const LackingUse&) { result.succeeded = false; });
    if (!result.succeeded) drop_code(module);
  });
}

/// Compiles one part. Errors need no message, because the source is then compiled in one piece, which reports them.
bool emit_part(const llvm::opt::ArgStringList& arguments, const FileSystem& files, const fs::path& part,
               const fs::path& object, CompileResult& result) {
  const auto invocation = read_cc1_arguments(arguments, result.diagnostics);
  const auto bytes = read_file(part);
  if (!invocation || !bytes) return false;
  DiagnosticCollector collector(result.diagnostics);
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  compiler.createFileManager(files);
  compiler.createSourceManager(compiler.getFileManager());
  compiler.getDiagnosticClient().BeginSourceFile(compiler.getLangOpts(), nullptr);
  if (!compiler.createTarget()) return false;

  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<BackEndMessages>(compiler, result));
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(*bytes, part.string()), context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return false;
  }
  std::error_code error;
  auto stream = std::make_unique<llvm::raw_fd_ostream>(object.string(), error);
  if (error) return false;
  const std::string layout((*module)->getDataLayoutStr());
  result.succeeded = true;  // until BackEndMessages or the check for lacking instructions resets it
  refuse_lacking_instructions(compiler.getCodeGenOpts(), result);
  clang::EmitBackendOutput(compiler.getDiagnostics(), compiler.getHeaderSearchOpts(), compiler.getCodeGenOpts(),
                           compiler.getTargetOpts(), compiler.getLangOpts(), layout, module->get(),
                           clang::Backend_EmitObj, llvm::vfs::getRealFileSystem(), std::move(stream));
  return result.succeeded && !compiler.getDiagnostics().hasErrorOccurred();
}

/// The driver's plan for the whole source to which the part belongs.
DriverPlan plan_of(const HipSource& source, const TargetId& target, const CompileOptions& options,
                   const fs::path& output, CompileResult& result) {
  return DriverPlan(compile_command(source, target, options, output), llvm::vfs::getRealFileSystem(),
                    result.diagnostics);
}

}  // namespace

fs::path parts_folder(const fs::path& output) {
  return fs::path(output).concat(".parts");
}

fs::path part_file(const fs::path& parts, unsigned index) {
  return parts / fmt::format("{}.bc", index);
}

CompileResult compile_part_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                      const fs::path& part, const fs::path& object) {
  initialise_llvm();
  put_intermediates_beside(object);
  CompileResult result;
  const auto plan = plan_of(source, target, options, object, result);
  result.succeeded =
      plan.cc1() != nullptr && emit_part(*plan.cc1(), hip_file_system(source.files), part, object, result);
  for (auto& diagnostic : result.diagnostics) diagnostic.targets = {target.canonical};
  return result;
}

CompileResult link_parts_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                    const std::vector<fs::path>& objects, const std::vector<MergedKernel>& merged,
                                    const std::vector<KernelWrite>& writes, const fs::path& output) {
  initialise_llvm();
  put_intermediates_beside(output);
  CompileResult result;
  const auto plan = plan_of(source, target, options, output, result);
  if (plan.cc1() == nullptr || plan.lld() == nullptr) return result;
  if (const auto united = unite_metadata(objects, merged); !united) {
    result.diagnostics = united.error().diagnostics;
    return result;
  }
  // The driver's command names the object file of the cc1 command; the objects of the parts replace it.
  const auto object = object_file(*plan.cc1());
  const std::vector<std::string> names(objects.begin(), objects.end());
  std::vector<const char*> arguments;
  for (const char* word : *plan.lld()) {
    if (object != word) {
      arguments.push_back(word);
    } else {
      for (const auto& name : names) arguments.push_back(name.c_str());
    }
  }
  auto failed = link_code_object(arguments, source.source.path.string());
  result.succeeded = !failed;
  result.diagnostics = failed ? std::vector<Diagnostic>{std::move(*failed)} : lost_writes(output, writes);
  for (auto& diagnostic : result.diagnostics) diagnostic.targets = {target.canonical};
  return result;
}

}  // namespace rocm_bindgen::build
