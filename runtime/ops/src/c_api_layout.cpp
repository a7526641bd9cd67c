// The structs and enumerators of the C API match those of C++, so that c_api.cpp can cast them. All of this is checked
// when it is compiled.
#include <cstddef>

#include "rocm_bindgen/ops/convolution.hpp"
#include "rocm_bindgen/ops/expression.hpp"
#include "rocm_bindgen/ops/quantization.hpp"
#include "rocm_bindgen/ops/quantized.hpp"
#include "rocm_bindgen/ops/window.hpp"
#include "rocm_bindgen/rocm_bindgen_ops.h"

namespace rocm_bindgen {
namespace {

static_assert(ROCM_BINDGEN_MAX_RANK == TensorView::kMaxRank);
static_assert(sizeof(rocm_bindgen_tensor) == sizeof(TensorView) &&
              offsetof(rocm_bindgen_tensor, rank) == offsetof(TensorView, rank) &&
              offsetof(rocm_bindgen_tensor, dims) == offsetof(TensorView, dims) &&
              offsetof(rocm_bindgen_tensor, strides) == offsetof(TensorView, strides));
static_assert(sizeof(rocm_bindgen_quantized) == sizeof(QuantizedView) &&
              offsetof(rocm_bindgen_quantized, format) == offsetof(QuantizedView, format) &&
              offsetof(rocm_bindgen_quantized, cols) == offsetof(QuantizedView, cols));
static_assert(sizeof(rocm_bindgen_image_extent) == sizeof(ops::ImageExtent) &&
              offsetof(rocm_bindgen_image_extent, columns) == offsetof(ops::ImageExtent, columns));
static_assert(sizeof(rocm_bindgen_convolution) == sizeof(ops::Convolution) &&
              offsetof(rocm_bindgen_convolution, groups) == offsetof(ops::Convolution, groups));

// The enumerators have the same numbers.
template <class C, class Cpp>
constexpr bool same(C c, Cpp cpp) {
  return static_cast<int>(c) == static_cast<int>(cpp);
}
static_assert(same(ROCM_BINDGEN_U8, DType::u8) && same(ROCM_BINDGEN_U32, DType::u32) &&
              same(ROCM_BINDGEN_I16, DType::i16) && same(ROCM_BINDGEN_I32, DType::i32) &&
              same(ROCM_BINDGEN_I64, DType::i64) && same(ROCM_BINDGEN_BF16, DType::bf16) &&
              same(ROCM_BINDGEN_F16, DType::f16) && same(ROCM_BINDGEN_F32, DType::f32) &&
              same(ROCM_BINDGEN_F64, DType::f64) && same(ROCM_BINDGEN_F8E4M3, DType::f8e4m3));
static_assert(same(ROCM_BINDGEN_Q4_0, QuantizedFormat::q4_0) && same(ROCM_BINDGEN_Q4_1, QuantizedFormat::q4_1) &&
              same(ROCM_BINDGEN_Q5_0, QuantizedFormat::q5_0) && same(ROCM_BINDGEN_Q5_1, QuantizedFormat::q5_1) &&
              same(ROCM_BINDGEN_Q8_0, QuantizedFormat::q8_0) && same(ROCM_BINDGEN_Q8_1, QuantizedFormat::q8_1) &&
              same(ROCM_BINDGEN_Q2_K, QuantizedFormat::q2_K) && same(ROCM_BINDGEN_Q3_K, QuantizedFormat::q3_K) &&
              same(ROCM_BINDGEN_Q4_K, QuantizedFormat::q4_K) && same(ROCM_BINDGEN_Q5_K, QuantizedFormat::q5_K) &&
              same(ROCM_BINDGEN_Q6_K, QuantizedFormat::q6_K) && same(ROCM_BINDGEN_Q8_K, QuantizedFormat::q8_K));
using Kind = ops::Variable::Kind;
static_assert(same(ROCM_BINDGEN_VARIABLE_TENSOR, Kind::tensor) && same(ROCM_BINDGEN_VARIABLE_F32, Kind::f32) &&
              same(ROCM_BINDGEN_VARIABLE_F64, Kind::f64) && same(ROCM_BINDGEN_VARIABLE_I32, Kind::i32) &&
              same(ROCM_BINDGEN_VARIABLE_I64, Kind::i64));

}  // namespace
}  // namespace rocm_bindgen
