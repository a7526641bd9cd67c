#include "rocm_bindgen/ops/quantized.hpp"

#include <algorithm>

#include "kernel_tables.hpp"
#include "launch_view.hpp"
#include "quantized_launch.hpp"
#include "quantized_operands.hpp"

namespace rocm_bindgen::ops {
namespace {

// The widest memory access of a thread.
constexpr std::int64_t kAccessBytes = 16;
// The number of packs that each thread dequantizes in one step.
constexpr std::int64_t kPacksOfThread = 4;
// The number of threads that quantize one block together. Workgroups are small, so that the blocks of one vector are
// distributed over many compute units.
constexpr std::int64_t kThreadsOfBlock = 8;
constexpr std::uint32_t kQuantizeWorkgroup = 64;
// The maximum number of threads per launch, because AMD's grids have fewer than 2^32 work-items. If there are more
// items, each thread processes several of them.
constexpr std::int64_t kMaxThreads = std::int64_t{1} << 31;

/// Returns a configuration with one thread per item, within the limit of a grid.
LaunchConfig launch_for(std::int64_t items, std::uint32_t threads) {
  const auto count = std::clamp<std::int64_t>(items, 1, kMaxThreads);
  return {Dim3{workgroups_for(static_cast<std::size_t>(count), threads)}, Dim3{threads}, 0};
}

}  // namespace

void quantize_activations(Stream& stream, const TensorView& in, std::int64_t elements, void* blocks) {
  const auto count = elements / static_cast<std::int64_t>(block_elements(QuantizedFormat::q8_1));
  if (count == 0) return;
  const auto kernel = bundled_kernel(stream.device(), kQuantizeKernels.find(in.dtype));
  kernel.launch(launch_for(count * kThreadsOfBlock, kQuantizeWorkgroup), stream, in.data, blocks,
                static_cast<std::size_t>(count));
}

void dequantize(Stream& stream, const QuantizedView& in, const TensorView& out) {
  constexpr std::string_view kName = "dequantize";
  const auto elements = check_blocks(kName, {"in", in});
  check_activations(kName, {"out", out});
  check_dense(kName, {"out", out}, {in.rows, in.cols});
  check_no_overlap(kName, {"out", out}, {"in", bytes_of(in)});
  if (elements == 0) return;
  const auto kernel = bundled_kernel(stream.device(), kDequantizeKernels.find(in.format, out.dtype));
  const auto element_bytes = static_cast<std::int64_t>(size_of(out.dtype));
  const auto thread_elements = kAccessBytes / element_bytes * kPacksOfThread;
  kernel.launch(launch_for((elements - 1) / thread_elements + 1, kViewWorkgroup), stream, in.data, out.data,
                static_cast<std::size_t>(elements));
}

void quantize(Stream& stream, const TensorView& in, const QuantizedView& out) {
  constexpr std::string_view kName = "quantize";
  const auto elements = check_blocks(kName, {"out", out});
  if (out.format != QuantizedFormat::q8_1)
    refuse(kName, "out",
           "has type " + std::string(name_of(out.format)) +
               "; there are kernels for q8_1 only; quantize_blocks() makes the other formats on the host");
  check_activations(kName, {"in", in});
  check_dense(kName, {"in", in}, {out.rows, out.cols});
  check_no_overlap(kName, {"out", bytes_of(out)}, {"in", in});
  quantize_activations(stream, in, elements, out.data);
}

void get_rows(Stream& stream, const QuantizedView& in, const TensorView& ids, const TensorView& out) {
  constexpr std::string_view kName = "get_rows";
  check_blocks(kName, {"in", in});
  check_dtype(kName, {"ids", ids}, DType::u32);
  check_rank(kName, {"ids", ids}, 1);
  const auto count = ids.dims[0];
  check_dense(kName, {"ids", ids}, {count});
  check_activations(kName, {"out", out});
  check_dense(kName, {"out", out}, {count, in.cols});
  check_no_overlap(kName, {"out", out}, {"in", bytes_of(in)});
  check_no_overlap(kName, {"out", out}, {"ids", ids});
  if (count == 0 || in.cols == 0) return;
  const auto kernel = bundled_kernel(stream.device(), kGetRowsKernels.find(in.format, out.dtype));
  const auto element_bytes = static_cast<std::int64_t>(size_of(out.dtype));
  // The number of workgroups per row, which is the height of the grid, is far below the limit of 65535. In longer rows,
  // each thread processes several packs.
  constexpr std::int64_t kMaxWorkgroupsOfRow = 64;
  const auto packs = (in.cols * element_bytes - 1) / kAccessBytes + 1;
  const auto row_workgroups = std::clamp<std::int64_t>((packs - 1) / kViewWorkgroup + 1, 1, kMaxWorkgroupsOfRow);
  const auto rows_at_once = kMaxThreads / (row_workgroups * kViewWorkgroup);
  for (std::int64_t first = 0; first < count; first += rows_at_once) {
    const auto rows = std::min(rows_at_once, count - first);
    auto* const to = static_cast<std::byte*>(out.data) + first * in.cols * element_bytes;
    kernel.launch({Dim3{static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(row_workgroups), 1},
                   Dim3{kViewWorkgroup}, 0},
                  stream, in.data, static_cast<const std::uint32_t*>(ids.data) + first, static_cast<void*>(to),
                  static_cast<std::size_t>(in.cols), static_cast<std::size_t>(in.rows));
  }
}

}  // namespace rocm_bindgen::ops
