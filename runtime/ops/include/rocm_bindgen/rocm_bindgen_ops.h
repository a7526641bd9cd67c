/* The C API of ops: every function of rocm_bindgen/ops/, for other languages (Rust, Python and others).
 *
 * A function does what the C++ function with its name does; the C++ headers, which each section names, document shapes,
 * types, errors and threads. Overloads have their own names: rocm_bindgen_arg_reduce() is reduce() with an ArgReduce,
 * and rocm_bindgen_matvec_blocks() and rocm_bindgen_matmul_blocks() are matvec() and matmul() with Q8_1 blocks. As in
 * rocm_bindgen.h, a function returns a status, and rocm_bindgen_last_error() returns the message. Work is queued on the
 * stream; the functions wait only where the C++ headers or this one say so. */
#ifndef ROCM_BINDGEN_OPS_H
#define ROCM_BINDGEN_OPS_H

#include "rocm_bindgen/ops/binary.def"
#include "rocm_bindgen/ops/reduce.def"
#include "rocm_bindgen/ops/unary.def"
#include "rocm_bindgen/rocm_bindgen.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Operands: ops/tensor_view.hpp, ops/quantized_view.hpp, ops/workspace.hpp ---- */

/* The maximum rank of a tensor. */
#define ROCM_BINDGEN_MAX_RANK 8

/* Element types. Corresponds to DType. */
typedef enum rocm_bindgen_dtype {
  ROCM_BINDGEN_U8 = 0,
  ROCM_BINDGEN_U32 = 1,
  ROCM_BINDGEN_I16 = 2,
  ROCM_BINDGEN_I32 = 3,
  ROCM_BINDGEN_I64 = 4,
  ROCM_BINDGEN_BF16 = 5,
  ROCM_BINDGEN_F16 = 6,
  ROCM_BINDGEN_F32 = 7,
  ROCM_BINDGEN_F64 = 8,
  ROCM_BINDGEN_F8E4M3 = 9
} rocm_bindgen_dtype;

/* A tensor in device memory. Corresponds to TensorView, but C has no constructor that sets the strides: the caller
 * must. Those of a contiguous tensor are 1 for the innermost dim, and for each other dim the next inner dim times its
 * stride. A stride of 0 repeats one element. */
typedef struct rocm_bindgen_tensor {
  void* data;    /* device address of the element at index 0, ..., 0 */
  uint8_t dtype; /* a rocm_bindgen_dtype */
  uint32_t rank;
  int64_t dims[ROCM_BINDGEN_MAX_RANK];    /* outermost first; only the first `rank` are used */
  int64_t strides[ROCM_BINDGEN_MAX_RANK]; /* in elements, in the order of `dims` */
} rocm_bindgen_tensor;

/* GGML's block formats. Corresponds to QuantizedFormat. */
typedef enum rocm_bindgen_quantized_format {
  ROCM_BINDGEN_Q4_0 = 0,
  ROCM_BINDGEN_Q4_1 = 1,
  ROCM_BINDGEN_Q5_0 = 2,
  ROCM_BINDGEN_Q5_1 = 3,
  ROCM_BINDGEN_Q8_0 = 4,
  ROCM_BINDGEN_Q8_1 = 5,
  ROCM_BINDGEN_Q2_K = 6,
  ROCM_BINDGEN_Q3_K = 7,
  ROCM_BINDGEN_Q4_K = 8,
  ROCM_BINDGEN_Q5_K = 9,
  ROCM_BINDGEN_Q6_K = 10,
  ROCM_BINDGEN_Q8_K = 11
} rocm_bindgen_quantized_format;

/* A matrix of quantized weights in device memory. Corresponds to QuantizedView. */
typedef struct rocm_bindgen_quantized {
  void* data;
  uint8_t format; /* a rocm_bindgen_quantized_format */
  int64_t rows;
  int64_t cols;
} rocm_bindgen_quantized;

/* Returns the name of an element type, "f16"; "?" for a number that is not an enumerator. */
ROCM_BINDGEN_API const char* rocm_bindgen_dtype_name(int dtype);
/* Returns the name of a format, "q4_K"; "?" for a number that is not an enumerator. */
ROCM_BINDGEN_API const char* rocm_bindgen_quantized_format_name(int format);

/* Returns the number of elements in a block of a format; 0 for a number that is not an enumerator. */
ROCM_BINDGEN_API size_t rocm_bindgen_block_elements(int format);
/* Returns the number of bytes in a block of a format; 0 for a number that is not an enumerator. */
ROCM_BINDGEN_API size_t rocm_bindgen_block_bytes(int format);

/* Temporary device memory for the ops that have a parameter of this type. Corresponds to Workspace. */
typedef struct rocm_bindgen_workspace rocm_bindgen_workspace;
/* Creates a workspace of `bytes` bytes, which may be 0; it grows when an op needs more. The caller frees it. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_workspace_create(const rocm_bindgen_device* device, size_t bytes,
                                                                   rocm_bindgen_workspace** workspace);
/* Frees a workspace. The driver first lets queued work finish, for which the call may wait. */
ROCM_BINDGEN_API void rocm_bindgen_workspace_free(rocm_bindgen_workspace* workspace);

/* ---- Element-wise functions: ops/elementwise.hpp, ops/expression.hpp ---- */

/** An enumerator of rocm_bindgen_unary_op. */
#define ROCM_BINDGEN_UNARY_ENUMERATOR(SUFFIX, T, NAME, FUNCTOR, SYMBOL) ROCM_BINDGEN_UNARY_##NAME,
/** The functions in unary.def: ROCM_BINDGEN_UNARY_neg and so on. */
typedef enum rocm_bindgen_unary_op { ROCM_BINDGEN_UNARY_OPS(ROCM_BINDGEN_UNARY_ENUMERATOR, , ) } rocm_bindgen_unary_op;
/** An enumerator of rocm_bindgen_binary_op. */
#define ROCM_BINDGEN_BINARY_ENUMERATOR(SUFFIX, T, NAME, FUNCTOR, SYMBOL) ROCM_BINDGEN_BINARY_##NAME,
/** The functions in binary.def: ROCM_BINDGEN_BINARY_add and so on. */
typedef enum rocm_bindgen_binary_op {
  ROCM_BINDGEN_BINARY_OPS(ROCM_BINDGEN_BINARY_ENUMERATOR, , )
} rocm_bindgen_binary_op;
/** An enumerator of rocm_bindgen_compare_op. */
#define ROCM_BINDGEN_COMPARE_ENUMERATOR(SUFFIX, T, NAME, FUNCTOR, SYMBOL) ROCM_BINDGEN_COMPARE_##NAME,
/** The comparisons in binary.def: ROCM_BINDGEN_COMPARE_eq and so on. */
typedef enum rocm_bindgen_compare_op {
  ROCM_BINDGEN_COMPARE_OPS(ROCM_BINDGEN_COMPARE_ENUMERATOR, , )
} rocm_bindgen_compare_op;

/* out = op(in) */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_unary(rocm_bindgen_stream* stream, int op,
                                                        const rocm_bindgen_tensor* in, const rocm_bindgen_tensor* out);
/* out = in > 0 ? in : alpha * (e^in - 1) */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_elu(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                      double alpha, const rocm_bindgen_tensor* out);
/* out = in^exponent */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_powf(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                       double exponent, const rocm_bindgen_tensor* out);
/* out = lhs op rhs */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_binary(rocm_bindgen_stream* stream, int op,
                                                         const rocm_bindgen_tensor* lhs, const rocm_bindgen_tensor* rhs,
                                                         const rocm_bindgen_tensor* out);
/* out = lhs op rhs ? 1 : 0 */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_compare(rocm_bindgen_stream* stream, int op,
                                                          const rocm_bindgen_tensor* lhs,
                                                          const rocm_bindgen_tensor* rhs,
                                                          const rocm_bindgen_tensor* out);
/* out = in * mul + add */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_affine(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                         double mul, double add, const rocm_bindgen_tensor* out);
/* out = in, converted to the type of out */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_cast(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                       const rocm_bindgen_tensor* out);
/* out = in */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_copy(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                       const rocm_bindgen_tensor* out);
/* out = value */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_fill(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* out,
                                                       double value);
/* out = condition != 0 ? yes : no */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_where(rocm_bindgen_stream* stream,
                                                        const rocm_bindgen_tensor* condition,
                                                        const rocm_bindgen_tensor* yes, const rocm_bindgen_tensor* no,
                                                        const rocm_bindgen_tensor* out);

/* What a name in an expression is. Corresponds to Variable::Kind. */
typedef enum rocm_bindgen_variable_kind {
  ROCM_BINDGEN_VARIABLE_TENSOR = 0,
  ROCM_BINDGEN_VARIABLE_F32 = 1,
  ROCM_BINDGEN_VARIABLE_F64 = 2,
  ROCM_BINDGEN_VARIABLE_I32 = 3,
  ROCM_BINDGEN_VARIABLE_I64 = 4
} rocm_bindgen_variable_kind;

/* The meaning of a name in an expression. Corresponds to Variable. */
typedef struct rocm_bindgen_variable {
  const char* name;
  uint8_t kind; /* a rocm_bindgen_variable_kind, which decides which of the following members is used */
  rocm_bindgen_tensor tensor;
  double real;
  int64_t integer;
} rocm_bindgen_variable;

/* out = the expression. Waits if the expression must be compiled. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_elementwise(rocm_bindgen_stream* stream, const char* expression,
                                                              const rocm_bindgen_variable* variables, size_t count,
                                                              const rocm_bindgen_tensor* out);

/* ---- Reductions and sorting: ops/reduce.hpp, ops/sort.hpp ---- */

/** An enumerator of rocm_bindgen_reduce_op. */
#define ROCM_BINDGEN_REDUCE_ENUMERATOR(NAME, KERNEL) ROCM_BINDGEN_REDUCE_##NAME,
/** The reductions in reduce.def: ROCM_BINDGEN_REDUCE_sum and so on. */
typedef enum rocm_bindgen_reduce_op { ROCM_BINDGEN_REDUCE_OPS(ROCM_BINDGEN_REDUCE_ENUMERATOR) } rocm_bindgen_reduce_op;
/** An enumerator of rocm_bindgen_arg_reduce_op. */
#define ROCM_BINDGEN_ARG_REDUCE_ENUMERATOR(NAME, KERNEL) ROCM_BINDGEN_ARG_REDUCE_##NAME,
/** The reductions to an index in reduce.def: ROCM_BINDGEN_ARG_REDUCE_argmin and so on. */
typedef enum rocm_bindgen_arg_reduce_op {
  ROCM_BINDGEN_ARG_REDUCE_OPS(ROCM_BINDGEN_ARG_REDUCE_ENUMERATOR)
} rocm_bindgen_arg_reduce_op;

/* Reduces along the `count` dims at `dims`; along all dims, whatever `count` is, if `dims` is null. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_reduce(rocm_bindgen_stream* stream, int op,
                                                         const rocm_bindgen_tensor* in, const int64_t* dims,
                                                         size_t count, const rocm_bindgen_tensor* out,
                                                         rocm_bindgen_workspace* workspace);
/* The same for a rocm_bindgen_arg_reduce_op. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_arg_reduce(rocm_bindgen_stream* stream, int op,
                                                             const rocm_bindgen_tensor* in, const int64_t* dims,
                                                             size_t count, const rocm_bindgen_tensor* out,
                                                             rocm_bindgen_workspace* workspace);

/* The indices that sort `in` along `dim` */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_argsort(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                          int64_t dim, bool descending, const rocm_bindgen_tensor* out,
                                                          rocm_bindgen_workspace* workspace);
/* The elements of `in` in sorted order along `dim` */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_sort(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                       int64_t dim, bool descending, const rocm_bindgen_tensor* out,
                                                       rocm_bindgen_workspace* workspace);
/* The first elements in sorted order along `dim`, and their indices */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_topk(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                       int64_t dim, bool descending, const rocm_bindgen_tensor* values,
                                                       const rocm_bindgen_tensor* places,
                                                       rocm_bindgen_workspace* workspace);

/* ---- Normalization and rotary embedding: ops/normalize.hpp, ops/rope.hpp ---- */

/* Softmax along `dim` */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_softmax(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                          int64_t dim, const rocm_bindgen_tensor* out);
/* RMS norm along the innermost dim; a null weight is 1 */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_rms_norm(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                           const rocm_bindgen_tensor* weight, double eps,
                                                           const rocm_bindgen_tensor* out);
/* Layer norm along the innermost dim; a null weight is 1, a null bias is 0 */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_layer_norm(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                             const rocm_bindgen_tensor* weight,
                                                             const rocm_bindgen_tensor* bias, double eps,
                                                             const rocm_bindgen_tensor* out);
/* Rotates pairs of elements: of the two halves of the innermost dim, or of neighbours if `neighbours` is true */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_rope(rocm_bindgen_stream* stream, bool neighbours,
                                                       const rocm_bindgen_tensor* in,
                                                       const rocm_bindgen_tensor* cosines,
                                                       const rocm_bindgen_tensor* sines,
                                                       const rocm_bindgen_tensor* out);

/* ---- Reading and writing by ids: ops/index.hpp ---- */

/* out[.., j, ..] = in[.., ids[j], ..] */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_index_select(rocm_bindgen_stream* stream,
                                                               const rocm_bindgen_tensor* in, int64_t dim,
                                                               const rocm_bindgen_tensor* ids,
                                                               const rocm_bindgen_tensor* out);
/* out[.., j, ..] = in[.., ids[.., j, ..], ..] */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_gather(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                         int64_t dim, const rocm_bindgen_tensor* ids,
                                                         const rocm_bindgen_tensor* out);
/* out[.., ids[.., j, ..], ..] = in[.., j, ..] */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_scatter(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                          int64_t dim, const rocm_bindgen_tensor* ids,
                                                          const rocm_bindgen_tensor* out);
/* out[.., ids[.., j, ..], ..] += in[.., j, ..] */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_scatter_add(rocm_bindgen_stream* stream,
                                                              const rocm_bindgen_tensor* in, int64_t dim,
                                                              const rocm_bindgen_tensor* ids,
                                                              const rocm_bindgen_tensor* out);
/* out[.., ids[j], ..] += in[.., j, ..] */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_index_add(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                            int64_t dim, const rocm_bindgen_tensor* ids,
                                                            const rocm_bindgen_tensor* out);
/* Sets *found to whether an op has met an id out of range since the last call, and clears this record. Waits. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_take_id_out_of_range(rocm_bindgen_stream* stream,
                                                                       rocm_bindgen_workspace* workspace, bool* found);

/* ---- Images: ops/window.hpp, ops/convolution.hpp ---- */

/* Two lengths or positions in an image. Corresponds to ImageExtent. */
typedef struct rocm_bindgen_image_extent {
  int64_t rows;
  int64_t columns;
} rocm_bindgen_image_extent;

/* Where the taps of a filter meet the input. Corresponds to Convolution, but C has no defaults: set stride 1, padding
 * 0, dilation 1 and groups 1 if nothing else is wanted. A stride, a dilation or a number of groups of 0 is refused.
 * One-dimensional convolutions use `columns` only. */
typedef struct rocm_bindgen_convolution {
  rocm_bindgen_image_extent stride;
  rocm_bindgen_image_extent padding;
  rocm_bindgen_image_extent dilation;
  int64_t groups;
} rocm_bindgen_convolution;

/* The largest element of each window */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_max_pool2d(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                             rocm_bindgen_image_extent window,
                                                             rocm_bindgen_image_extent step,
                                                             const rocm_bindgen_tensor* out);
/* The mean of each window */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_avg_pool2d(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                             rocm_bindgen_image_extent window,
                                                             rocm_bindgen_image_extent step,
                                                             const rocm_bindgen_tensor* out);
/* Resamples by the nearest source element */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_upsample_nearest(rocm_bindgen_stream* stream,
                                                                   const rocm_bindgen_tensor* in,
                                                                   const rocm_bindgen_tensor* out);
/* Resamples by linear interpolation. A factor is the number of result rows or columns per source row or column; 0 is
 * the ratio out / in of the dims. */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_upsample_bilinear2d(rocm_bindgen_stream* stream,
                                                                      const rocm_bindgen_tensor* in, bool align_corners,
                                                                      double row_factor, double column_factor,
                                                                      const rocm_bindgen_tensor* out);
/* Convolution of {batches, channels, columns} */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_conv1d(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                         const rocm_bindgen_tensor* weights,
                                                         const rocm_bindgen_convolution* how,
                                                         const rocm_bindgen_tensor* out);
/* Convolution of {batches, channels, rows, columns} */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_conv2d(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                         const rocm_bindgen_tensor* weights,
                                                         const rocm_bindgen_convolution* how,
                                                         const rocm_bindgen_tensor* out);
/* Transposed convolution of {batches, channels, columns} */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_conv_transpose1d(rocm_bindgen_stream* stream,
                                                                   const rocm_bindgen_tensor* in,
                                                                   const rocm_bindgen_tensor* weights,
                                                                   const rocm_bindgen_convolution* how,
                                                                   const rocm_bindgen_tensor* out);
/* Transposed convolution of {batches, channels, rows, columns} */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_conv_transpose2d(rocm_bindgen_stream* stream,
                                                                   const rocm_bindgen_tensor* in,
                                                                   const rocm_bindgen_tensor* weights,
                                                                   const rocm_bindgen_convolution* how,
                                                                   const rocm_bindgen_tensor* out);

/* ---- Quantized weights: ops/quantized.hpp, ops/quantization.hpp ---- */

/* Dequantizes `in` */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_dequantize(rocm_bindgen_stream* stream,
                                                             const rocm_bindgen_quantized* in,
                                                             const rocm_bindgen_tensor* out);
/* Quantizes `in` to Q8_1 blocks */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_quantize(rocm_bindgen_stream* stream, const rocm_bindgen_tensor* in,
                                                           const rocm_bindgen_quantized* out);
/* out[i] = row ids[i] of `in`, dequantized */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_get_rows(rocm_bindgen_stream* stream,
                                                           const rocm_bindgen_quantized* in,
                                                           const rocm_bindgen_tensor* ids,
                                                           const rocm_bindgen_tensor* out);
/* out = weights * in, with `in` quantized to Q8_1 first, or unchanged if `floats` is true */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_matvec(rocm_bindgen_stream* stream,
                                                         const rocm_bindgen_quantized* weights,
                                                         const rocm_bindgen_tensor* in, bool floats,
                                                         const rocm_bindgen_tensor* out,
                                                         rocm_bindgen_workspace* workspace);
/* The same for each row of `in` */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_matmul(rocm_bindgen_stream* stream,
                                                         const rocm_bindgen_quantized* weights,
                                                         const rocm_bindgen_tensor* in, bool floats,
                                                         const rocm_bindgen_tensor* out,
                                                         rocm_bindgen_workspace* workspace);
/* out = weights * in, with `in` as Q8_1 blocks */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_matvec_blocks(rocm_bindgen_stream* stream,
                                                                const rocm_bindgen_quantized* weights,
                                                                const rocm_bindgen_quantized* in,
                                                                const rocm_bindgen_tensor* out);
/* The same for each row of `in` */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_matmul_blocks(rocm_bindgen_stream* stream,
                                                                const rocm_bindgen_quantized* weights,
                                                                const rocm_bindgen_quantized* in,
                                                                const rocm_bindgen_tensor* out);
/* Products with the weights of the experts that `ids` selects */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_moe_forward(
    rocm_bindgen_stream* stream, const rocm_bindgen_quantized* weights, int64_t experts, const rocm_bindgen_tensor* in,
    const rocm_bindgen_tensor* ids, const rocm_bindgen_tensor* out, rocm_bindgen_workspace* workspace);
/* Quantizes `count` floats on the host; `format` is a rocm_bindgen_quantized_format */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_quantize_blocks(int format, const float* values, size_t count,
                                                                  void* blocks);
/* Dequantizes `count` elements on the host */
ROCM_BINDGEN_API rocm_bindgen_status rocm_bindgen_dequantize_blocks(int format, const void* blocks, size_t count,
                                                                    float* values);

#ifdef __cplusplus
}
#endif

#endif /* ROCM_BINDGEN_OPS_H */
