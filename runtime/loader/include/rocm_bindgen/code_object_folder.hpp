// Where to find code objects that a program does not contain: those of headers emitted with `--embed none`.
#ifndef ROCM_BINDGEN_CODE_OBJECT_FOLDER_HPP
#define ROCM_BINDGEN_CODE_OBJECT_FOLDER_HPP

#include "rocm_bindgen/export.h"

namespace rocm_bindgen {

/// Sets the only folder in which code object files are looked up. `CodeObject::file` is a path relative to it: with
/// "kernels.artifacts/hsaco/scale.gfx1100.hsaco", the file is
/// `folder`/kernels.artifacts/hsaco/scale.gfx1100.hsaco. null or "" restores the default: the folders listed in
/// ROCM_BINDGEN_CODE_OBJECT_PATH (separated by colons), in order, and then the folder of the program. The setting
/// applies to modules loaded after the call. The text is copied. Thread safe. If a file is not found, loading the
/// module throws Error(bad_code_object).
ROCM_BINDGEN_API void set_code_object_folder(const char* folder);

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_CODE_OBJECT_FOLDER_HPP
