// Fills templates/header.hpp.mustache. Code objects and hashes do not pass through the template engine: the model
// contains marks instead (`\x01blob N\x01`, `\x02content\x02`), which are replaced in the engine's output. The engine
// copies every value several times, and code objects are megabytes; and the hash of the page is known only when the
// page is complete. No text of the user can contain a mark, because control characters are escaped.

#include "emit/header.hpp"

#include <cstring>

#include <fmt/format.h>
#include <kainjow/mustache.hpp>
#include <llvm/ADT/StringExtras.h>

#include "emit/data_model.hpp"
#include "support/embedded.hpp"
#include "support/escape.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen::build {
namespace {

namespace mustache = kainjow::mustache;

/// 48 bits are enough to distinguish the headers in one program.
constexpr std::size_t kHeaderDigits = 12;

mustache::data parameter_model(const BuiltParameter& parameter) {
  mustache::data model;
  model.set("name", c_string(parameter.declared.name));
  model.set("type", c_string(parameter.declared.source_type));
  model.set("offset", std::to_string(parameter.offset));
  model.set("size", std::to_string(parameter.declared.size));
  model.set("is_pointer", is_pointer(parameter) ? "true" : "false");
  return model;
}

mustache::data kernel_model(const BuiltKernel& kernel, const std::string& constant, std::size_t index) {
  mustache::data parameters{mustache::data::type::list};
  for (const auto& parameter : kernel.parameters) parameters << parameter_model(parameter);
  mustache::data model;
  model.set("index", std::to_string(index));
  model.set("name", kernel.identifier);
  model.set("symbol", c_string(kernel.symbol));
  model.set("has_parameters", !kernel.parameters.empty());
  model.set("parameter_count", std::to_string(kernel.parameters.size()));
  model.set("parameters", parameters);
  model.set("launch_function", launch_function(kernel, constant, index));
  return model;
}

/// Bytes whose literals replace the marks in the output. See the top of this file. The strings of the marks consist of
/// two literals each, because the letter after the hexadecimal escape would be read as another digit of it.
using Blobs = std::vector<std::string_view>;
constexpr std::string_view kBlobOpens =
    "\x01"
    "blob ";
constexpr char kBlobCloses = '\x01';

std::string mark(std::string_view bytes, Blobs& blobs) {
  blobs.push_back(bytes);
  return fmt::format("{}{}{}", kBlobOpens, blobs.size() - 1, kBlobCloses);
}

/// Placeholders for the digits of the page's hash. All have the same length.
constexpr std::string_view kContentMark =
    "\x02"
    "content\x02";
constexpr std::string_view kCapitalContentMark =
    "\x02"
    "CONTENT\x02";

/// Replaces the marks from the last to the first, in place: a page has megabytes and few marks.
std::string with_content_digits(std::string page) {
  static_assert(kHeaderDigits >= kContentMark.size());
  const auto digits = content_hash(page).substr(0, kHeaderDigits);
  std::vector<std::size_t> marks;
  for (auto at = page.find(kContentMark.front()); at != std::string::npos;
       at = page.find(kContentMark.front(), at + kContentMark.size()))
    marks.push_back(at);
  auto end = page.size();
  page.resize(page.size() + marks.size() * (kHeaderDigits - kContentMark.size()));
  auto written = page.size();
  for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
    const auto rest = *mark + kContentMark.size();
    written -= end - rest;
    std::memmove(page.data() + written, page.data() + rest, end - rest);
    const bool is_small = page.compare(*mark, kContentMark.size(), kContentMark) == 0;
    written -= kHeaderDigits;
    page.replace(written, kHeaderDigits, is_small ? digits : llvm::StringRef(digits).upper());
    end = *mark;
  }
  return page;
}

void append_with_blobs(std::string_view text, const Blobs& blobs, std::string& page) {
  for (;;) {
    const auto open = text.find(kBlobOpens);
    page += text.substr(0, open);
    if (open == std::string_view::npos) return;
    text.remove_prefix(open + kBlobOpens.size());
    page += byte_literal(blobs.at(std::stoul(std::string(text.substr(0, text.find(kBlobCloses))))));
    text.remove_prefix(text.find(kBlobCloses) + 1);
  }
}

/// About the size of a page with these bytes. A string that grows to megabytes by itself is copied on the way.
std::size_t expected_size(const Blobs& blobs) {
  constexpr std::size_t kCharactersPerByte = 3, kCharactersPerObject = 1000, kRuntime = 100'000;
  auto size = kRuntime;
  for (const auto bytes : blobs) size += bytes.size() * kCharactersPerByte + kCharactersPerObject;
  return size;
}

mustache::data code_object_model(const BuiltModule& module, const BuiltCodeObject& object,
                                 const EmbeddingOptions& embedding, Blobs& blobs) {
  const auto& stored = stored_bytes(object, embedding);
  const bool is_literal = embedding.kind == Embedding::literal;
  const bool is_file = embedding.kind == Embedding::none;
  const auto name = is_literal
                        ? fmt::format("{}_{}", module.source.identifier, target_identifier(object.target.canonical))
                        : blob_symbol(module, object, embedding);
  const auto file = (embedding.blob_folder / stored_path(module, object, embedding)).string();
  mustache::data model;
  model.set("target", object.target.canonical);
  model.set("is_literal", is_literal);
  model.set("is_symbol", !is_literal && !is_file);
  model.set("data_name", name);
  if (is_literal) model.set("literal", mark(stored, blobs));
  model.set("data", is_file ? "nullptr" : name);
  model.set("file", is_file ? fmt::format("\"{}\"", c_string(file)) : "nullptr");
  model.set("stored_size", std::to_string(stored.size()));
  model.set("image_size", std::to_string(object.image.size()));
  model.set("compression", stores_compressed(embedding) ? "zstd" : "none");
  return model;
}

mustache::data module_model(const BuiltModule& module, const HeaderOptions& options, Blobs& blobs) {
  const auto constant = legal_identifier(module.source.constant);
  // If the source's name is in capitals, namespace and constant would have the same name.
  auto name_space = legal_identifier(module.source.identifier);
  if (name_space == constant) name_space += '_';

  mustache::data objects{mustache::data::type::list};
  for (const auto& object : module.code_objects) objects << code_object_model(module, object, options.embedding, blobs);
  mustache::data kernels{mustache::data::type::list};
  for (std::size_t i = 0; i < module.kernels.size(); ++i)
    kernels << kernel_model(module.kernels[i], fmt::format("::{}::{}", options.embedding.name_space, constant), i);

  mustache::data model;
  model.set("name", c_string(module.source.module));
  model.set("source", c_comment(module.source.relative.string()));
  model.set("index", std::to_string(module.index));
  model.set("identifier", module.source.identifier);
  model.set("constant", constant);
  model.set("launch_namespace", name_space);
  model.set("code_objects", objects);
  model.set("code_object_count", std::to_string(module.code_objects.size()));
  model.set("kernels", kernels);
  model.set("has_kernels", !module.kernels.empty());
  model.set("kernel_count", std::to_string(module.kernels.size()));
  return model;
}

}  // namespace

std::string emit_header(const std::vector<BuiltModule>& modules, const HeaderOptions& options) {
  mustache::data list{mustache::data::type::list};
  Blobs blobs;
  for (const auto& module : modules) list << module_model(module, options, blobs);
  mustache::data model;
  // One program may include two headers with the same name and namespace. The hash of their contents distinguishes them
  // for the preprocessor (guards) and for the linker, which would otherwise merge their inline constants.
  const auto name = identifier_of(options.embedding.name_space + "_" + options.name);
  model.set("guard", fmt::format("ROCM_BINDGEN_{}_{}", llvm::StringRef(name).upper(), kCapitalContentMark));
  model.set("namespace", options.embedding.name_space);
  model.set("content", fmt::format("content_{}", kContentMark));
  model.set("runtime", options.inline_runtime
                           ? std::string(embedded_text("runtime/loader/include/rocm_bindgen/module.hpp"))
                           : std::string("#include <rocm_bindgen/module.hpp>\n"));
  model.set("modules", list);
  mustache::mustache page{std::string(embedded_text("templates/header.hpp.mustache"))};
  std::string text;
  text.reserve(expected_size(blobs));
  page.render(model, [&](const std::string& piece) { append_with_blobs(piece, blobs, text); });
  return with_content_digits(std::move(text));
}

}  // namespace rocm_bindgen::build
