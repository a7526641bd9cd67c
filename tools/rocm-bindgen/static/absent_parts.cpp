// What LLVM's archives name and the static tool does not take in.
#include <llvm/Passes/PassPlugin.h>

/// Stands for the initialisers of all processors that the tool does not compile for: lld calls every one there is.
extern "C" void rocm_bindgen_no_processor() {}

/// Debian's archives want Polly, which is in a package of its own and does nothing unless it is asked to.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "", [](llvm::PassBuilder&) {}};
}
