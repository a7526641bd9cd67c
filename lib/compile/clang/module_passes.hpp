#pragma once

#include <functional>

namespace clang {
class CodeGenOptions;
}
namespace llvm {
class Module;
}

// Passes are the only place between clang's front end and back end where other code can run. All uses of LLVM's pass
// managers are in module_passes.cpp, because their headers take longer to compile than most sources.

namespace rocm_bindgen::build {

using ModuleFunction = std::function<void(llvm::Module&)>;

/// Makes the compile call `look` directly after the front end. Does not happen if the user's flags disable all passes.
void run_after_front_end(clang::CodeGenOptions& options, ModuleFunction look);

/// Makes the compile call `look` after the optimiser, directly before the back end.
void run_before_back_end(clang::CodeGenOptions& options, ModuleFunction look);

/// Optimises as -O1 does, including functions that were compiled with -O0 and would be left out because of attributes.
void optimise(llvm::Module& module);

/// Deletes all code, so that nothing is left for the back end.
void drop_code(llvm::Module& module);

}  // namespace rocm_bindgen::build
