// The C functions of ops. A function turns its operands into those of the C++ function with its name and calls it.
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "rocm_bindgen/c_handles.hpp"
#include "rocm_bindgen/ops/convolution.hpp"
#include "rocm_bindgen/ops/elementwise.hpp"
#include "rocm_bindgen/ops/expression.hpp"
#include "rocm_bindgen/ops/index.hpp"
#include "rocm_bindgen/ops/normalize.hpp"
#include "rocm_bindgen/ops/quantization.hpp"
#include "rocm_bindgen/ops/quantized.hpp"
#include "rocm_bindgen/ops/reduce.hpp"
#include "rocm_bindgen/ops/rope.hpp"
#include "rocm_bindgen/ops/sort.hpp"
#include "rocm_bindgen/ops/window.hpp"
#include "rocm_bindgen/rocm_bindgen_ops.h"

struct rocm_bindgen_workspace {
  rocm_bindgen::ops::Workspace workspace;
};

namespace {

using namespace rocm_bindgen;
using runtime::guarded;
using runtime::object_of;
using runtime::required;

// The number of rows of each table, which is the number of its enumerators.
#define COUNT_ROW(...) +1
constexpr int kUnaryCount = 0 ROCM_BINDGEN_UNARY_OPS(COUNT_ROW, , );
constexpr int kBinaryCount = 0 ROCM_BINDGEN_BINARY_OPS(COUNT_ROW, , );
constexpr int kCompareCount = 0 ROCM_BINDGEN_COMPARE_OPS(COUNT_ROW, , );
constexpr int kReduceCount = 0 ROCM_BINDGEN_REDUCE_OPS(COUNT_ROW);
constexpr int kArgReduceCount = 0 ROCM_BINDGEN_ARG_REDUCE_OPS(COUNT_ROW);
#undef COUNT_ROW

/// Converts a number to an enumerator. Throws Error(bad_argument) if there is none with this number.
template <class Enumeration>
Enumeration enumerator(int number, int count, const char* what) {
  if (number < 0 || number >= count)
    throw Error(ErrorCode::bad_argument, std::string(what) + ": number " + std::to_string(number) +
                                             " is not an enumerator; they are 0 to " + std::to_string(count - 1));
  return static_cast<Enumeration>(number);
}

bool has_format(int number) {
  return number >= 0 && number <= ROCM_BINDGEN_Q8_K;
}

/// Refuses a dtype that is not an enumerator: it is a number from another language, and ops do not check it.
const TensorView& view(const rocm_bindgen_tensor* tensor, const char* what) {
  const auto& result = reinterpret_cast<const TensorView&>(required(tensor, what));
  if (size_of(result.dtype) == 0)
    throw Error(ErrorCode::bad_argument,
                std::string(what) + ": dtype is " + std::to_string(tensor->dtype) + ", which is not an element type");
  return result;
}

const QuantizedView& view(const rocm_bindgen_quantized* quantized, const char* what) {
  const auto& result = reinterpret_cast<const QuantizedView&>(required(quantized, what));
  if (!is_format(result.format))
    throw Error(ErrorCode::bad_argument, std::string(what) + ": format is " + std::to_string(quantized->format) +
                                             ", which is not a format of quantized blocks");
  return result;
}

std::optional<TensorView> optional_view(const rocm_bindgen_tensor* tensor) {
  return tensor == nullptr ? std::nullopt : std::optional<TensorView>(view(tensor, "weight or bias"));
}

ops::Workspace& memory(rocm_bindgen_workspace* workspace) {
  return required(workspace, "workspace").workspace;
}

ops::Dims dims_of(const int64_t* dims, size_t count) {
  return dims == nullptr ? ops::Dims::all() : ops::Dims(dims, count);
}

ops::SortOrder order(bool descending) {
  return descending ? ops::SortOrder::descending : ops::SortOrder::ascending;
}

ops::Activations activations(bool floats) {
  return floats ? ops::Activations::floats : ops::Activations::q8_1;
}

ops::ImageExtent extent(rocm_bindgen_image_extent from) {
  return {from.rows, from.columns};
}

const ops::Convolution& convolution(const rocm_bindgen_convolution* how) {
  return reinterpret_cast<const ops::Convolution&>(required(how, "how"));
}

std::optional<double> factor(double value) {
  return value == 0 ? std::nullopt : std::optional<double>(value);
}

ops::Variable variable(const rocm_bindgen_variable& from) {
  const std::string_view name(&required(from.name, "the name of a variable"));
  switch (from.kind) {
    case ROCM_BINDGEN_VARIABLE_TENSOR:
      return {name, view(&from.tensor, "tensor")};
    case ROCM_BINDGEN_VARIABLE_F32:
      return {name, static_cast<float>(from.real)};
    case ROCM_BINDGEN_VARIABLE_F64:
      return {name, from.real};
    case ROCM_BINDGEN_VARIABLE_I32:
      return {name, static_cast<std::int32_t>(from.integer)};
    case ROCM_BINDGEN_VARIABLE_I64:
      return {name, from.integer};
  }
  throw Error(ErrorCode::bad_argument,
              "elementwise: the kind of variable '" + std::string(name) + "' is " + std::to_string(from.kind));
}

}  // namespace

extern "C" {

const char* rocm_bindgen_dtype_name(int dtype) {
  // The texts of both functions are literals, so they end with a null character.
  return name_of(dtype < 0 || dtype > ROCM_BINDGEN_F8E4M3 ? static_cast<DType>(0xff) : static_cast<DType>(dtype))
      .data();
}

const char* rocm_bindgen_quantized_format_name(int format) {
  return has_format(format) ? name_of(static_cast<QuantizedFormat>(format)).data() : "?";
}

size_t rocm_bindgen_block_elements(int format) {
  return has_format(format) ? block_elements(static_cast<QuantizedFormat>(format)) : 0;
}

size_t rocm_bindgen_block_bytes(int format) {
  return has_format(format) ? block_bytes(static_cast<QuantizedFormat>(format)) : 0;
}

rocm_bindgen_status rocm_bindgen_workspace_create(const rocm_bindgen_device* device, size_t bytes,
                                                  rocm_bindgen_workspace** workspace) {
  return guarded([&] {
    auto& result = required(workspace, "workspace");
    result = new rocm_bindgen_workspace{ops::Workspace(object_of(device), bytes)};
  });
}

void rocm_bindgen_workspace_free(rocm_bindgen_workspace* workspace) {
  delete workspace;
}

rocm_bindgen_status rocm_bindgen_unary(rocm_bindgen_stream* stream, int op, const rocm_bindgen_tensor* in,
                                       const rocm_bindgen_tensor* out) {
  return guarded([&] {
    ops::unary(object_of(stream), enumerator<ops::Unary>(op, kUnaryCount, "unary"), view(in, "in"), view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_elu(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, double alpha,
                                     const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::elu(object_of(stream), view(in, "in"), alpha, view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_powf(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, double exponent,
                                      const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::powf(object_of(stream), view(in, "in"), exponent, view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_binary(rocm_bindgen_stream* stream, int op, const rocm_bindgen_tensor* lhs,
                                        const rocm_bindgen_tensor* rhs, const rocm_bindgen_tensor* out) {
  return guarded([&] {
    ops::binary(object_of(stream), enumerator<ops::Binary>(op, kBinaryCount, "binary"), view(lhs, "lhs"),
                view(rhs, "rhs"), view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_compare(rocm_bindgen_stream* stream, int op, const rocm_bindgen_tensor* lhs,
                                         const rocm_bindgen_tensor* rhs, const rocm_bindgen_tensor* out) {
  return guarded([&] {
    ops::compare(object_of(stream), enumerator<ops::Compare>(op, kCompareCount, "compare"), view(lhs, "lhs"),
                 view(rhs, "rhs"), view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_affine(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, double mul,
                                        double add, const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::affine(object_of(stream), view(in, "in"), mul, add, view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_cast(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                      const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::cast(object_of(stream), view(in, "in"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_copy(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                      const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::copy(object_of(stream), view(in, "in"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_fill(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* out, double value) {
  return guarded([&] { ops::fill(object_of(stream), view(out, "out"), value); });
}

rocm_bindgen_status rocm_bindgen_where(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* condition,
                                       const rocm_bindgen_tensor* yes, const rocm_bindgen_tensor* no,
                                       const rocm_bindgen_tensor* out) {
  return guarded([&] {
    ops::where(object_of(stream), view(condition, "condition"), view(yes, "yes"), view(no, "no"), view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_elementwise(rocm_bindgen_stream* stream, const char* expression,
                                             const rocm_bindgen_variable* variables, size_t count,
                                             const rocm_bindgen_tensor* out) {
  return guarded([&] {
    if (count != 0) required(variables, "variables");
    std::vector<ops::Variable> all;
    for (size_t i = 0; i < count; ++i) all.push_back(variable(variables[i]));
    ops::elementwise(object_of(stream), &required(expression, "expression"), all.data(), all.size(), view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_reduce(rocm_bindgen_stream* stream, int op, const rocm_bindgen_tensor* in,
                                        const int64_t* dims, size_t count, const rocm_bindgen_tensor* out,
                                        rocm_bindgen_workspace* workspace) {
  return guarded([&] {
    ops::reduce(object_of(stream), enumerator<ops::Reduce>(op, kReduceCount, "reduce"), view(in, "in"),
                dims_of(dims, count), view(out, "out"), memory(workspace));
  });
}

rocm_bindgen_status rocm_bindgen_arg_reduce(rocm_bindgen_stream* stream, int op, const rocm_bindgen_tensor* in,
                                            const int64_t* dims, size_t count, const rocm_bindgen_tensor* out,
                                            rocm_bindgen_workspace* workspace) {
  return guarded([&] {
    ops::reduce(object_of(stream), enumerator<ops::ArgReduce>(op, kArgReduceCount, "arg_reduce"), view(in, "in"),
                dims_of(dims, count), view(out, "out"), memory(workspace));
  });
}

rocm_bindgen_status rocm_bindgen_argsort(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, int64_t dim,
                                         bool descending, const rocm_bindgen_tensor* out,
                                         rocm_bindgen_workspace* workspace) {
  return guarded([&] {
    ops::argsort(object_of(stream), view(in, "in"), dim, order(descending), view(out, "out"), memory(workspace));
  });
}

rocm_bindgen_status rocm_bindgen_sort(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, int64_t dim,
                                      bool descending, const rocm_bindgen_tensor* out,
                                      rocm_bindgen_workspace* workspace) {
  return guarded([&] {
    ops::sort(object_of(stream), view(in, "in"), dim, order(descending), view(out, "out"), memory(workspace));
  });
}

rocm_bindgen_status rocm_bindgen_topk(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, int64_t dim,
                                      bool descending, const rocm_bindgen_tensor* values,
                                      const rocm_bindgen_tensor* places, rocm_bindgen_workspace* workspace) {
  return guarded([&] {
    ops::topk(object_of(stream), view(in, "in"), dim, order(descending), view(values, "values"), view(places, "places"),
              memory(workspace));
  });
}

rocm_bindgen_status rocm_bindgen_softmax(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, int64_t dim,
                                         const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::softmax(object_of(stream), view(in, "in"), dim, view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_rms_norm(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                          const rocm_bindgen_tensor* weight, double eps,
                                          const rocm_bindgen_tensor* out) {
  return guarded(
      [&] { ops::rms_norm(object_of(stream), view(in, "in"), optional_view(weight), eps, view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_layer_norm(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                            const rocm_bindgen_tensor* weight, const rocm_bindgen_tensor* bias,
                                            double eps, const rocm_bindgen_tensor* out) {
  return guarded([&] {
    ops::layer_norm(object_of(stream), view(in, "in"), optional_view(weight), optional_view(bias), eps,
                    view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_rope(rocm_bindgen_stream* stream, bool neighbours, const rocm_bindgen_tensor* in,
                                      const rocm_bindgen_tensor* cosines, const rocm_bindgen_tensor* sines,
                                      const rocm_bindgen_tensor* out) {
  return guarded([&] {
    ops::rope(object_of(stream), neighbours ? ops::RopePairs::neighbours : ops::RopePairs::halves, view(in, "in"),
              view(cosines, "cosines"), view(sines, "sines"), view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_index_select(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, int64_t dim,
                                              const rocm_bindgen_tensor* ids, const rocm_bindgen_tensor* out) {
  return guarded(
      [&] { ops::index_select(object_of(stream), view(in, "in"), dim, view(ids, "ids"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_gather(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, int64_t dim,
                                        const rocm_bindgen_tensor* ids, const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::gather(object_of(stream), view(in, "in"), dim, view(ids, "ids"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_scatter(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, int64_t dim,
                                         const rocm_bindgen_tensor* ids, const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::scatter(object_of(stream), view(in, "in"), dim, view(ids, "ids"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_scatter_add(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, int64_t dim,
                                             const rocm_bindgen_tensor* ids, const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::scatter_add(object_of(stream), view(in, "in"), dim, view(ids, "ids"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_index_add(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in, int64_t dim,
                                           const rocm_bindgen_tensor* ids, const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::index_add(object_of(stream), view(in, "in"), dim, view(ids, "ids"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_take_id_out_of_range(rocm_bindgen_stream* stream, rocm_bindgen_workspace* workspace,
                                                      bool* found) {
  return guarded([&] {
    auto& result = required(found, "found");
    result = ops::take_id_out_of_range(object_of(stream), memory(workspace));
  });
}

rocm_bindgen_status rocm_bindgen_max_pool2d(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                            rocm_bindgen_image_extent window, rocm_bindgen_image_extent step,
                                            const rocm_bindgen_tensor* out) {
  return guarded(
      [&] { ops::max_pool2d(object_of(stream), view(in, "in"), extent(window), extent(step), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_avg_pool2d(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                            rocm_bindgen_image_extent window, rocm_bindgen_image_extent step,
                                            const rocm_bindgen_tensor* out) {
  return guarded(
      [&] { ops::avg_pool2d(object_of(stream), view(in, "in"), extent(window), extent(step), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_upsample_nearest(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                  const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::upsample_nearest(object_of(stream), view(in, "in"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_upsample_bilinear2d(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                     bool align_corners, double row_factor, double column_factor,
                                                     const rocm_bindgen_tensor* out) {
  return guarded([&] {
    ops::upsample_bilinear2d(object_of(stream), view(in, "in"),
                             {align_corners, factor(row_factor), factor(column_factor)}, view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_conv1d(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                        const rocm_bindgen_tensor* weights, const rocm_bindgen_convolution* how,
                                        const rocm_bindgen_tensor* out) {
  return guarded([&] {
    ops::conv1d(object_of(stream), view(in, "in"), view(weights, "weights"), convolution(how), view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_conv2d(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                        const rocm_bindgen_tensor* weights, const rocm_bindgen_convolution* how,
                                        const rocm_bindgen_tensor* out) {
  return guarded([&] {
    ops::conv2d(object_of(stream), view(in, "in"), view(weights, "weights"), convolution(how), view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_conv_transpose1d(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                  const rocm_bindgen_tensor* weights,
                                                  const rocm_bindgen_convolution* how, const rocm_bindgen_tensor* out) {
  return guarded([&] {
    ops::conv_transpose1d(object_of(stream), view(in, "in"), view(weights, "weights"), convolution(how),
                          view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_conv_transpose2d(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                  const rocm_bindgen_tensor* weights,
                                                  const rocm_bindgen_convolution* how, const rocm_bindgen_tensor* out) {
  return guarded([&] {
    ops::conv_transpose2d(object_of(stream), view(in, "in"), view(weights, "weights"), convolution(how),
                          view(out, "out"));
  });
}

rocm_bindgen_status rocm_bindgen_dequantize(rocm_bindgen_stream* stream, const rocm_bindgen_quantized* in,
                                            const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::dequantize(object_of(stream), view(in, "in"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_quantize(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                          const rocm_bindgen_quantized* out) {
  return guarded([&] { ops::quantize(object_of(stream), view(in, "in"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_get_rows(rocm_bindgen_stream* stream, const rocm_bindgen_quantized* in,
                                          const rocm_bindgen_tensor* ids, const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::get_rows(object_of(stream), view(in, "in"), view(ids, "ids"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_matvec(rocm_bindgen_stream* stream, const rocm_bindgen_quantized* weights,
                                        const rocm_bindgen_tensor* in, bool floats, const rocm_bindgen_tensor* out,
                                        rocm_bindgen_workspace* workspace) {
  return guarded([&] {
    ops::matvec(object_of(stream), view(weights, "weights"), view(in, "in"), activations(floats), view(out, "out"),
                memory(workspace));
  });
}

rocm_bindgen_status rocm_bindgen_matmul(rocm_bindgen_stream* stream, const rocm_bindgen_quantized* weights,
                                        const rocm_bindgen_tensor* in, bool floats, const rocm_bindgen_tensor* out,
                                        rocm_bindgen_workspace* workspace) {
  return guarded([&] {
    ops::matmul(object_of(stream), view(weights, "weights"), view(in, "in"), activations(floats), view(out, "out"),
                memory(workspace));
  });
}

rocm_bindgen_status rocm_bindgen_matvec_blocks(rocm_bindgen_stream* stream, const rocm_bindgen_quantized* weights,
                                               const rocm_bindgen_quantized* in, const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::matvec(object_of(stream), view(weights, "weights"), view(in, "in"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_matmul_blocks(rocm_bindgen_stream* stream, const rocm_bindgen_quantized* weights,
                                               const rocm_bindgen_quantized* in, const rocm_bindgen_tensor* out) {
  return guarded([&] { ops::matmul(object_of(stream), view(weights, "weights"), view(in, "in"), view(out, "out")); });
}

rocm_bindgen_status rocm_bindgen_moe_forward(rocm_bindgen_stream* stream, const rocm_bindgen_quantized* weights,
                                             int64_t experts, const rocm_bindgen_tensor* in,
                                             const rocm_bindgen_tensor* ids, const rocm_bindgen_tensor* out,
                                             rocm_bindgen_workspace* workspace) {
  return guarded([&] {
    ops::moe_forward(object_of(stream), view(weights, "weights"), experts, view(in, "in"), view(ids, "ids"),
                     view(out, "out"), memory(workspace));
  });
}

rocm_bindgen_status rocm_bindgen_quantize_blocks(int format, const float* values, size_t count, void* blocks) {
  return guarded([&] {
    const auto known = enumerator<QuantizedFormat>(format, ROCM_BINDGEN_Q8_K + 1, "quantize_blocks");
    if (count != 0) required(values, "values");
    if (count != 0) required(static_cast<char*>(blocks), "blocks");
    quantize_blocks(known, values, count, blocks);
  });
}

rocm_bindgen_status rocm_bindgen_dequantize_blocks(int format, const void* blocks, size_t count, float* values) {
  return guarded([&] {
    const auto known = enumerator<QuantizedFormat>(format, ROCM_BINDGEN_Q8_K + 1, "dequantize_blocks");
    if (count != 0) required(static_cast<const char*>(blocks), "blocks");
    if (count != 0) required(values, "values");
    dequantize_blocks(known, blocks, count, values);
  });
}

}  // extern "C"
