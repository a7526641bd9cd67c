#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clang {
class HeaderSearchOptions;
}
namespace llvm {
class Module;
}

namespace rocm_bindgen::build {

/// Files that the assembler reads for assembly in a source. It reads files at the directives `.incbin` and `.include`,
/// without the virtual file system, which records all other reads.
struct AssemblyInputs {
  bool may_read_files = false;            ///< the files may be others than those listed here
  std::vector<std::string> dependencies;  ///< files that the assembly names in plain text; sorted, see watched_paths()
  std::vector<std::string> absent;        ///< paths at which a named file would be found first, if it existed; sorted
};

/// Finds the files that the assembly in `module` reads. The module contains all assembly that the assembler will see,
/// also of instantiated templates and of precompiled headers; so the module must come directly from the front end,
/// before code is moved out of it.
AssemblyInputs assembly_inputs(const llvm::Module& module, const clang::HeaderSearchOptions& search);

/// Whether assembly with this text, as a module stores it (with `$0` for operands), may read files. Macro definitions
/// count, because an assembler macro can compose a directive from parts.
bool may_read_files(std::string_view assembly);

}  // namespace rocm_bindgen::build
