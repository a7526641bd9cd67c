#pragma once

#include <filesystem>

#include <clang/CodeGen/CodeGenAction.h>

#include "compile/merge_kernels.hpp"

namespace rocm_bindgen {

/// Compiles to an object file, with kernels that do the same compiled once; of a module that is worth it, the back
/// end's work is left to several jobs: the front end's result is written to a bitcode file for each, and the object
/// file is void.
class EmitAction : public clang::EmitObjAction {
 public:
  /// No parts are written if `parts` is empty; else they are part_file(parts, 0), part_file(parts, 1), ...
  EmitAction(std::filesystem::path parts, bool merge_kernels)
      : parts_(std::move(parts)), merge_kernels_(merge_kernels) {}

  /// How many parts there are; 0: the object file is whole.
  unsigned parts() const { return count_; }
  /// The object files' metadata do not know of them yet: see unite_metadata().
  const std::vector<MergedKernel>& merged() const { return merged_; }

 protected:
  bool BeginInvocation(clang::CompilerInstance& compiler) override;

 private:
  /// The first thing that is done with what the front end made.
  void look_at(llvm::Module& module);
  void split(llvm::Module& module);
  /// The back end has messages about functions, and does not know where they are.
  void note_places(llvm::Module& module);

  std::filesystem::path parts_;
  bool merge_kernels_;
  unsigned count_ = 0;
  std::vector<MergedKernel> merged_;
  clang::CompilerInstance* compiler_ = nullptr;
};

/// Kind of the metadata that tells the back end's jobs where a function stands: the file, and the offset in it; the
/// name and the line that #line directives give that place.
constexpr char kPlaceMetadata[] = "rocm_bindgen.place";

}  // namespace rocm_bindgen
