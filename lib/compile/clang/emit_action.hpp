#pragma once

#include <filesystem>
#include <optional>

#include <clang/CodeGen/CodeGenAction.h>

#include "compile/clang/assembly_inputs.hpp"
#include "compile/clang/merge_kernels.hpp"
#include "compile/clang/refusals.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Compiles to an object file. Kernels that do the same are compiled once. If the module is large enough, the back
/// end's work is left to several jobs: the front end's result is written to one bitcode file per job, and the object
/// file is empty. If kernels use instructions that the processor lacks, no code is generated at all; see
/// lacking_instructions.hpp.
class EmitAction : public clang::CodeGenAction {
 public:
  /// If `parts` is empty, no parts are written; otherwise they are part_file(parts, 0), part_file(parts, 1), ... With
  /// `lines`, the front end records the line of every instruction. This takes time and does not change the code;
  /// lacking instructions are then reported at their lines, and not only at their kernels. `refusals`, which run_cc1()
  /// fills while the action runs, contains the host functions whose calls must trap. With `bitcode`, the output is
  /// bitcode for link_device_code().
  EmitAction(std::filesystem::path parts, bool merge_kernels, const Refusals& refusals, bool lines = false,
             bool bitcode = false);

  /// The number of parts; 0 = the object file is complete.
  unsigned parts() const { return count_; }
  /// Kernels that were merged. They are not yet in the metadata of the object files; see unite_metadata().
  const std::vector<MergedKernel>& merged() const { return merged_; }
  /// The files that the assembler reads for assembly in the module; empty if no code was generated.
  const std::optional<AssemblyInputs>& assembly() const { return assembly_; }
  /// An error for each use of instructions that the processor lacks; without `lines`, at the line of its kernel.
  const std::vector<Diagnostic>& lacking() const { return lacking_; }

 protected:
  bool BeginInvocation(clang::CompilerInstance& compiler) override;

 private:
  /// Called directly after the front end.
  void process_after_front_end(llvm::Module& module);
  /// Writes the parts and empties the module, if it is large enough to be split.
  void split(llvm::Module& module);
  /// Called directly before the back end. Fills lacking_, and empties the module if there is something in it.
  void find_lacking(llvm::Module& module);
  /// Stores the position of each function in the module, because the back end's messages about functions have none.
  void note_places(llvm::Module& module);

  std::filesystem::path parts_;
  bool merge_kernels_;
  const Refusals& refusals_;
  bool lines_;
  bool bitcode_;
  unsigned count_ = 0;
  std::vector<MergedKernel> merged_;
  std::optional<AssemblyInputs> assembly_;
  std::vector<Diagnostic> lacking_;
  clang::CompilerInstance* compiler_ = nullptr;
};

/// The kind of metadata that stores a function's position for back-end jobs. Its five operands are the file, the offset
/// in it, the file name and the line according to #line directives, and whether warnings are disabled.
constexpr char kPlaceMetadata[] = "rocm_bindgen.place";

}  // namespace rocm_bindgen::build
