#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/built_module.hpp"

namespace rocm_bindgen {

struct HeaderOptions {
  std::string name;            ///< file name of the header, for its guard
  std::string name_space;      ///< "kernels", or nested: "app::kernels"
  bool compress = true;        ///< embed zstd frames instead of images
  bool inline_runtime = true;  ///< carry module.hpp; else include <rocm_bindgen/module.hpp>
};

/// The header (templates/header.hpp.mustache) with everything embedded as string literals.
std::string emit_header(const std::vector<BuiltModule>& modules, const HeaderOptions& options);

/// `bytes` as a C++ string literal over several lines, escapes as short as they can be.
std::string byte_literal(std::string_view bytes);

/// The typed launch function of kernel number `index` of the module that `constant` names from the global namespace on.
std::string launch_function(const BuiltKernel& kernel, const std::string& constant, std::size_t index);

}  // namespace rocm_bindgen
