// Products of quantized weights. Vectors of Q8_1 blocks are multiplied by the kernels of candle's ABI (kernels/candle/)
// if these support the operands, and everything else by the view_* kernels.
#include <algorithm>
#include <limits>
#include <string>

#include "kernel_tables.hpp"
#include "launch_view.hpp"
#include "quantized_launch.hpp"
#include "quantized_operands.hpp"
#include "rocm_bindgen/ops/quantized.hpp"

namespace rocm_bindgen::ops {
namespace {

// The kernels of the ABI multiply up to this number of vectors. With more than one vector, they read two rows at a
// time.
constexpr std::int64_t kMaxVectors = 8, kRowsAtOnce = 2;
// The most threads that share a row.
constexpr std::uint32_t kMaxThreadsOfRow = 128;
// The ABI's mat-mul kernels compute tiles with this number of rows and of vectors. They are used for more than
// kMaxVectorsByEights vectors. Up to this number, multiplying eight vectors at a time is faster, although each pass
// reads all weights (measured on an H100).
constexpr std::int64_t kTileSide = 64, kMaxVectorsByEights = 128;
constexpr std::uint32_t kMatMulThreads = 128;
// The number of elements that a thread multiplies at a time: a block of activations (bytes), or a word of codes
// (floats).
constexpr std::int64_t kSpan = 32, kWord = 4;
// A workgroup's tile of the result with matrix units, and its number of threads.
constexpr std::int64_t kUnitTileVectors = 128, kUnitTileRows = 64;
constexpr std::uint32_t kUnitTileThreads = 512;
constexpr std::size_t kAccessBytes = 16;
// The work-items of one launch; AMD's grids have fewer than 2^32.
constexpr std::int64_t kMaxWorkItems = std::int64_t{1} << 31;
// The kernels that read weights through LDS: rows per workgroup, threads per workgroup, and the longest row in bytes
// that their counters support.
constexpr std::int64_t kStagedRows = 16;
constexpr std::uint32_t kStagedThreads = 128;
constexpr std::size_t kLongestStagedRow = std::size_t{1} << 26;

/// Returns the number of threads that share a row. More threads than steps in the row would be idle.
std::uint32_t threads_for(const Device& device, std::int64_t steps) {
  std::uint32_t threads = device.info().wavefront_size;
  while (threads < steps && threads < kMaxThreadsOfRow) threads *= 2;
  return threads;
}

/// One workgroup per item. If the grid is limited, the kernels process several items per workgroup.
LaunchConfig a_workgroup_each(std::int64_t items, std::uint32_t threads) {
  const auto count = std::min(items, kMaxWorkItems / threads);
  return {Dim3{static_cast<std::uint32_t>(count)}, Dim3{threads}, 0};
}

std::int64_t tiles_of(std::int64_t count, std::int64_t side) {
  return (count - 1) / side + 1;
}

/// Quantizes `elements` elements of `in` to blocks in the workspace and returns their address.
const void* activations_of(Stream& stream, const TensorView& in, std::int64_t elements, Workspace& workspace) {
  const auto blocks = static_cast<std::size_t>(elements) / block_elements(QuantizedFormat::q8_1);
  void* const memory = workspace.at_least(blocks * block_bytes(QuantizedFormat::q8_1));
  quantize_activations(stream, in, elements, memory);
  return memory;
}

bool is_aligned(const void* at, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(at) % bytes == 0;  // NOLINT
}

/// Launches the kernel that reads weights through LDS in units of 16 bytes, if it supports the operands and is faster,
/// which it is from half a workgroup per compute unit on (measured on an H200). Otherwise returns false.
bool multiply_staged(Stream& stream, const QuantizedView& weights, const BundledKernel& entry, const void* vector,
                     void* out) {
  const auto& device = stream.device();
  const auto workgroups = (weights.rows - 1) / kStagedRows + 1;
  if (2 * workgroups < static_cast<std::int64_t>(device.info().compute_units) ||
      workgroups > kMaxWorkItems / kStagedThreads)
    return false;
  const auto row_bytes = weights.row_bytes();
  if (row_bytes > kLongestStagedRow || !is_aligned(weights.data, kAccessBytes) ||
      static_cast<std::size_t>(weights.rows) * row_bytes % kAccessBytes != 0)
    return false;
  const auto kernel = bundled_kernel(device, entry);
  kernel.launch({Dim3{static_cast<std::uint32_t>(workgroups)}, Dim3{kStagedThreads}, 0}, stream, weights.data, vector,
                out, static_cast<std::size_t>(weights.cols), static_cast<std::size_t>(weights.rows));
  return true;
}

struct Shape {
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t vectors;
};

/// The kernels of the ABI have int parameters for counts.
void check_counts(std::string_view operation, const Shape& shape) {
  const auto check = [&](const char* operand, const char* what, std::int64_t count) {
    if (count > std::numeric_limits<int>::max())
      refuse(operation, operand, "has " + std::to_string(count) + " " + what + ", more than the kernels support");
  };
  check("weights", "columns", shape.cols);
  check("weights", "rows", shape.rows);
  check("in", "rows", shape.vectors);
}

/// Computes out[v, r] from Q8_1 blocks. The counts must have been checked.
void multiply_blocks(Stream& stream, const QuantizedView& weights, const void* blocks, const Shape& shape, void* out) {
  const auto cols = static_cast<int>(shape.cols);
  const auto rows = static_cast<int>(shape.rows);
  if (shape.vectors == 1 && multiply_staged(stream, weights, kStagedMatVecKernels.find(weights.format), blocks, out))
    return;
  const auto& device = stream.device();
  if (shape.vectors > kMaxVectorsByEights) {
    const auto kernel = bundled_kernel(device, kBlockMatMulKernels.find(weights.format));
    const auto tiles = tiles_of(shape.rows, kTileSide) * tiles_of(shape.vectors, kTileSide);
    kernel.launch(a_workgroup_each(tiles, kMatMulThreads), stream, weights.data, blocks, out, cols, rows,
                  static_cast<int>(shape.vectors), cols, rows);
    return;
  }
  const auto workgroups = shape.vectors == 1 ? shape.rows : (shape.rows - 1) / kRowsAtOnce + 1;
  const auto launch = a_workgroup_each(workgroups, threads_for(device, shape.cols / kSpan));
  const auto vector_bytes = static_cast<std::size_t>(shape.cols / kSpan) * block_bytes(QuantizedFormat::q8_1);
  const auto multiply = [&](const Kernel& kernel, std::int64_t first) {
    const auto* const vectors = static_cast<const std::byte*>(blocks) + static_cast<std::size_t>(first) * vector_bytes;
    auto* const results = static_cast<float*>(out) + first * shape.rows;
    kernel.launch(launch, stream, weights.data, static_cast<const void*>(vectors), static_cast<void*>(results), cols,
                  rows, cols, rows);
  };
  const auto kernel_for = [&](std::int64_t count) {
    return bundled_kernel(device, kBlockMatVecKernels.find(weights.format, static_cast<MoreVectors>(count - 1)));
  };
  const auto rest = shape.vectors % kMaxVectors, by_eights = shape.vectors - rest;
  if (by_eights > 0) {
    const auto kernel = kernel_for(kMaxVectors);
    for (std::int64_t first = 0; first < by_eights; first += kMaxVectors) multiply(kernel, first);
  }
  if (rest > 0) multiply(kernel_for(rest), by_eights);
}

/// Computes out[v, r] from 16-bit floats.
void multiply_floats(Stream& stream, std::string_view name, const QuantizedView& weights, const TensorView& in,
                     const Shape& shape, void* out) {
  if (in.dtype == DType::f32) refuse(name, "in", "has type f32; pass f16 or bf16, or quantize it to q8_1");
  if (!is_aligned(in.data, kAccessBytes)) refuse(name, "in", "is not aligned to 16 bytes");
  const auto workgroups = tiles_of(shape.vectors, kUnitTileVectors) * tiles_of(shape.rows, kUnitTileRows);
  if (workgroups > kMaxWorkItems / kUnitTileThreads)
    refuse(name, "out", "has more tiles of 128 by 64 than a grid has workgroups");
  const auto kernel = bundled_kernel(stream.device(), kFloatMatMulKernels.find(weights.format, in.dtype));
  kernel.launch({Dim3{static_cast<std::uint32_t>(workgroups)}, Dim3{kUnitTileThreads}, 0}, stream, weights.data,
                in.data, out, static_cast<std::size_t>(shape.cols), static_cast<std::size_t>(shape.rows),
                static_cast<std::size_t>(shape.vectors));
}

/// Writes zeros, the result of products over 0 columns.
void fill_zero(Stream& stream, const TensorView& out, std::int64_t elements) {
  const auto& device = stream.device();
  const auto kernel = bundled_kernel(device, kFillF32Kernel);
  const auto items = std::min(elements, kMaxWorkItems);
  kernel.launch({Dim3{workgroups_for(static_cast<std::size_t>(items), kViewWorkgroup)}, Dim3{kViewWorkgroup}, 0},
                stream, out.data, 0.0f, static_cast<std::size_t>(elements));
}

void check_product(std::string_view name, const QuantizedView& weights, const TensorView& in, const TensorView& out) {
  check_weights(name, {"weights", weights});
  check_activations(name, {"in", in});
  check_dtype(name, {"out", out}, DType::f32);
}

void check_results_apart(std::string_view name, const QuantizedView& weights, const TensorView& in,
                         const TensorView& out) {
  check_no_overlap(name, {"out", out}, {"weights", bytes_of(weights)});
  check_no_overlap(name, {"out", out}, {"in", in});
}

/// `in` must be Q8_1 blocks. `out` must have been checked, except for overlap.
void multiply_quantized(Stream& stream, std::string_view name, const QuantizedView& weights, const QuantizedView& in,
                        const TensorView& out) {
  check_weights(name, {"weights", weights});
  check_blocks(name, {"in", in});
  if (in.format != QuantizedFormat::q8_1 || in.cols != weights.cols)
    refuse(name, "in",
           describe(in) + " does not consist of q8_1 blocks of " + std::to_string(weights.cols) + " columns");
  check_no_overlap(name, {"out", out}, {"weights", bytes_of(weights)});
  check_no_overlap(name, {"out", out}, {"in", bytes_of(in)});
  if (weights.rows == 0 || in.rows == 0) return;
  if (weights.cols == 0) return fill_zero(stream, out, in.rows * weights.rows);
  const Shape shape{weights.rows, weights.cols, in.rows};
  check_counts(name, shape);
  multiply_blocks(stream, weights, in.data, shape, out.data);
}

}  // namespace

void matvec(Stream& stream, const QuantizedView& weights, const TensorView& in, Activations activations,
            const TensorView& out, Workspace& workspace) {
  constexpr std::string_view kName = "matvec";
  check_product(kName, weights, in, out);
  check_dense(kName, {"in", in}, {weights.cols});
  check_dense(kName, {"out", out}, {weights.rows});
  check_results_apart(kName, weights, in, out);
  if (weights.rows == 0) return;
  if (weights.cols == 0) return fill_zero(stream, out, weights.rows);
  if (activations == Activations::q8_1) {
    const Shape shape{weights.rows, weights.cols, 1};
    check_counts(kName, shape);
    const auto* const blocks = activations_of(stream, in, weights.cols, workspace);
    multiply_blocks(stream, weights, blocks, shape, out.data);
    return;
  }
  if (is_aligned(in.data, kWord * size_of(in.dtype)) &&
      multiply_staged(stream, weights, kStagedFloatMatVecKernels.find(weights.format, in.dtype), in.data, out.data))
    return;
  const auto kernel = bundled_kernel(stream.device(), kFloatMatVecKernels.find(weights.format, in.dtype));
  const auto threads = threads_for(stream.device(), weights.cols / kWord);
  kernel.launch(a_workgroup_each(weights.rows, threads), stream, weights.data, in.data, out.data,
                static_cast<std::size_t>(weights.cols), static_cast<std::size_t>(weights.rows));
}

void matmul(Stream& stream, const QuantizedView& weights, const TensorView& in, Activations activations,
            const TensorView& out, Workspace& workspace) {
  constexpr std::string_view kName = "matmul";
  check_product(kName, weights, in, out);
  check_rank(kName, {"in", in}, 2);
  const auto vectors = in.dims[0];
  check_dense(kName, {"in", in}, {vectors, weights.cols});
  check_dense(kName, {"out", out}, {vectors, weights.rows});
  check_results_apart(kName, weights, in, out);
  if (weights.rows == 0 || vectors == 0) return;
  if (weights.cols == 0) return fill_zero(stream, out, vectors * weights.rows);
  const Shape shape{weights.rows, weights.cols, vectors};
  if (activations == Activations::floats) return multiply_floats(stream, kName, weights, in, shape, out.data);
  check_counts(kName, shape);
  const auto* const blocks = activations_of(stream, in, vectors * weights.cols, workspace);
  multiply_blocks(stream, weights, blocks, shape, out.data);
}

void matvec(Stream& stream, const QuantizedView& weights, const QuantizedView& in, const TensorView& out) {
  constexpr std::string_view kName = "matvec";
  check_dtype(kName, {"out", out}, DType::f32);
  check_dense(kName, {"out", out}, {weights.rows});
  // This check comes first, so that its message names an unknown format.
  check_blocks(kName, {"in", in});
  if (in.rows != 1) refuse(kName, "in", describe(in) + " does not have exactly one row");
  multiply_quantized(stream, kName, weights, in, out);
}

void matmul(Stream& stream, const QuantizedView& weights, const QuantizedView& in, const TensorView& out) {
  constexpr std::string_view kName = "matmul";
  check_dtype(kName, {"out", out}, DType::f32);
  check_dense(kName, {"out", out}, {in.rows, weights.rows});
  multiply_quantized(stream, kName, weights, in, out);
}

void moe_forward(Stream& stream, const QuantizedView& weights, std::int64_t experts, const TensorView& in,
                 const TensorView& ids, const TensorView& out, Workspace& workspace) {
  constexpr std::string_view kName = "moe_forward";
  check_product(kName, weights, in, out);
  check_dtype(kName, {"ids", ids}, DType::u32);
  if (experts < 1 || weights.rows % experts != 0)
    refuse(kName, "weights", describe(weights) + " cannot be divided among " + std::to_string(experts) + " experts");
  const auto rows = weights.rows / experts;
  check_rank(kName, {"ids", ids}, 2);
  const auto batch = ids.dims[0];
  const auto topk = ids.dims[1];
  check_dense(kName, {"ids", ids}, {batch, topk});
  const bool input_per_batch = in.rank != 3;
  if (input_per_batch) {
    check_dense(kName, {"in", in}, {batch, weights.cols});
  } else {
    check_dense(kName, {"in", in}, {batch, topk, weights.cols});
  }
  check_dense(kName, {"out", out}, {batch, topk, rows});
  check_results_apart(kName, weights, in, out);
  check_no_overlap(kName, {"out", out}, {"ids", ids});
  const auto items = rows * batch * topk;
  if (items == 0) return;
  const auto inputs = input_per_batch ? batch : batch * topk;
  const auto* const blocks = activations_of(stream, in, inputs * weights.cols, workspace);
  const auto kernel = bundled_kernel(stream.device(), kExpertsKernels.find(weights.format));
  kernel.launch(a_workgroup_each(items, threads_for(stream.device(), weights.cols / kSpan)), stream, weights.data,
                blocks, ids.data, out.data, static_cast<std::size_t>(weights.cols), static_cast<std::size_t>(rows),
                static_cast<std::size_t>(experts), static_cast<std::size_t>(batch), static_cast<std::size_t>(topk),
                input_per_batch);
}

}  // namespace rocm_bindgen::ops
