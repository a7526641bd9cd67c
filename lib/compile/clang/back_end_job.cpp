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
#include "compile/clang/module_pass.hpp"
#include "hipify/front_end/hip_file_system.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

namespace fs = std::filesystem;

/// What the front end has noted of a function; null if nothing.
const llvm::MDNode* note_on(const llvm::Function& function) {
  const auto* note = function.getMetadata(kPlaceMetadata);
  return note != nullptr && note->getNumOperands() == 5 ? note : nullptr;
}

int number_at(const llvm::MDNode& note, unsigned index) {
  return static_cast<int>(llvm::mdconst::extract<llvm::ConstantInt>(note.getOperand(index))->getZExtValue());
}

/// Does the source ask for silence here?
bool is_silent(const llvm::Function& function) {
  const auto* note = note_on(function);
  return note != nullptr && number_at(*note, 4) != 0;
}

/// The place of a function as a location that messages can show; invalid if it is not known.
clang::SourceLocation place_of(const llvm::Function& function, clang::SourceManager& sources) {
  const auto* place = note_on(function);
  if (place == nullptr) return {};
  const auto text = [&](unsigned index) { return llvm::cast<llvm::MDString>(place->getOperand(index))->getString(); };
  const auto number = [&](unsigned index) { return number_at(*place, index); };
  const auto file = sources.getFileManager().getOptionalFileRef(text(0));
  if (!file) return {};
  const auto location =
      sources.getLocForStartOfFile(sources.createFileID(*file, clang::SourceLocation(), clang::SrcMgr::C_User))
          .getLocWithOffset(number(1));
  // As if a #line directive stood here: it counts for the line behind it.
  sources.AddLineNote(location, static_cast<unsigned>(number(3)) + 1,
                      static_cast<int>(sources.getLineTableFilenameID(text(2))), /*IsFileEntry=*/false,
                      /*IsFileExit=*/false, clang::SrcMgr::C_User);
  return location;
}

/// What the back end has to say. Of most of it, clang alone knows how to put it, with the source before its eyes.
class BackEndMessages : public llvm::DiagnosticHandler {
 public:
  BackEndMessages(clang::CompilerInstance& compiler, CompileResult& result) : compiler_(compiler), result_(result) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() == llvm::DS_Remark || info.getSeverity() == llvm::DS_Note) return true;
    if (const auto* failure = llvm::dyn_cast<llvm::DiagnosticInfoOptimizationFailure>(&info)) {
      if (is_silent(failure->getFunction())) return true;
      compiler_.getDiagnostics().Report(place_of(failure->getFunction(), compiler_.getSourceManager()),
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

/// See lacking_instructions.hpp. The source in one piece is where the message comes from.
void refuse_lacking_instructions(clang::CodeGenOptions& options, CompileResult& result) {
  const bool is_optimised = options.OptimizationLevel != 0;
  options.PassBuilderCallbacks.push_back([&result, is_optimised](llvm::PassBuilder& builder) {
    builder.registerOptimizerLastEPCallback(
        [&result, is_optimised](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
          passes.addPass(LookAtModule([&result, is_optimised](llvm::Module& module) {
            for_each_lacking_use(module, is_optimised, [&](const LackingUse&) { result.succeeded = false; });
            if (!result.succeeded) drop_code(module);
          }));
        });
  });
}

/// Whatever goes wrong here is found again, and told as it should be, when the source is compiled in one piece.
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
  result.succeeded = true;
  refuse_lacking_instructions(compiler.getCodeGenOpts(), result);
  clang::EmitBackendOutput(compiler.getDiagnostics(), compiler.getHeaderSearchOpts(), compiler.getCodeGenOpts(),
                           compiler.getTargetOpts(), compiler.getLangOpts(), layout, module->get(),
                           clang::Backend_EmitObj, llvm::vfs::getRealFileSystem(), std::move(stream));
  return result.succeeded && !compiler.getDiagnostics().hasErrorOccurred();
}

/// The plan for the whole source, of which this is a part.
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
  // The driver names one object file, that of the cc1 command: the parts stand in its place.
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
