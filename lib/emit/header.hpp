#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/built_module.hpp"
#include "emit/embedding.hpp"

namespace rocm_bindgen::build {

struct HeaderOptions {
  std::string name;            ///< file name of the header, for its guard
  bool inline_runtime = true;  ///< carry module.hpp; else include <rocm_bindgen/module.hpp>
  EmbeddingOptions embedding;  ///< and, in it, the namespace: "kernels", or nested: "app::kernels"
};

/// The header (templates/header.hpp.mustache). Its code objects are string literals in it, or declared there: see
/// Embedding.
std::string emit_header(const std::vector<BuiltModule>& modules, const HeaderOptions& options);

/// `bytes` as a C++ string literal over several lines, escapes as short as they can be.
std::string byte_literal(std::string_view bytes);

/// The typed launch function of kernel number `index` of the module that `constant` names from the global namespace on.
std::string launch_function(const BuiltKernel& kernel, const std::string& constant, std::size_t index);

}  // namespace rocm_bindgen::build
