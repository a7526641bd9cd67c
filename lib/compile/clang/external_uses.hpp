// Where relocatable device code uses functions and variables that other sources define. The linker knows only symbols,
// so the bitcode of a source lists the uses as metadata, which generated code does not contain.
#pragma once

#include <string>
#include <vector>

namespace clang {
class CodeGenerator;
class SourceManager;
}  // namespace clang

namespace llvm {
class Module;
}

namespace rocm_bindgen::build {

/// The first use of a symbol that the source does not define.
struct ExternalUse {
  std::string symbol;
  std::string file;
  unsigned line = 0;  ///< 0 = unknown
  unsigned column = 0;
};

/// Adds the list to the module. To be called directly after the front end, while its AST exists.
void note_external_uses(llvm::Module& module, clang::CodeGenerator& generator, const clang::SourceManager& sources);

/// The uses of symbols that the module does not define, in the order of the module. A symbol that is not in the list is
/// used somewhere in the module's source.
std::vector<ExternalUse> external_uses(const llvm::Module& module);

}  // namespace rocm_bindgen::build
