#pragma once

#include <filesystem>
#include <vector>

#include "codeobject/merged_kernel.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Object files that are to be linked to one code object each have a note about their kernels; a code object has one
/// about all. Moves what the notes say into that of the first file, and takes the others away; each of the `merged`
/// kernels is said to be like the one whose code it has. The files are changed in place. Fails with ExitCode::internal
/// on files that LLVM has not just written, and on what belongs to a whole module (format strings of printf, which are
/// numbered).
Expected<Done> unite_metadata(const std::vector<std::filesystem::path>& objects,
                              const std::vector<MergedKernel>& merged);

}  // namespace rocm_bindgen::build
