// Definitions that LLVM's archives refer to and that the static tool does not contain.

#include <llvm/Passes/PassPlugin.h>

/// Replaces the initialisers of all processors that the tool does not compile for; lld calls each of them.
extern "C" void rocm_bindgen_no_processor() {}

/// Debian's archives refer to Polly, which is in another package and does nothing unless it is enabled.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "", [](llvm::PassBuilder&) {}};
}
