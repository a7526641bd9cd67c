#include "emit/embedding.hpp"

#include <fmt/format.h>

#include "emit/data_model.hpp"
#include "emit/manifest.hpp"
#include "support/escape.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen::build {
namespace {

/// 64 bits are enough to distinguish the code objects of one program.
constexpr std::size_t kCodeObjectDigits = 16;

/// The alignment of ELF images, whose structs drivers read in place. The structs need an alignment of 8; any multiple
/// of it would do.
constexpr int kImageAlignment = 16;

constexpr std::string_view kIncbinOpens =
    R"(/* Made by rocm-bindgen; do not edit. The code objects of the header next to it, for
   the assembler, which has to search this folder (-I). */
)";

/// A code object in a companion file. The placeholders of this and of kEmbedBlob are: 0: symbol, 1: alignment, 2: size,
/// 3: path. Each blob has its own section, so that a linker with --gc-sections removes those that are not referenced.
constexpr std::string_view kIncbinBlob = R"(
    .section .rodata.{0}, "a", %progbits
    .balign {1}
    .weak {0}
    .hidden {0}
    .type {0}, %object
    .size {0}, {2}
{0}:
    .incbin "{3}"
)";

constexpr std::string_view kIncbinCloses = "\n    .section .note.GNU-stack, \"\", %progbits\n";

constexpr std::string_view kEmbedOpens =
    R"(// Made by rocm-bindgen; do not edit. The code objects of the header next to it.
#if !defined(__has_embed)
#error "this compiler has no #embed, as clang has from 19 on and GCC from 15 on: emit with --embed incbin"
#endif
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif
)";

constexpr std::string_view kEmbedBlob = R"(
extern "C" __attribute__((weak, visibility("hidden"))) const unsigned char {0}[{2}];
alignas({1}) const unsigned char {0}[{2}] = {{
#embed "{3}"
}};
)";

Failure cannot_name(const std::string& path, const char* what) {
  return Failure(ExitCode::output, fmt::format("the path '{}' cannot be written in {}", path, what),
                 "rename the source or choose another folder with --out-dir, or build with --embed literal");
}

/// Returns the path as it is written between the quotation marks of .incbin or #embed. File names of #embed have no
/// escape sequences, so some paths cannot be written there.
Expected<std::string> quoted_path(const std::string& path, Embedding kind) {
  if (kind == Embedding::incbin) return assembly_string(path);
  // The trigraph for a backslash is refused as well: some compilers would read an escape.
  const bool is_plain = for_terminal(path) == path && path.find('"') == std::string::npos;
  if (!is_plain || path.find("?\?/") != std::string::npos) return cannot_name(path, "an #embed");
  return path;
}

}  // namespace

std::string companion_extension(Embedding kind) {
  switch (kind) {
    case Embedding::incbin:
      return ".S";
    case Embedding::embed:
      return ".cpp";
    case Embedding::literal:
    case Embedding::none:
      break;
  }
  return "";
}

bool stores_compressed(const EmbeddingOptions& options) {
  return options.compress && options.kind != Embedding::none;
}

const std::string& stored_bytes(const BuiltCodeObject& object, const EmbeddingOptions& options) {
  return stores_compressed(options) ? object.compressed : object.image;
}

std::string stored_path(const BuiltModule& module, const BuiltCodeObject& object, const EmbeddingOptions& options) {
  if (!stores_compressed(options)) return code_object_path(module.source, object.target);
  return fmt::format("embed/{}.{}.{}.zst", module.source.module, object.target.canonical,
                     object.target.code_object_extension());
}

std::string blob_symbol(const BuiltModule& module, const BuiltCodeObject& object, const EmbeddingOptions& options) {
  return fmt::format("rocm_bindgen_{}_{}_{}_{}", identifier_of(options.name_space), module.source.identifier,
                     target_identifier(object.target.canonical),
                     content_hash(stored_bytes(object, options)).substr(0, kCodeObjectDigits));
}

bool is_companion(const std::string& text) {
  const auto first_sentence = [](std::string_view opening) { return opening.substr(0, opening.find('.')); };
  return text.starts_with(first_sentence(kIncbinOpens)) || text.starts_with(first_sentence(kEmbedOpens));
}

Expected<std::string> emit_companion(const std::vector<BuiltModule>& modules, const EmbeddingOptions& options) {
  const bool assembly = options.kind == Embedding::incbin;
  std::string text(assembly ? kIncbinOpens : kEmbedOpens);
  for (const auto& module : modules)
    for (const auto& object : module.code_objects) {
      const auto path = (options.blob_folder / stored_path(module, object, options)).string();
      ROCM_BINDGEN_TRY(const auto quoted, quoted_path(path, options.kind));
      text += fmt::format(fmt::runtime(assembly ? kIncbinBlob : kEmbedBlob), blob_symbol(module, object, options),
                          kImageAlignment, stored_bytes(object, options).size(), quoted);
    }
  if (assembly) text += kIncbinCloses;
  return text;
}

}  // namespace rocm_bindgen::build
