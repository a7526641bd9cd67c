// Element-wise functions that a program writes itself, fused into one kernel that is compiled when it is first used:
//
//   ops::elementwise(stream, "alpha * x + y", {{"x", x}, {"y", y}, {"alpha", 0.5f}}, out);
//
// Operands are broadcast, and strides may be any, as in elementwise.hpp; each is read once.
#ifndef ROCM_BINDGEN_OPS_EXPRESSION_HPP
#define ROCM_BINDGEN_OPS_EXPRESSION_HPP

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "rocm_bindgen/export.h"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen::ops {

/// What a name in an expression stands for: the elements of a tensor, or a number. Numbers are arguments of the kernel:
/// another value needs no other kernel. A value, valid as long as the text of its name.
struct Variable {
  /// What it is: a tensor, or a number of that type.
  enum class Kind : std::uint8_t { tensor, f32, f64, i32, i64 };

  std::string_view name;  ///< a C++ identifier
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

/// Tensors that an expression may have.
constexpr std::size_t kMostExpressionTensors = 7;

/// out[i] = `expression`, a C++ expression in which each variable's name is its value at i: bf16, f16 and f8e4m3 as
/// float, all others as they are; a number as the type that it was given as. What C++ has between these, and the math
/// functions of HIP and CUDA, may be used. The result is rounded to the nearest value, ties to even, of a float type
/// (f8e4m3: 448 at most); of an integer type, floats are cut toward zero and clamped, NaN is 0, and integers wrap
/// around.
///
/// The kernel is compiled once per expression, types and device, by hipRTC or NVRTC, and kept on disk: see rtc.hpp.
/// `out` may be one of the tensors; otherwise they must not overlap. Queued on the stream; nothing waits but for a
/// compiler, and nothing is allocated on the device. Throws bad_argument for what does not fit together or is no name,
/// compile_failed with the place in the expression, and what launches say. Safe from several threads.
ROCM_BINDGEN_API void elementwise(Stream& stream, std::string_view expression,
                                  std::initializer_list<Variable> variables, const TensorView& out);

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_EXPRESSION_HPP
