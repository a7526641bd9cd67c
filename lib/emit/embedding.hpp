#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "rocm_bindgen/build/embedding.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Options for where a program finds its code objects, and for the bytes stored there.
struct EmbeddingOptions {
  Embedding kind = Embedding::literal;
  bool compress = true;               ///< store zstd frames instead of images; ignored for Embedding::none
  std::filesystem::path blob_folder;  ///< the artifacts' folder, relative to the header's folder
  std::string name_space;             ///< the header's namespace, used in the names of embedded data
};

/// The extension of the companion, the file next to the header that contains the code objects: ".S" or ".cpp"; "" if
/// the embedding needs no such file.
std::string companion_extension(Embedding kind);

/// Whether zstd frames are stored.
bool stores_compressed(const EmbeddingOptions& options);

/// The bytes that are stored for a code object.
const std::string& stored_bytes(const BuiltCodeObject& object, const EmbeddingOptions& options);

/// The path of the stored bytes below the artifacts' folder: "hsaco/scale.gfx1100.hsaco",
/// "embed/scale.gfx1100.hsaco.zst".
std::string stored_path(const BuiltModule& module, const BuiltCodeObject& object, const EmbeddingOptions& options);

/// The symbol of a code object's bytes in the companion file. It ends in a hash of the contents, so that two headers in
/// one program never share a symbol, even if they have the same name.
std::string blob_symbol(const BuiltModule& module, const BuiltCodeObject& object, const EmbeddingOptions& options);

/// Whether `text` starts like a companion file. A file written by another program is not overwritten.
bool is_companion(const std::string& text);

/// Emits the companion file. Fails with ExitCode::output if the name of a code object file cannot be written
/// in it.
Expected<std::string> emit_companion(const std::vector<BuiltModule>& modules, const EmbeddingOptions& options);

}  // namespace rocm_bindgen::build
