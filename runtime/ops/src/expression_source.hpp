// Generates the source of an expression's kernel.
#ifndef ROCM_BINDGEN_OPS_EXPRESSION_SOURCE_HPP
#define ROCM_BINDGEN_OPS_EXPRESSION_SOURCE_HPP

#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/ops/expression.hpp"
#include "rocm_bindgen/rtc.hpp"

namespace rocm_bindgen::ops {

constexpr char kExpressionKernel[] = "expression";

/// Returns the source of the kernel. Its parameters are a View of the result and all tensors, the result, the tensors
/// and the numbers, in their order. In compiler messages, the expression's text is the file "expression", from line 1.
std::string expression_source(std::string_view expression, const std::vector<Variable>& tensors,
                              const std::vector<Variable>& numbers, DType out, std::uint32_t pack);

/// Returns the compiler flags, and the headers that the source includes, for devices of the given driver.
CompileOptions expression_options(const std::string& driver);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_EXPRESSION_SOURCE_HPP
