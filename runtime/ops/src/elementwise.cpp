#include "rocm_bindgen/ops/elementwise.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>

#include "kernel_tables.hpp"
#include "launch_view.hpp"
#include "operands.hpp"
#include "transpose.hpp"

namespace rocm_bindgen::ops {
namespace {

/// The widest memory access of a thread.
constexpr std::size_t kThreadBytes = 16;

/// Returns an operation's name for messages, or `kind` if `op` is not an enumerator.
template <class Op, std::size_t N>
std::string_view name_of(Op op, const std::string_view (&names)[N], std::string_view kind) {
  const auto index = static_cast<std::size_t>(op);
  return index < N ? names[index] : kind;
}

/// Returns the number of elements per thread: 16 bytes of the widest type.
std::uint32_t pack_of(std::initializer_list<TensorView> views) {
  std::size_t widest = 1;
  for (const auto& view : views) widest = std::max(widest, size_of(view.dtype));
  return static_cast<std::uint32_t>(kThreadBytes / widest);
}

/// Converts toward zero and clamps to the range of the type. NaN becomes 0.
template <class Int>
Int cut(double value) {
  if (!(value > static_cast<double>(std::numeric_limits<Int>::min())))
    return std::isnan(value) ? Int{0} : std::numeric_limits<Int>::min();
  if (value >= static_cast<double>(std::numeric_limits<Int>::max())) return std::numeric_limits<Int>::max();
  return static_cast<Int>(value);
}

/// Calls f with `values` converted to the type in which the kernels compute for `dtype`.
template <class F, class... Values>
void as_computed(DType dtype, const F& f, Values... values) {
  switch (dtype) {
    case DType::u8:
      return f(cut<std::uint8_t>(values)...);
    case DType::u32:
      return f(cut<std::uint32_t>(values)...);
    case DType::i16:
      return f(cut<std::int16_t>(values)...);
    case DType::i32:
      return f(cut<std::int32_t>(values)...);
    case DType::i64:
      return f(cut<std::int64_t>(values)...);
    case DType::f64:
      return f(values...);
    case DType::bf16:
    case DType::f16:
    case DType::f32:
    case DType::f8e4m3:
      return f(static_cast<float>(values)...);
  }
}

template <class... Parameter>
void unary_of_float(Stream& stream, std::string_view name, const BundledKernel& kernel, const TensorView& in,
                    const TensorView& out, Parameter... parameter) {
  const Named tensors[] = {{"out", out}, {"in", in}};
  check_float(name, tensors[1]);
  check_dtype(name, tensors[0], in.dtype);
  const auto walk = walk_together(name, tensors);
  as_computed(
      in.dtype, [&](auto... values) { launch_view(stream, kernel, walk, pack_of({in}), values...); }, parameter...);
}

void zip(Stream& stream, std::string_view name, const BundledKernel& kernel, const TensorView& lhs,
         const TensorView& rhs, const TensorView& out) {
  const Named tensors[] = {{"out", out}, {"lhs", lhs}, {"rhs", rhs}};
  check_dtype(name, tensors[2], lhs.dtype);
  launch_view(stream, kernel, walk_together(name, tensors), pack_of({lhs, out}));
}

void copy_as(std::string_view name, Stream& stream, const TensorView& in, const TensorView& out) {
  const Named tensors[] = {{"out", out}, {"in", in}};
  const auto walk = walk_together(name, tensors);
  const auto size = element_size_of(in.dtype);
  if (transpose(stream, walk, size)) return;
  launch_view(stream, kCopyKernels.find(size), walk, pack_of({in}));
}

}  // namespace

void unary(Stream& stream, Unary op, const TensorView& in, const TensorView& out) {
  unary_of_float(stream, name_of(op, kUnaryNames, "unary"), kUnaryKernels.find(op, in.dtype), in, out);
}

void elu(Stream& stream, const TensorView& in, double alpha, const TensorView& out) {
  unary_of_float(stream, "elu", kUnaryWithNumberKernels.find(UnaryWithNumber::elu, in.dtype), in, out, alpha);
}

void powf(Stream& stream, const TensorView& in, double exponent, const TensorView& out) {
  unary_of_float(stream, "powf", kUnaryWithNumberKernels.find(UnaryWithNumber::powf, in.dtype), in, out, exponent);
}

void binary(Stream& stream, Binary op, const TensorView& lhs, const TensorView& rhs, const TensorView& out) {
  const auto name = name_of(op, kBinaryNames, "binary");
  check_dtype(name, {"out", out}, lhs.dtype);
  zip(stream, name, kBinaryKernels.find(op, lhs.dtype), lhs, rhs, out);
}

void compare(Stream& stream, Compare op, const TensorView& lhs, const TensorView& rhs, const TensorView& out) {
  const auto name = name_of(op, kCompareNames, "compare");
  check_dtype(name, {"out", out}, DType::u8);
  zip(stream, name, kCompareKernels.find(op, lhs.dtype), lhs, rhs, out);
}

void affine(Stream& stream, const TensorView& in, double mul, double add, const TensorView& out) {
  const Named tensors[] = {{"out", out}, {"in", in}};
  check_dtype("affine", tensors[0], in.dtype);
  const auto walk = walk_together("affine", tensors);
  as_computed(
      in.dtype,
      [&](auto factor, auto summand) {
        launch_view(stream, kAffineKernels.find(in.dtype), walk, pack_of({in, out}), factor, summand);
      },
      mul, add);
}

void cast(Stream& stream, const TensorView& in, const TensorView& out) {
  if (in.dtype == out.dtype) return copy_as("cast", stream, in, out);
  const Named tensors[] = {{"out", out}, {"in", in}};
  launch_view(stream, kCastKernels.find(in.dtype, out.dtype), walk_together("cast", tensors), pack_of({in, out}));
}

void copy(Stream& stream, const TensorView& in, const TensorView& out) {
  check_dtype("copy", {"out", out}, in.dtype);
  copy_as("copy", stream, in, out);
}

void fill(Stream& stream, const TensorView& out, double value) {
  const Named tensors[] = {{"out", out}};
  const auto walk = walk_together("fill", tensors);
  as_computed(
      out.dtype,
      [&](auto element) { launch_view(stream, kFillKernels.find(out.dtype), walk, pack_of({out}), element); }, value);
}

void where(Stream& stream, const TensorView& condition, const TensorView& yes, const TensorView& no,
           const TensorView& out) {
  const Named tensors[] = {{"out", out}, {"condition", condition}, {"yes", yes}, {"no", no}};
  if (condition.dtype != DType::u8 && condition.dtype != DType::u32 && condition.dtype != DType::i64)
    refuse("where", "condition",
           "has type " + std::string(name_of(condition.dtype)) + "; there are kernels for u8, u32 and i64");
  check_dtype("where", tensors[0], yes.dtype);
  check_dtype("where", tensors[3], yes.dtype);
  launch_view(stream, kWhereKernels.find(condition.dtype, element_size_of(out.dtype)), walk_together("where", tensors),
              pack_of({condition, out}));
}

}  // namespace rocm_bindgen::ops
