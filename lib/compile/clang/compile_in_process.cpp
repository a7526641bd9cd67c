// The loop around clang. The driver plans a cc1 command and a link; the front end runs with consumers that collect the
// kernels and the constructs that nvcc accepts but clang does not. If there are such constructs, the source is repaired
// in memory and compiled again. Hipify cannot repair them earlier, because the necessary information (which declaration
// a definition belongs to, which types have constructors) exists only in the AST. A repair may reveal further
// constructs, so a source is repaired up to kMaxRounds times.

#include <algorithm>
#include <set>

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>

#include "codeobject/unite_metadata.hpp"
#include "compile/clang/cc1.hpp"
#include "compile/clang/emit_action.hpp"
#include "compile/clang/kernel_collector.hpp"
#include "compile/clang/link_code_object.hpp"
#include "compile/clang/lost_kernels.hpp"
#include "compile/clang/recovered_code.hpp"
#include "compile/clang/source_repairs.hpp"
#include "compile/compile_job.hpp"
#include "compile/compiler_flags.hpp"
#include "hipify/front_end/debug_pragma.hpp"
#include "hipify/front_end/hip_file_system.hpp"
#include "support/append.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

namespace fs = std::filesystem;

/// What a run of the front end finds, in addition to its output.
struct Findings {
  Refusals refusals;
  SourceRepairs repairs;
  bool has_recovered_code = false;  ///< determined only if host functions are used
};

/// Collects repairs at the end of the translation unit, before the back end starts.
class RepairCollector : public clang::ASTConsumer {
 public:
  explicit RepairCollector(Findings& findings) : findings_(findings) {}
  void HandleTranslationUnit(clang::ASTContext& context) override {
    findings_.repairs = find_repairs(context, findings_.refusals);
    findings_.has_recovered_code = !findings_.refusals.host_uses.empty() && has_recovered_code(context);
  }

 private:
  Findings& findings_;
};

/// Adds to `Action` the collection of kernels that the source defines, of kernels that the preprocessor skipped, and of
/// necessary repairs.
template <class Action>
class WithKernels : public Action {
 public:
  template <class... Arguments>
  explicit WithKernels(CompileResult& result, Findings& findings, Arguments&&... arguments)
      : Action(std::forward<Arguments>(arguments)...), result_(result), findings_(findings) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    bound_debug_pragma(compiler.getPreprocessor());
    skipped_ = std::make_unique<LostKernelFinder>(compiler.getPreprocessor());
    return Action::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    auto consumer = Action::CreateASTConsumer(compiler, file);
    if (!consumer) return nullptr;
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    // These consumers come first, because a code generator may clear the AST before the back end starts.
    consumers.push_back(make_kernel_collector(result_.kernels, result_.writes));
    consumers.push_back(std::make_unique<RepairCollector>(findings_));
    consumers.push_back(std::move(consumer));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  void EndSourceFileAction() override {
    result_.lost = skipped_->lost(result_.kernels);
    Action::EndSourceFileAction();
  }

 private:
  CompileResult& result_;
  Findings& findings_;
  std::unique_ptr<LostKernelFinder> skipped_;
};

/// The AMD target for which the front end parses a source for NVIDIA. Its waves have 32 lanes, like NVIDIA's warps.
const TargetId kStandInForNvidia{"gfx1100", "gfx1100"};

enum class Product {
  code_object,
  kernels_alone,  ///< only the list of kernels that the source defines; no code is generated
};

/// What to make from a command, and how.
struct Work {
  Product product = Product::code_object;
  bool may_be_split = false;  ///< whether the result may be parts, whose back ends are other jobs
  bool merge_kernels = false;
  bool bitcode = false;                     ///< for device code that is linked later
  std::set<std::string>* opened = nullptr;  ///< paths at which files were opened; see hip_file_system()
  int rounds = 0;                           ///< number of repairs so far
  bool lenient = false;                     ///< whether uses of host functions are warnings; see run_cc1()
  bool strict = false;                      ///< whether they always remain errors
};

/// Adds errors for the instructions that `emit` found lacking, at their lines in the source. For this, the front end
/// runs again and records lines, which the first run does not do because it takes time.
void report_lacking(const llvm::opt::ArgStringList& arguments, const FileSystem& files,
                    const std::set<std::string>& read, const EmitAction& emit, bool lenient, CompileResult& result) {
  CompileResult ignored;
  Refusals refusals;
  EmitAction with_lines({}, /*merge_kernels=*/false, refusals, /*lines=*/true);
  const bool found =
      run_cc1(arguments, files, read, with_lines, ignored, &refusals, lenient) && !with_lines.lacking().empty();
  append(result.diagnostics, found ? with_lines.lacking() : emit.lacking());
}

/// Whether code can be generated if uses of host functions are warnings. Where clang treats such a use as an error
/// immediately, it drops the expression from the AST, which its code generator cannot handle.
bool can_be_lenient(const llvm::opt::ArgStringList& arguments, const FileSystem& files,
                    const std::set<std::string>& read) {
  CompileResult ignored;
  Findings findings;
  WithKernels<clang::SyntaxOnlyAction> parse(ignored, findings);
  return run_cc1(arguments, files, read, parse, ignored, &findings.refusals, /*lenient=*/true) &&
         !findings.has_recovered_code;
}

/// Adds the inputs of assembly, which are unknown (nullopt) if flags of the user disable passes.
void add_assembly_inputs(const std::optional<AssemblyInputs>& inputs, CompileResult& result) {
  result.reads_unseen_files = result.reads_unseen_files || !inputs || inputs->may_read_files;
  if (!inputs) return;
  add_paths(inputs->dependencies, result.dependencies);
  add_paths(inputs->absent, result.absent);
}

/// Runs a cc1 command. The output path is the one in the command.
bool run_front_end(const llvm::opt::ArgStringList& arguments, const FileSystem& files,
                   const std::set<std::string>& read, const fs::path& output, const Work& work, CompileResult& result,
                   Findings& findings) {
  const bool lenient = work.lenient && can_be_lenient(arguments, files, read);
  WithKernels<EmitAction> emit(result, findings, work.may_be_split ? parts_folder(output) : fs::path(),
                               work.merge_kernels, findings.refusals, /*lines=*/false, work.bitcode);
  WithKernels<clang::SyntaxOnlyAction> parse(result, findings);
  clang::FrontendAction* action = &emit;
  if (work.product == Product::kernels_alone) action = &parse;
  const bool succeeded = run_cc1(arguments, files, read, *action, result, &findings.refusals, lenient);
  if (succeeded && !emit.lacking().empty()) {
    report_lacking(arguments, files, read, emit, lenient, result);
    return false;
  }
  if (succeeded && action == &emit) add_assembly_inputs(emit.assembly(), result);
  result.parts = succeeded ? emit.parts() : 0;
  result.merged = emit.merged();
  return succeeded;
}

/// Runs the driver's plan for `command`.
CompileResult run_driver(const std::vector<std::string>& command, const HipSource& source, const fs::path& output,
                         const Work& work) {
  CompileResult result;
  std::set<std::string> absent, read;
  const auto files = hip_file_system(source.files, &absent, work.opened, &read);
  const DriverPlan plan(command, files, result.diagnostics);
  result.succeeded = plan.cc1() != nullptr;
  if (!result.succeeded)
    for (auto& diagnostic : result.diagnostics) diagnostic.code = ExitCode::usage;
  remove_driver_reads(read);
  Findings findings;
  if (result.succeeded) result.succeeded = run_front_end(*plan.cc1(), files, read, output, work, result, findings);
  const bool uses_host = !findings.refusals.host_uses.empty() && !work.lenient && !work.strict;
  if ((!findings.repairs.empty() || uses_host) && work.rounds < kMaxRounds) {
    auto next = work;
    ++next.rounds;
    next.lenient = work.lenient || uses_host;
    auto mended = run_driver(command, repaired(source, findings.repairs), output, next);
    append(mended.diagnostics, std::move(findings.repairs.messages));
    add_paths(std::vector<std::string>(absent.begin(), absent.end()), mended.absent);
    return mended;
  }
  if (result.succeeded && work.product == Product::code_object && result.parts == 0 && plan.lld() != nullptr) {
    // Flags can request object files without metadata, to which merged kernels cannot be added.
    if (!result.merged.empty() && !unite_metadata({object_file(*plan.cc1())}, result.merged)) {
      auto without_merging = work;
      without_merging.merge_kernels = false;
      return run_driver(command, source, output, without_merging);
    }
    auto failed = link_code_object({plan.lld()->begin(), plan.lld()->end()}, source.source.path.string());
    result.succeeded = !failed;
    if (failed) result.diagnostics.push_back(std::move(*failed));
  }
  absent.insert(result.absent.begin(), result.absent.end());
  result.absent.assign(absent.begin(), absent.end());
  if (result.succeeded && work.product == Product::code_object && result.parts == 0 && plan.lld() != nullptr)
    append(result.diagnostics, lost_writes(output, result.writes));
  return result;
}

}  // namespace

CompileResult compile_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                 const fs::path& output) {
  initialise_llvm();
  put_intermediates_beside(output);
  const bool code_alone = !any_affects_more_than_code(options.user_flags) && !options.relocatable;
  Work work{Product::code_object, options.split && code_alone, options.merge && code_alone};
  work.bitcode = options.relocatable;
  work.strict = options.cross_space_calls_are_errors;
  CompileResult result;
  const auto prefix = options.prefixes.find(prefix_key(source, target, options));
  if (prefix != options.prefixes.end() && fits(prefix->second, source, options)) {
    result = run_driver(compile_command(source, target, options, output, prefix->second.file), source, output, work);
    add_inputs(prefix->second, source, options, result);
  }
  if (!result.succeeded) result = run_driver(compile_command(source, target, options, output), source, output, work);
  for (auto& diagnostic : result.diagnostics) diagnostic.targets = {target.canonical};
  result.cuda_arch = options.cuda_arch.value_or(kCudaArchs.front());
  return result;
}

CompileResult read_kernels_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                      std::set<std::string>* opened) {
  initialise_llvm();
  auto command = compile_command(source, target.is_nvidia() ? kStandInForNvidia : target, options, "-");
  // The flags go before the "--" that ends the options. No code is generated, so no device libraries are needed; and an
  // error must not hide kernels after it.
  command.insert(std::find(command.begin(), command.end(), "--"), {"-fsyntax-only", "-nogpulib", "-ferror-limit=0"});
  return run_driver(command, source, {}, {.product = Product::kernels_alone, .opened = opened});
}

}  // namespace rocm_bindgen::build
