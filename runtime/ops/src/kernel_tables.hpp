// The tables of all bundled kernels that ops launch. They are generated from the lists in kernels/tables/.
// tests/runtime/ops/kernel_tables_test.cpp checks that each symbol exists in the code objects.
#ifndef ROCM_BINDGEN_OPS_KERNEL_TABLES_HPP
#define ROCM_BINDGEN_OPS_KERNEL_TABLES_HPP

#include <iterator>
#include <string_view>

#include "kernel_table.hpp"
#include "kernels/tables/affine.def"
#include "kernels/tables/cast.def"
#include "kernels/tables/convolution.def"
#include "kernels/tables/index.def"
#include "kernels/tables/move.def"
#include "kernels/tables/normalize.def"
#include "kernels/tables/quantized.def"
#include "kernels/tables/rope.def"
#include "kernels/tables/sort.def"
#include "kernels/tables/types.def"
#include "kernels/tables/window.def"
#include "reduction_plan.hpp"
#include "rocm_bindgen/ops/elementwise.hpp"
#include "rocm_bindgen/ops/quantized_view.hpp"
#include "rocm_bindgen/ops/reduce.hpp"
#include "rocm_bindgen/ops/sort.hpp"
#include "rocm_bindgen/ops/tensor_view.hpp"

namespace rocm_bindgen::ops {

// Each table needs only some of a list's columns; these macros select them.
#define ROCM_BINDGEN_NO_ROW(...)
#define ROCM_BINDGEN_NAME_OF(SUFFIX, T, NAME, ...) #NAME,
#define ROCM_BINDGEN_THIRD_COLUMN(FIRST, SECOND, THIRD, ...) THIRD,

template <>
inline constexpr std::size_t kCount<DType> = static_cast<std::size_t>(DType::f8e4m3) + 1;
template <>
inline constexpr std::size_t kCount<QuantizedFormat> = static_cast<std::size_t>(QuantizedFormat::q8_K) + 1;

/// The size of an element, for operations that only move elements.
enum class ElementSize : std::uint8_t { b8, b16, b32, b64 };
template <>
inline constexpr std::size_t kCount<ElementSize> = 4;

constexpr ElementSize element_size_of(DType dtype) {
  switch (size_of(dtype)) {
    case 1:
      return ElementSize::b8;
    case 2:
      return ElementSize::b16;
    case 4:
      return ElementSize::b32;
    default:
      return ElementSize::b64;
  }
}

inline constexpr std::string_view kUnaryNames[] = {ROCM_BINDGEN_UNARY_OPS(ROCM_BINDGEN_NAME_OF, , )};
template <>
inline constexpr std::size_t kCount<Unary> = std::size(kUnaryNames);

#define ROCM_BINDGEN_ROW(SUFFIX, T, NAME, FUNCTOR, SYMBOL) {Unary::NAME, DType::SUFFIX, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_UNARY_OPS(ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<Unary, DType> kUnaryKernels{BundledModule::unary,
                                                         {ROCM_BINDGEN_FLOAT_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

/// Functions of one operand and one number.
enum class UnaryWithNumber : std::uint8_t { ROCM_BINDGEN_UNARY_OPS_WITH_NUMBER(ROCM_BINDGEN_OP_NAME, , ) };
inline constexpr std::string_view kUnaryWithNumberNames[] = {
    ROCM_BINDGEN_UNARY_OPS_WITH_NUMBER(ROCM_BINDGEN_NAME_OF, , )};
template <>
inline constexpr std::size_t kCount<UnaryWithNumber> = std::size(kUnaryWithNumberNames);

#define ROCM_BINDGEN_ROW(SUFFIX, T, NAME, FUNCTOR, SYMBOL) {UnaryWithNumber::NAME, DType::SUFFIX, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_UNARY_OPS_WITH_NUMBER(ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<UnaryWithNumber, DType> kUnaryWithNumberKernels{
    BundledModule::unary, {ROCM_BINDGEN_FLOAT_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROW(SUFFIX, T, SYMBOL) {DType::SUFFIX, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_AFFINES(ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<DType> kAffineKernels{BundledModule::unary, {ROCM_BINDGEN_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_FILLS(ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<DType> kFillKernels{BundledModule::move,
                                                 {ROCM_BINDGEN_TYPES_INTEGERS_FIRST(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_ROPES(ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<DType> kRopeKernels{BundledModule::rope,
                                                 {ROCM_BINDGEN_HALF_TO_DOUBLE_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_WINDOWS(ROCM_BINDGEN_NO_ROW, ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<DType> kBilinearKernels{BundledModule::window,
                                                     {ROCM_BINDGEN_IMAGE_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROWS(SUFFIX, T, ...) ROCM_BINDGEN_QUANTIZATIONS(ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<DType> kQuantizeKernels{BundledModule::quantized,
                                                     {ROCM_BINDGEN_ACTIVATION_TYPES(ROCM_BINDGEN_ROWS, )}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

inline constexpr std::string_view kBinaryNames[] = {ROCM_BINDGEN_BINARY_OPS(ROCM_BINDGEN_NAME_OF, , )};
template <>
inline constexpr std::size_t kCount<Binary> = std::size(kBinaryNames);
inline constexpr std::string_view kCompareNames[] = {ROCM_BINDGEN_COMPARE_OPS(ROCM_BINDGEN_NAME_OF, , )};
template <>
inline constexpr std::size_t kCount<Compare> = std::size(kCompareNames);

#define ROCM_BINDGEN_ROW(SUFFIX, T, NAME, FUNCTOR, SYMBOL) {Binary::NAME, DType::SUFFIX, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_BINARY_OPS(ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<Binary, DType> kBinaryKernels{BundledModule::binary,
                                                           {ROCM_BINDGEN_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROW(SUFFIX, T, NAME, FUNCTOR, SYMBOL) {Compare::NAME, DType::SUFFIX, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_COMPARE_OPS(ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<Compare, DType> kCompareKernels{BundledModule::binary,
                                                             {ROCM_BINDGEN_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

// Casts, by source type and destination type.
#define ROCM_BINDGEN_ROW(FROM_NAME, FROM, TO_NAME, TO, SYMBOL) {DType::FROM_NAME, DType::TO_NAME, "view_" #SYMBOL},
inline constexpr KernelTable<DType, DType> kCastKernels{BundledModule::cast, {ROCM_BINDGEN_CASTS(ROCM_BINDGEN_ROW)}};
#undef ROCM_BINDGEN_ROW

// Operations that only move elements, by the size of an element.
#define ROCM_BINDGEN_ROW(SIZE, T, SYMBOL) {ElementSize::SIZE, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(SIZE, T) \
  ROCM_BINDGEN_MOVES(ROCM_BINDGEN_ROW, ROCM_BINDGEN_NO_ROW, ROCM_BINDGEN_NO_ROW, SIZE, T)
inline constexpr KernelTable<ElementSize> kCopyKernels{BundledModule::move, {ROCM_BINDGEN_SIZES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROWS(SIZE, T) \
  ROCM_BINDGEN_MOVES(ROCM_BINDGEN_NO_ROW, ROCM_BINDGEN_ROW, ROCM_BINDGEN_NO_ROW, SIZE, T)
inline constexpr KernelTable<ElementSize> kTransposeKernels{BundledModule::move,
                                                            {ROCM_BINDGEN_SIZES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROWS(SIZE, T) ROCM_BINDGEN_NEAREST(ROCM_BINDGEN_ROW, ROCM_BINDGEN_NO_ROW, SIZE, T)
inline constexpr KernelTable<ElementSize> kNearestKernels{BundledModule::window,
                                                          {ROCM_BINDGEN_SIZES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROWS(SIZE, T) ROCM_BINDGEN_NEAREST(ROCM_BINDGEN_NO_ROW, ROCM_BINDGEN_ROW, SIZE, T)
inline constexpr KernelTable<ElementSize> kRepeatKernels{BundledModule::window,
                                                         {ROCM_BINDGEN_SIZES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

// where(), by the type of the condition and the size of an element.
#define ROCM_BINDGEN_ROW(SIZE, T, COND_NAME, COND, SYMBOL) {DType::COND_NAME, ElementSize::SIZE, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(SIZE, T) \
  ROCM_BINDGEN_MOVES(ROCM_BINDGEN_NO_ROW, ROCM_BINDGEN_NO_ROW, ROCM_BINDGEN_ROW, SIZE, T)
inline constexpr KernelTable<DType, ElementSize> kWhereKernels{BundledModule::move,
                                                               {ROCM_BINDGEN_SIZES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

// Reductions. Each one has a kernel for rows, one for columns, and one that combines partial results.
enum class Reduction : std::uint8_t { ROCM_BINDGEN_REDUCTION_KERNELS(ROCM_BINDGEN_THIRD_COLUMN, , ) };
inline constexpr std::string_view kReductionNames[] = {ROCM_BINDGEN_REDUCTION_KERNELS(ROCM_BINDGEN_NAME_OF, , )};
template <>
inline constexpr std::size_t kCount<Reduction> = std::size(kReductionNames);
template <>
inline constexpr std::size_t kCount<ReductionKernel> = static_cast<std::size_t>(ReductionKernel::finalize) + 1;

#define ROCM_BINDGEN_ROW(SUFFIX, T, NAME, SYMBOL, ...)                                        \
  {Reduction::NAME, DType::SUFFIX, ReductionKernel::rows, "view_" #SYMBOL "_rows"},           \
      {Reduction::NAME, DType::SUFFIX, ReductionKernel::columns, "view_" #SYMBOL "_columns"}, \
      {Reduction::NAME, DType::SUFFIX, ReductionKernel::finalize, "view_" #SYMBOL "_finalize"},
#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_REDUCTION_KERNELS(ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<Reduction, DType, ReductionKernel> kReductionKernels{
    BundledModule::reduce, {ROCM_BINDGEN_TYPES_INTEGERS_FIRST(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

enum class Normalization : std::uint8_t { softmax, rms_norm, layer_norm };
template <>
inline constexpr std::size_t kCount<Normalization> = 3;

#define ROCM_BINDGEN_ROW(SUFFIX, T, NAME, SYMBOL) {Normalization::NAME, DType::SUFFIX, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(SUFFIX, T) \
  ROCM_BINDGEN_NORMALIZATIONS(ROCM_BINDGEN_ROW, ROCM_BINDGEN_ROW, ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<Normalization, DType> kNormalizeKernels{
    BundledModule::normalize, {ROCM_BINDGEN_HALF_TO_DOUBLE_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

// Reading and writing by ids: by operation, type of the ids and size of an element.
enum class MoveById : std::uint8_t { gather, select, scatter };
template <>
inline constexpr std::size_t kCount<MoveById> = 3;

#define ROCM_BINDGEN_ROW(SIZE, T, ID_NAME, ID, NAME, SYMBOL) \
  {MoveById::NAME, DType::ID_NAME, ElementSize::SIZE, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS_OF_ID(ID_NAME, ID, SIZE, T) \
  ROCM_BINDGEN_MOVES_BY_ID(ROCM_BINDGEN_ROW, ROCM_BINDGEN_ROW, ROCM_BINDGEN_ROW, SIZE, T, ID_NAME, ID)
#define ROCM_BINDGEN_ROWS(SIZE, T) ROCM_BINDGEN_ID_TYPES(ROCM_BINDGEN_ROWS_OF_ID, SIZE, T)
inline constexpr KernelTable<MoveById, DType, ElementSize> kMoveByIdKernels{BundledModule::index,
                                                                            {ROCM_BINDGEN_SIZES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS_OF_ID
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROW(SUFFIX, T, ID_NAME, ID, SYMBOL) {DType::ID_NAME, DType::SUFFIX, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS_OF_ID(ID_NAME, ID, SUFFIX, T) \
  ROCM_BINDGEN_SUMS_BY_ID(ROCM_BINDGEN_ROW, SUFFIX, T, ID_NAME, ID)
#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_ID_TYPES(ROCM_BINDGEN_ROWS_OF_ID, SUFFIX, T)
inline constexpr KernelTable<DType, DType> kScatterAddKernels{BundledModule::index,
                                                              {ROCM_BINDGEN_TYPES_INTEGERS_FIRST(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS_OF_ID
#undef ROCM_BINDGEN_ROWS

// Each module with ids has its own flag for ids out of range, and its own kernel that reads it.
#define ROCM_BINDGEN_ROW(SYMBOL) {BundledModule::index, "view_" #SYMBOL}, {BundledModule::quantized, "view_" #SYMBOL},
inline constexpr BundledKernel kTakeIdKernels[] = {ROCM_BINDGEN_TAKE_ID_OUT_OF_RANGE(ROCM_BINDGEN_ROW)};
#undef ROCM_BINDGEN_ROW

enum class Pool : std::uint8_t { max_pool2d, avg_pool2d };
template <>
inline constexpr std::size_t kCount<Pool> = 2;

#define ROCM_BINDGEN_ROW(SUFFIX, T, NAME, REDUCTION, SYMBOL) {Pool::NAME, DType::SUFFIX, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_WINDOWS(ROCM_BINDGEN_ROW, ROCM_BINDGEN_NO_ROW, SUFFIX, T)
inline constexpr KernelTable<Pool, DType> kPoolKernels{BundledModule::window,
                                                       {ROCM_BINDGEN_IMAGE_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

// Convolutions: direct ones, and those with matrix units.
enum class ConvolutionForm : std::uint8_t { plain, transposed };
template <>
inline constexpr std::size_t kCount<ConvolutionForm> = 2;
enum class MatrixConvolution : std::uint8_t { many_channels, few_channels, patch };
template <>
inline constexpr std::size_t kCount<MatrixConvolution> = 3;

#define ROCM_BINDGEN_ROW(SUFFIX, T, NAME, SYMBOL) {ConvolutionForm::NAME, DType::SUFFIX, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_CONVOLUTIONS(ROCM_BINDGEN_ROW, ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<ConvolutionForm, DType> kConvolutionKernels{BundledModule::conv,
                                                                         {ROCM_BINDGEN_IMAGE_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROW(SUFFIX, T, NAME, SYMBOL) {MatrixConvolution::NAME, DType::SUFFIX, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(SUFFIX, T) \
  ROCM_BINDGEN_MATRIX_CONVOLUTIONS(ROCM_BINDGEN_ROW, ROCM_BINDGEN_ROW, ROCM_BINDGEN_ROW, SUFFIX, T)
inline constexpr KernelTable<MatrixConvolution, DType> kMatrixConvolutionKernels{
    BundledModule::conv_matrix, {ROCM_BINDGEN_MATRIX_CONVOLUTION_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

// Quantized matrices: conversion to floats, and products with vectors of floats.
#define ROCM_BINDGEN_ROW(SUFFIX, T, NAME, FORMAT, SYMBOL) {QuantizedFormat::NAME, DType::SUFFIX, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS_OF_TYPE(SUFFIX, T, NAME, FORMAT) \
  ROCM_BINDGEN_FLOATS_OF_BLOCKS(ROCM_BINDGEN_ROW, ROCM_BINDGEN_NO_ROW, SUFFIX, T, NAME, FORMAT)
#define ROCM_BINDGEN_ROWS(NAME, FORMAT) ROCM_BINDGEN_ACTIVATION_TYPES(ROCM_BINDGEN_ROWS_OF_TYPE, NAME, FORMAT)
inline constexpr KernelTable<QuantizedFormat, DType> kDequantizeKernels{
    BundledModule::quantized,
    {ROCM_BINDGEN_WEIGHT_FORMATS(ROCM_BINDGEN_ROWS) ROCM_BINDGEN_OTHER_FORMATS(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS_OF_TYPE

#define ROCM_BINDGEN_ROWS_OF_TYPE(SUFFIX, T, NAME, FORMAT) \
  ROCM_BINDGEN_FLOATS_OF_BLOCKS(ROCM_BINDGEN_NO_ROW, ROCM_BINDGEN_ROW, SUFFIX, T, NAME, FORMAT)
inline constexpr KernelTable<QuantizedFormat, DType> kGetRowsKernels{
    BundledModule::quantized,
    {ROCM_BINDGEN_WEIGHT_FORMATS(ROCM_BINDGEN_ROWS) ROCM_BINDGEN_OTHER_FORMATS(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS_OF_TYPE

#define ROCM_BINDGEN_ROWS_OF_TYPE(SUFFIX, T, NAME, FORMAT) \
  ROCM_BINDGEN_FLOAT_MAT_VECS(ROCM_BINDGEN_ROW, SUFFIX, T, NAME, FORMAT)
inline constexpr KernelTable<QuantizedFormat, DType> kFloatMatVecKernels{
    BundledModule::quantized, {ROCM_BINDGEN_WEIGHT_FORMATS(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS_OF_TYPE

#define ROCM_BINDGEN_ROWS_OF_TYPE(SUFFIX, T, NAME, FORMAT) \
  ROCM_BINDGEN_STAGED_FLOAT_MAT_VECS(ROCM_BINDGEN_ROW, SUFFIX, T, NAME, FORMAT)
inline constexpr KernelTable<QuantizedFormat, DType> kStagedFloatMatVecKernels{
    BundledModule::mat_vec, {ROCM_BINDGEN_WEIGHT_FORMATS(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS_OF_TYPE
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROWS(NAME, FORMAT) ROCM_BINDGEN_MAT_MULS(ROCM_BINDGEN_ROW, NAME, FORMAT)
inline constexpr KernelTable<QuantizedFormat, DType> kFloatMatMulKernels{
    BundledModule::matmul, {ROCM_BINDGEN_WEIGHT_FORMATS(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROW(NAME, FORMAT, SYMBOL) {QuantizedFormat::NAME, "view_" #SYMBOL},
#define ROCM_BINDGEN_ROWS(NAME, FORMAT) ROCM_BINDGEN_EXPERTS(ROCM_BINDGEN_ROW, NAME, FORMAT)
inline constexpr KernelTable<QuantizedFormat> kExpertsKernels{BundledModule::quantized,
                                                              {ROCM_BINDGEN_WEIGHT_FORMATS(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROWS(NAME, FORMAT) ROCM_BINDGEN_STAGED_MAT_VECS(ROCM_BINDGEN_ROW, NAME, FORMAT)
inline constexpr KernelTable<QuantizedFormat> kStagedMatVecKernels{BundledModule::mat_vec,
                                                                   {ROCM_BINDGEN_WEIGHT_FORMATS(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

// Kernels of the kernel ABI (kernels/candle/).
#define ROCM_BINDGEN_ROW(SUFFIX, T, ORDER, DESCENDING, SYMBOL) {SortOrder::ORDER, DType::SUFFIX, #SYMBOL},
#define ROCM_BINDGEN_ROWS(SUFFIX, T) ROCM_BINDGEN_ARGSORTS(ROCM_BINDGEN_ROW, SUFFIX, T)
template <>
inline constexpr std::size_t kCount<SortOrder> = 2;
inline constexpr KernelTable<SortOrder, DType> kArgsortKernels{BundledModule::candle_sort,
                                                               {ROCM_BINDGEN_TYPES(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

#define ROCM_BINDGEN_ROW(NAME, FORMAT, SYMBOL) {QuantizedFormat::NAME, #SYMBOL},
#define ROCM_BINDGEN_ROWS(NAME, FORMAT) ROCM_BINDGEN_BLOCK_MAT_MULS(ROCM_BINDGEN_ROW, NAME, FORMAT)
inline constexpr KernelTable<QuantizedFormat> kBlockMatMulKernels{BundledModule::candle_quantized,
                                                                  {ROCM_BINDGEN_WEIGHT_FORMATS(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

/// The number of vectors minus 1, as a key of a table. There are kernels for 1 to 8 vectors.
enum class MoreVectors : std::uint8_t {};
template <>
inline constexpr std::size_t kCount<MoreVectors> = 8;

#define ROCM_BINDGEN_ROW(NAME, FORMAT, VECTORS, SYMBOL) {QuantizedFormat::NAME, MoreVectors{(VECTORS) - 1}, #SYMBOL},
#define ROCM_BINDGEN_ROWS(NAME, FORMAT) ROCM_BINDGEN_BLOCK_MAT_VECS(ROCM_BINDGEN_ROW, NAME, FORMAT)
inline constexpr KernelTable<QuantizedFormat, MoreVectors> kBlockMatVecKernels{
    BundledModule::candle_quantized, {ROCM_BINDGEN_WEIGHT_FORMATS(ROCM_BINDGEN_ROWS)}};
#undef ROCM_BINDGEN_ROW
#undef ROCM_BINDGEN_ROWS

inline constexpr BundledKernel kFillF32Kernel{BundledModule::candle_fill, "fill_f32"};

#undef ROCM_BINDGEN_NO_ROW
#undef ROCM_BINDGEN_NAME_OF
#undef ROCM_BINDGEN_THIRD_COLUMN

/// Calls `f` with each BundledKernel of all tables.
template <class F>
void for_each_kernel(const F& f) {
  const auto all = [&](const auto&... tables) { (tables.for_each(f), ...); };
  all(kUnaryKernels, kUnaryWithNumberKernels, kAffineKernels, kBinaryKernels, kCompareKernels, kCastKernels);
  all(kFillKernels, kCopyKernels, kTransposeKernels, kWhereKernels, kReductionKernels, kNormalizeKernels);
  all(kMoveByIdKernels, kScatterAddKernels, kRopeKernels, kPoolKernels, kBilinearKernels, kNearestKernels,
      kRepeatKernels, kConvolutionKernels, kMatrixConvolutionKernels);
  all(kQuantizeKernels, kDequantizeKernels, kGetRowsKernels, kFloatMatVecKernels, kStagedMatVecKernels,
      kStagedFloatMatVecKernels, kFloatMatMulKernels, kExpertsKernels);
  all(kArgsortKernels, kBlockMatMulKernels, kBlockMatVecKernels);
  for (const auto& kernel : kTakeIdKernels) f(kernel);
  f(kFillF32Kernel);
}

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_KERNEL_TABLES_HPP
