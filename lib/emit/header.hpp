#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/built_module.hpp"
#include "emit/embedding.hpp"

namespace rocm_bindgen::build {

/// Options of the C++ header.
struct HeaderOptions {
  std::string name;            ///< the header's file name, used in its guard
  bool inline_runtime = true;  ///< contain a copy of module.hpp; otherwise include <rocm_bindgen/module.hpp>
  EmbeddingOptions embedding;  ///< includes the namespace: "kernels", or nested: "app::kernels"
};

/// Emits the C++ header (templates/header.hpp.mustache). Its code objects are string literals in it, or declared there;
/// see Embedding.
std::string emit_header(const std::vector<BuiltModule>& modules, const HeaderOptions& options);

/// Writes `bytes` as a C++ string literal over several lines, with the shortest possible escapes.
std::string byte_literal(std::string_view bytes);

/// Emits the typed launch function of kernel number `index`; `constant` is the fully qualified name of its module's
/// constant.
std::string launch_function(const BuiltKernel& kernel, const std::string& constant, std::size_t index);

}  // namespace rocm_bindgen::build
