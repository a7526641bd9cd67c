#pragma once

#include <string>
#include <vector>

namespace rocm_bindgen::build {

/// Returns the watched paths of files that compiler flags name and that may be read without the virtual file system,
/// which records all other reads: by LLVM's own options (`-mllvm -opt=FILE`, `-mllvm @FILE`), by the back end
/// (`-fembed-offload-object=FILE`), or by a compiler that is started as a program. Every part of a flag that names a
/// regular file counts: an unneeded file costs at most a compile, but a missing one would leave an outdated output.
/// Flags that name outputs and include folders are left out.
std::vector<std::string> files_named_by(const std::vector<std::string>& flags);

/// The name and the features of this machine's processor if a flag asks the compiler for it (`-march=native`); else
/// empty. Macros such as __AVX512F__ depend on it in device code as well.
std::string processor_named_by(const std::vector<std::string>& flags);

/// Whether a flag makes the compiler read code that is not text: the user's own precompiled headers or modules.
/// Assembly in these may read files without being noticed.
bool any_brings_compiled_code(const std::vector<std::string>& flags);

}  // namespace rocm_bindgen::build
