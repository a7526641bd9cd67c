#pragma once

#include <string>
#include <vector>

namespace rocm_bindgen::build {

/// The watched paths of the files that compiler flags name and that may be read past every file system that could note
/// them: by LLVM's own options (`-mllvm -opt=FILE`, `-mllvm @FILE`), by the back end (`-fembed-offload-object=FILE`),
/// or by a compiler that is started as a program. Any part of a flag that names a regular file counts; a file too many
/// costs a compile, one too few an output that is not up to date. Flags that name outputs and folders of headers are
/// left out.
std::vector<std::string> files_named_by(const std::vector<std::string>& flags);

/// Is there a flag by which code is read that is no text: precompiled headers and modules of the user's own? Assembly
/// in there reads files that nobody sees.
bool bring_compiled_code(const std::vector<std::string>& flags);

}  // namespace rocm_bindgen::build
