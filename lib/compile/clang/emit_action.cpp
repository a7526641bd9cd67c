#include "compile/clang/emit_action.hpp"

#include <algorithm>

#include <clang/AST/Decl.h>
#include <clang/Basic/DiagnosticFrontend.h>
#include <clang/CodeGen/BackendUtil.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include "compile/clang/external_uses.hpp"
#include "compile/clang/host_functions.hpp"
#include "compile/clang/lacking_report.hpp"
#include "compile/clang/module_passes.hpp"
#include "compile/clang/order_functions.hpp"
#include "compile/clang/real_time.hpp"
#include "compile/clang/split_by_kernel.hpp"
#include "compile/compile_job.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

bool write_bitcode(const llvm::Module& module, const std::filesystem::path& path) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
  return write_file(path, stream.str()).has_value();
}

}  // namespace

EmitAction::EmitAction(std::filesystem::path parts, bool merge_kernels, const Refusals& refusals, bool lines,
                       bool bitcode)
    : CodeGenAction(bitcode ? clang::Backend_EmitBC : clang::Backend_EmitObj),
      parts_(std::move(parts)),
      merge_kernels_(merge_kernels),
      refusals_(refusals),
      lines_(lines),
      bitcode_(bitcode) {}

bool EmitAction::BeginInvocation(clang::CompilerInstance& compiler) {
  compiler_ = &compiler;
  auto& options = compiler.getCodeGenOpts();
  options.ClearASTBeforeBackend = false;  // the functions below look up declarations of the module's functions in it
  if (lines_) {
    options.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
    // lacking_report.cpp finds files by the names under which they were opened, so these must not be mapped.
    options.DebugPrefixMap.clear();
  }
  run_after_front_end(options, [this](llvm::Module& module) { process_after_front_end(module); });
  run_before_back_end(options, [this](llvm::Module& module) { find_lacking(module); });
  return true;
}

void EmitAction::process_after_front_end(llvm::Module& module) {
  // The order matters. assembly_inputs() and note_external_uses() need the module as the front end made it. Merging
  // comes before splitting, because a part contains only some of the kernels. define_merged_kernels() is last: it adds
  // assembly, and a module with assembly cannot be split.
  assembly_ = assembly_inputs(module, compiler_->getHeaderSearchOpts());
  if (bitcode_) note_external_uses(module, *getCodeGenerator(), compiler_->getSourceManager());
  make_host_functions_trap(module, *getCodeGenerator(), refusals_);
  read_clock_as_processor_does(module);
  if (compiler_->getCodeGenOpts().OptimizationLevel == 0) order_functions(module);
  if (merge_kernels_) merged_ = merge_identical_kernels(module);
  if (!parts_.empty()) split(module);
  define_merged_kernels(module, merged_);
}

void EmitAction::find_lacking(llvm::Module& module) {
  for_each_lacking_use(module, compiler_->getCodeGenOpts().OptimizationLevel != 0, [&](const LackingUse& use) {
    auto error = describe_lacking_use(use, *compiler_, *getCodeGenerator());
    if (std::find(lacking_.begin(), lacking_.end(), error) == lacking_.end()) lacking_.push_back(std::move(error));
  });
  // The back end may crash on such code.
  if (!lacking_.empty()) drop_code(module);
}

void EmitAction::split(llvm::Module& module) {
  const auto groups = groups_of_kernels(module);
  if (groups.size() < 2) return;
  note_places(module);
  unsigned written = 0;
  bool complete = true;
  split_by_kernel(module, groups, [&](llvm::Module& part) {
    define_merged_kernels(part, merged_);
    complete = complete && write_bitcode(part, part_file(parts_, written));
    ++written;
  });
  // If the parts cannot be written, the module is compiled in one piece.
  if (!complete) return;
  count_ = written;
  // The parts replace this module.
  drop_code(module);
}

void EmitAction::note_places(llvm::Module& module) {
  const auto& sources = compiler_->getSourceManager();
  auto& context = module.getContext();
  for (auto& function : module) {
    if (function.isDeclaration()) continue;
    const auto* declaration = getCodeGenerator()->GetDeclForMangledName(function.getName());
    if (declaration == nullptr) continue;
    const auto location = sources.getExpansionLoc(declaration->getLocation());
    const auto presumed = sources.getPresumedLoc(location);
    if (presumed.isInvalid()) continue;
    const auto number = [&](unsigned value) {
      return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
    };
    // Warnings may be disabled by a flag, by a #pragma, or because the function is in a system header. The back-end job
    // has none of this information.
    const bool is_silent = compiler_->getDiagnostics().isIgnored(clang::diag::warn_fe_backend_optimization_failure,
                                                                 declaration->getLocation());
    function.setMetadata(kPlaceMetadata,
                         llvm::MDNode::get(context, {llvm::MDString::get(context, sources.getFilename(location)),
                                                     number(sources.getFileOffset(location)),
                                                     llvm::MDString::get(context, presumed.getFilename()),
                                                     number(presumed.getLine()), number(is_silent ? 1 : 0)}));
  }
}

}  // namespace rocm_bindgen::build
