#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "rocm_bindgen/build/embedding.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// What decides the bytes of a code object that a program gets, and where it finds them.
struct EmbeddingOptions {
  Embedding kind = Embedding::literal;
  bool compress = true;               ///< zstd frames instead of images; not of Embedding::none
  std::filesystem::path blob_folder;  ///< the artifacts' folder, seen from the header's
  std::string name_space;             ///< of the header: what it embeds is named after it
};

/// ".S" or ".cpp": what the file beside the header is called; "" where there is none.
std::string companion_extension(Embedding kind);

/// Does the program get zstd frames?
bool stores_compressed(const EmbeddingOptions& options);

/// The bytes that the program gets.
const std::string& stored_bytes(const BuiltCodeObject& object, const EmbeddingOptions& options);

/// Where they are, below the artifacts' folder: "hsaco/scale.gfx1100.hsaco", "embed/scale.gfx1100.hsaco.zst".
std::string stored_path(const BuiltModule& module, const BuiltCodeObject& object, const EmbeddingOptions& options);

/// The symbol that a companion defines for them. It ends in digits of their content, so that two headers of one
/// program, of whatever name, cannot take each other's.
std::string blob_symbol(const BuiltModule& module, const BuiltCodeObject& object, const EmbeddingOptions& options);

/// Does `text` begin as a companion does? What is another's is not overwritten.
bool is_companion(const std::string& text);

/// The file beside the header. Fails with ExitCode::output where a file's name cannot be written in it.
Expected<std::string> emit_companion(const std::vector<BuiltModule>& modules, const EmbeddingOptions& options);

}  // namespace rocm_bindgen::build
