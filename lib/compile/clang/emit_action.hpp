#pragma once

#include <filesystem>

#include <clang/CodeGen/CodeGenAction.h>

#include "compile/clang/merge_kernels.hpp"
#include "compile/clang/refusals.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// Compiles to an object file, with kernels that do the same compiled once; of a module that is worth it, the back
/// end's work is left to several jobs: the front end's result is written to a bitcode file for each, and the object
/// file is void. A module whose kernels use instructions that the processor lacks becomes nothing at all: see
/// lacking_instructions.hpp.
class EmitAction : public clang::EmitObjAction {
 public:
  /// No parts are written if `parts` is empty; else they are part_file(parts, 0), part_file(parts, 1), ...
  /// With `lines`, the front end notes the line of every instruction, which costs time and changes no code: what is
  /// lacking is found at its place in the source, not only in its kernel.
  EmitAction(std::filesystem::path parts, bool merge_kernels, const Refusals& refusals, bool lines = false)
      : parts_(std::move(parts)), merge_kernels_(merge_kernels), refusals_(refusals), lines_(lines) {}

  /// How many parts there are; 0: the object file is whole.
  unsigned parts() const { return count_; }
  /// The object files' metadata do not know of them yet: see unite_metadata().
  const std::vector<MergedKernel>& merged() const { return merged_; }
  /// An error for each use of instructions that the processor lacks; without `lines`, in the line of its kernel.
  const std::vector<Diagnostic>& lacking() const { return lacking_; }

 protected:
  bool BeginInvocation(clang::CompilerInstance& compiler) override;

 private:
  /// The first thing that is done with what the front end made.
  void look_at(llvm::Module& module);
  void split(llvm::Module& module);
  /// The last thing that is done with it before the back end.
  void look_for_lacking(llvm::Module& module);
  /// The back end has messages about functions, and does not know where they are.
  void note_places(llvm::Module& module);

  std::filesystem::path parts_;
  bool merge_kernels_;
  const Refusals& refusals_;
  bool lines_;
  unsigned count_ = 0;
  std::vector<MergedKernel> merged_;
  std::vector<Diagnostic> lacking_;
  clang::CompilerInstance* compiler_ = nullptr;
};

/// Kind of the metadata that tells the back end's jobs where a function stands: the file, and the offset in it; the
/// name and the line that #line directives give that place.
constexpr char kPlaceMetadata[] = "rocm_bindgen.place";

}  // namespace rocm_bindgen::build
