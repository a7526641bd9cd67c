// Where code objects are that a program does not carry inside: those of headers emitted with `--embed none`.
#ifndef ROCM_BINDGEN_CODE_OBJECT_FOLDER_HPP
#define ROCM_BINDGEN_CODE_OBJECT_FOLDER_HPP

#include "rocm_bindgen/export.h"

namespace rocm_bindgen {

/// Has files of code objects (`CodeObject::file`, "kernels.artifacts/hsaco/scale.gfx1100.hsaco") looked for below
/// `folder`, and nowhere else. null or "": where they are looked for before the first call, which is below each of the
/// folders of ROCM_BINDGEN_CODE_OBJECT_PATH (separated by colons), else beside the program. Counts for modules that are
/// loaded later. Thread safe; the text is copied. A file that is not found is an Error(bad_code_object) of the load.
ROCM_BINDGEN_API void set_code_object_folder(const char* folder);

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_CODE_OBJECT_FOLDER_HPP
