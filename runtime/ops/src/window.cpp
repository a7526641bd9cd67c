#include "rocm_bindgen/ops/window.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "kernel_tables.hpp"
#include "kernels/ops/window_view.hpp"
#include "launch_view.hpp"
#include "operands.hpp"

namespace rocm_bindgen::ops {
namespace {

void check_image(std::string_view name, const TensorView& in, const TensorView& out) {
  const Named source{"in", in}, result{"out", out};
  check_tensor(name, source);
  check_result(name, result);
  check_dtype(name, result, in.dtype);
  if (in.rank < 2) refuse(name, "in", describe(in) + " does not have rows and columns");
  if (out.rank != in.rank || !std::equal(in.dims.begin(), in.dims.begin() + in.rank - 2, out.dims.begin()))
    refuse(name, "out", describe(out) + " does not have the images of in, " + describe(in));
  check_apart(name, result, operand_of(out), source, operand_of(in));
  if (in.data == out.data && in.data != nullptr) refuse(name, "in", "overlaps out");
}

void check_arithmetic(std::string_view name, const TensorView& in) {
  switch (in.dtype) {
    case DType::bf16:
    case DType::f16:
    case DType::f32:
    case DType::f64:
    case DType::u8:
    case DType::u32:
      return;
    default:
      refuse(name, "in",
             "has type " + std::string(name_of(in.dtype)) + "; there are kernels for bf16, f16, f32, f64, u8 and u32");
  }
}

/// Walks along the result's dims; the source keeps its own extents, which the kernels' other parameters describe.
Walk<2> walk_images(const TensorView& in, const TensorView& out) {
  Walk<2> walk;
  walk.axes = out.rank;
  for (std::uint32_t a = 0; a < walk.axes; ++a) walk.extents[a] = out.dims[out.rank - 1 - a];
  walk.operands = {operand_of(out), operand_of(in)};
  return walk;
}

/// Keeps rows and columns, and simplifies the dims before them.
Walk<2> with_simple_batches(const Walk<2>& walk) {
  Walk<2> before = walk, simple = walk;
  before.axes = walk.axes - 2;
  for (std::uint32_t a = 0; a < before.axes; ++a) {
    before.extents[a] = walk.extents[a + 2];
    for (int k = 0; k < 2; ++k) before.operands[at(k)].strides[a] = walk.operands[at(k)].strides[a + 2];
  }
  simplify(before);
  simple.axes = before.axes + 2;
  for (std::uint32_t a = 0; a < before.axes; ++a) {
    simple.extents[a + 2] = before.extents[a];
    for (int k = 0; k < 2; ++k) simple.operands[at(k)].strides[a + 2] = before.operands[at(k)].strides[a];
  }
  return simple;
}

std::string text_of(const ImageExtent& extent) {
  return std::to_string(extent.rows) + " x " + std::to_string(extent.columns);
}

void pool(Stream& stream, std::string_view name, Pool op, const TensorView& in, const ImageExtent& window,
          const ImageExtent& step, const TensorView& out) {
  check_image(name, in, out);
  check_arithmetic(name, in);
  // The kernel counts rows and columns of a window in 32 bits, and adds the two.
  constexpr std::int64_t kMost = 1 << 30;
  for (const auto* const extent : {&window, &step})
    if (extent->rows < 1 || extent->columns < 1 || extent->rows > kMost || extent->columns > kMost)
      refuse(name, "", "a window of " + text_of(window) + " cannot move by steps of " + text_of(step));
  const auto rows = in.dims[in.rank - 2], columns = in.dims[in.rank - 1];
  const ImageExtent positions{rows < window.rows ? 0 : (rows - window.rows) / step.rows + 1,
                              columns < window.columns ? 0 : (columns - window.columns) / step.columns + 1};
  if (out.dims[out.rank - 2] != positions.rows || out.dims[out.rank - 1] != positions.columns)
    refuse(name, "out",
           describe(out) + " does not have the " + text_of(positions) + " positions of a window of " + text_of(window) +
               " in in, " + describe(in));
  auto walk = walk_images(in, out);
  auto& strides = walk.operands[1].strides;
  const std::size_t window_step[2] = {static_cast<std::size_t>(strides[1]), static_cast<std::size_t>(strides[0])};
  strides[1] *= step.rows;
  strides[0] *= step.columns;
  simplify(walk);
  const auto kernel = bundled_kernel(stream.device(), kPoolKernels.find(op, in.dtype));
  for_each_view(walk, 1, [&](const View<2>& view, const std::array<void*, 2>& addresses) {
    const WindowView of{view,
                        {static_cast<std::uint32_t>(window.rows), static_cast<std::uint32_t>(window.columns)},
                        {window_step[0], window_step[1]}};
    kernel.launch(view_launch(kernel, BundledModule::window, view.place_count), stream, of, addresses[0], addresses[1]);
  });
}

ResizedAxis resized_axis(std::int64_t from, std::int64_t to, const Bilinear* how, const std::optional<double>& factor) {
  const auto size = static_cast<double>(from);
  ResizedAxis axis{static_cast<std::uint32_t>(from), false, size / static_cast<double>(to), 1};
  if (how == nullptr) {
    // Rounded up, so that rounding errors do not move a position that is an integer to the one before.
    axis.scale = std::nextafter(axis.scale, std::numeric_limits<double>::infinity());
    return axis;
  }
  axis.align_corners = how->align_corners;
  if (how->align_corners) {
    axis.scale = to == 1 ? 0 : size - 1;
    axis.steps = to == 1 ? 1 : static_cast<double>(to - 1);
  } else if (factor) {
    axis.scale = 1 / *factor;
  }
  return axis;
}

/// The widest memory access of a thread.
constexpr std::int64_t kAccessBytes = 16;

bool is_aligned(const TensorView& view, std::int64_t bytes) {
  const auto element = static_cast<std::int64_t>(size_of(view.dtype));
  // The caller has checked that rows consist of whole accesses.
  for (std::uint32_t d = 0; d + 1 < view.rank; ++d)
    if (view.dims[d] > 1 && view.strides[d] * element % bytes != 0) return false;
  return reinterpret_cast<std::uintptr_t>(view.data) % static_cast<std::uintptr_t>(bytes) == 0 &&  // NOLINT
         view.strides[view.rank - 1] == 1;
}

/// Launches the kernel for integer scale factors. Returns false if the rows or columns of `out` are not a multiple of
/// those of `in`, or if the rows of `out` do not consist of whole, aligned accesses.
bool repeat(Stream& stream, const TensorView& in, const TensorView& out) {
  const auto rows = in.dims[in.rank - 2], columns = in.dims[in.rank - 1];
  const auto out_rows = out.dims[out.rank - 2], out_columns = out.dims[out.rank - 1];
  const auto pack = kAccessBytes / static_cast<std::int64_t>(size_of(in.dtype));
  if (out_rows % rows != 0 || out_columns % columns != 0 || out_columns % pack != 0 || !is_aligned(out, kAccessBytes))
    return false;
  // A thread reads elements of a source row, and writes the `of.rows` result rows that are made from it.
  RepeatView of{};
  of.columns = view_axis(static_cast<std::uint32_t>(out_columns / columns));
  of.rows = static_cast<std::uint32_t>(out_rows / rows);
  // With a factor of 2, an access of the result needs half an access of the source, which may be aligned as well.
  of.is_doubled = of.columns.extent == 2 && is_aligned(in, kAccessBytes / 2);
  of.in_column = static_cast<std::size_t>(in.strides[in.rank - 1]);
  of.out_row = static_cast<std::size_t>(out.strides[out.rank - 2]);
  auto walk = walk_images(in, out);
  walk.extents[1] = rows;
  walk.operands[0].strides[1] *= of.rows;
  walk.operands[1].strides[0] = 0;
  const auto kernel = bundled_kernel(stream.device(), kRepeatKernels.find(element_size_of(in.dtype)));
  for_each_view(with_simple_batches(walk), static_cast<std::uint32_t>(pack),
                [&](const View<2>& view, const std::array<void*, 2>& addresses) {
                  of.results = view;
                  kernel.launch(view_launch(kernel, BundledModule::window, view.place_count), stream, of, addresses[0],
                                addresses[1]);
                });
  return true;
}

/// `how` is null for nearest-neighbour interpolation.
void resize(Stream& stream, std::string_view name, const BundledKernel& entry, const TensorView& in,
            const Bilinear* how, const TensorView& out) {
  check_image(name, in, out);
  const auto rows = in.dims[in.rank - 2], columns = in.dims[in.rank - 1];
  const auto out_rows = out.dims[out.rank - 2], out_columns = out.dims[out.rank - 1];
  for (const auto extent : {rows, columns, out_rows, out_columns})
    if (extent > kMaxPlaces) refuse(name, "in", describe(in) + " or " + describe(out) + " is too large for an image");
  if (out_rows != 0 && out_columns > kMaxPlaces / out_rows)
    refuse(name, "out", describe(out) + " has images of 2^31 elements or more");
  auto walk = walk_images(in, out);
  if (count_of(walk) == 0) return;
  if (rows == 0 || columns == 0) refuse(name, "in", describe(in) + " has no elements from which to compute an image");
  if (how == nullptr && repeat(stream, in, out)) return;
  auto& strides = walk.operands[1].strides;
  ResizeView of{};
  of.step[0] = static_cast<std::size_t>(strides[1]);
  of.step[1] = static_cast<std::size_t>(strides[0]);
  strides[0] = strides[1] = 0;  // the kernel computes the row and the column in the source
  of.axis[0] = resized_axis(rows, out_rows, how, how == nullptr ? std::nullopt : how->row_factor);
  of.axis[1] = resized_axis(columns, out_columns, how, how == nullptr ? std::nullopt : how->column_factor);
  const auto kernel = bundled_kernel(stream.device(), entry);
  for_each_view(with_simple_batches(walk), 1, [&](const View<2>& view, const std::array<void*, 2>& addresses) {
    of.results = view;
    kernel.launch(view_launch(kernel, BundledModule::window, view.place_count), stream, of, addresses[0], addresses[1]);
  });
}

}  // namespace

void max_pool2d(Stream& stream, const TensorView& in, const ImageExtent& window, const ImageExtent& step,
                const TensorView& out) {
  pool(stream, "max_pool2d", Pool::max_pool2d, in, window, step, out);
}

void avg_pool2d(Stream& stream, const TensorView& in, const ImageExtent& window, const ImageExtent& step,
                const TensorView& out) {
  pool(stream, "avg_pool2d", Pool::avg_pool2d, in, window, step, out);
}

void upsample_nearest(Stream& stream, const TensorView& in, const TensorView& out) {
  resize(stream, "upsample_nearest", kNearestKernels.find(element_size_of(in.dtype)), in, nullptr, out);
}

void upsample_bilinear2d(Stream& stream, const TensorView& in, const Bilinear& how, const TensorView& out) {
  constexpr std::string_view kName = "upsample_bilinear2d";
  check_arithmetic(kName, in);
  for (const auto& factor : {how.row_factor, how.column_factor})
    if (factor && !(*factor > 0)) refuse(kName, "", "a factor of " + std::to_string(*factor) + " is not positive");
  resize(stream, kName, kBilinearKernels.find(in.dtype), in, &how, out);
}

}  // namespace rocm_bindgen::ops
