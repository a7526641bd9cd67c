#pragma once

#include <filesystem>
#include <vector>

#include "codeobject/merged_kernel.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Combines the metadata notes of object files that are linked to one code object. Each object file has a note about
/// its own kernels, but a code object has only one note: all kernels are moved into the note of the first file, and the
/// notes of the others are removed. The `merged` kernels are added with the metadata of the kernels whose code they
/// share. The files are changed in place. Fails with ExitCode::internal on files whose layout differs from that of
/// object files that the built-in LLVM writes, and on metadata that apply to a whole module (format strings of printf,
/// which are numbered).
Expected<Done> unite_metadata(const std::vector<std::filesystem::path>& objects,
                              const std::vector<MergedKernel>& merged);

}  // namespace rocm_bindgen::build
