// Element-wise expressions written by the program, each fused into one kernel that is compiled when it is first used:
//
//   ops::elementwise(stream, "alpha * x + y", {{"x", x}, {"y", y}, {"alpha", 0.5f}}, out);
//
// Operands are broadcast and strides are arbitrary, as in elementwise.hpp. Each operand is read once.
#ifndef ROCM_BINDGEN_OPS_EXPRESSION_HPP
#define ROCM_BINDGEN_OPS_EXPRESSION_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// The meaning of a name in an expression: the elements of a tensor, or a number. Numbers are arguments of the kernel,
/// so a different value does not need another kernel. Safe to copy. A Variable refers to the text of its name and must
/// not outlive it.
struct Variable {
  /// A tensor, or a number of the given type.
  enum class Kind : std::uint8_t { tensor, f32, f64, i32, i64 };

  std::string_view name;  ///< a C++ identifier that is not a keyword
  Kind kind;
  TensorView tensor;
  double real = 0;
  std::int64_t integer = 0;

  /// The tensor's elements.
  Variable(std::string_view called, const TensorView& elements) : name(called), kind(Kind::tensor), tensor(elements) {}
  /// A number of type f32.
  Variable(std::string_view called, float value) : name(called), kind(Kind::f32), real(static_cast<double>(value)) {}
  /// A number of type f64.
  Variable(std::string_view called, double value) : name(called), kind(Kind::f64), real(value) {}
  /// A number of type i32.
  Variable(std::string_view called, std::int32_t value) : name(called), kind(Kind::i32), integer(value) {}
  /// A number of type i64.
  Variable(std::string_view called, std::int64_t value) : name(called), kind(Kind::i64), integer(value) {}
};

/// Maximum number of tensors among the variables of an expression, to which `out` does not belong. The launch code is
/// instantiated for each number of tensors.
constexpr std::size_t kMostExpressionTensors = 7;

/// Computes out[i] = `expression` for each index i. The expression cannot use the index itself.
///
/// `expression` is a C++ expression in which a variable's name is its value at i. Elements of bf16, f16 and f8e4m3 are
/// converted to float; all other elements have their own type, and a number has the type that it was passed as. C++
/// operators and the math functions of HIP and CUDA may be used. If `out` has a float type, the result is rounded to
/// the nearest value, ties to even (f8e4m3: 448 at most). If `out` has an integer type, floats are truncated toward
/// zero and clamped, NaN becomes 0, and integers wrap around.
///
/// `out` may be one of the tensors; otherwise they must not overlap.
///
/// The kernel is compiled once per expression, types and device, by hipRTC or NVRTC, and kept on disk: see rtc.hpp.
/// Work is queued on the stream. The function waits only to compile and load the kernel, and allocates nothing else on
/// the device.
///
/// Throws Error: bad_argument if shapes, types or strides are invalid or do not match, if there are more than
/// kMostExpressionTensors tensors, if a variable's name is not an identifier or occurs twice, or if the expression is
/// empty; no_compiler if hipRTC or NVRTC is not found or does not support the device; compile_failed with the location
/// in the expression; errors of the launch are passed on. May be called from several threads.
ROCM_BINDGEN_API void elementwise(Stream& stream, std::string_view expression,
                                  std::initializer_list<Variable> variables, const TensorView& out);
/// Does the same with `count` variables at `variables`.
ROCM_BINDGEN_API void elementwise(Stream& stream, std::string_view expression, const Variable* variables,
                                  std::size_t count, const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_EXPRESSION_HPP
