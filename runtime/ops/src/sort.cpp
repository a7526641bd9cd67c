// The argsort kernels read contiguous rows and write contiguous rows of positions. Operands with another layout are
// copied from and to the workspace. sort() and topk() gather the elements by the positions that argsort finds.
#include "rocm_bindgen/ops/sort.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "dims.hpp"
#include "kernel_tables.hpp"
#include "launch_view.hpp"
#include "operands.hpp"
#include "rocm_bindgen/ops/elementwise.hpp"
#include "rocm_bindgen/ops/index.hpp"

namespace rocm_bindgen::ops {
namespace {

/// In rows of up to this length, the kernel keeps a word for each element in LDS.
constexpr std::uint32_t kMaxLdsColumns = 8192;
/// The number of elements that a thread sorts in registers.
constexpr std::uint32_t kItems = 8;
/// The largest workgroup for which the kernels are compiled.
constexpr std::uint32_t kMaxThreads = 1024;
/// The alignment of each part of a workspace, which suffices for accesses of any width.
constexpr std::size_t kAlignment = 256;

/// Makes the dim along which rows are sorted the innermost one.
TensorView with_dim_last(TensorView view, std::uint32_t dim) {
  for (auto d = dim; d + 1 < view.rank; ++d) {
    std::swap(view.dims[d], view.dims[d + 1]);
    std::swap(view.strides[d], view.strides[d + 1]);
  }
  return view;
}

/// Returns a contiguous, row-major view of the same dims at another address.
TensorView dense_at(void* memory, DType dtype, TensorView view) {
  view.data = memory;
  view.dtype = dtype;
  std::int64_t stride = 1;
  for (auto d = view.rank; d-- != 0;) {
    view.strides[d] = stride;
    stride *= view.dims[d];
  }
  return view;
}

bool is_dense(const TensorView& view) {
  const auto dense = dense_at(view.data, view.dtype, view);
  for (std::uint32_t d = 0; d < view.rank; ++d)
    if (view.dims[d] != 1 && view.strides[d] != dense.strides[d]) return false;
  return true;
}

std::int64_t elements_of(const TensorView& view) {
  std::int64_t elements = 1;
  for (std::uint32_t d = 0; d < view.rank; ++d) elements *= view.dims[d];
  return elements;
}

/// The source with the sorted dim innermost, and the shape of its rows.
struct Rows {
  TensorView in;
  std::int64_t columns = 1;
  std::int64_t rows = 0;
};

Rows rows_of(std::string_view name, const TensorView& in, std::int64_t along) {
  check_tensor(name, {"in", in});
  Rows rows;
  rows.in = with_dim_last(in, dim_of(name, in, along));
  rows.columns = rows.in.dims[in.rank - 1];
  if (rows.columns >= std::int64_t{1} << 31) refuse(name, "in", describe(in) + " has rows of 2^31 elements or more");
  if (rows.columns != 0) rows.rows = elements_of(in) / rows.columns;
  return rows;
}

/// Checks that a result has these dims and this type, and does not overlap the operand.
void check_like(std::string_view name, const Named& out, const TensorView::Extents& dims, DType dtype,
                const TensorView& in) {
  check_dtype(name, out, dtype);
  check_result(name, out);
  auto wanted = in;
  wanted.dims = dims;
  if (out.view.rank != in.rank || !std::equal(dims.begin(), dims.begin() + in.rank, out.view.dims.begin()))
    refuse(name, out.name, describe(out.view) + " does not have the shape of " + describe(wanted));
  const Named source{"in", in};
  check_apart(name, out, operand_of(out.view), source, operand_of(in));
  if (in.data == out.view.data && elements_of(in) != 0) refuse(name, "in", "overlaps " + std::string(out.name));
}

/// Parts of a workspace, one after the other. First all parts are added, which determines the size; then take() obtains
/// the memory.
class Parts {
 public:
  std::size_t add(std::int64_t elements, DType dtype) {
    const auto offset = bytes_;
    bytes_ += (static_cast<std::size_t>(elements) * size_of(dtype) + kAlignment - 1) / kAlignment * kAlignment;
    return offset;
  }
  char* take(Workspace& workspace) const { return static_cast<char*>(workspace.at_least(bytes_)); }

 private:
  std::size_t bytes_ = 0;
};

/// Sorts contiguous rows of `in`. Writes the positions of the sorted elements to contiguous rows of `positions`.
void launch_argsort(Stream& stream, const Rows& rows, const TensorView& in, SortOrder order,
                    const TensorView& positions) {
  if (rows.rows == 0) return;
  const auto device = stream.device();
  const auto kernel = bundled_kernel(device, kArgsortKernels.find(order, in.dtype));
  std::uint32_t padded = 1;
  while (padded < rows.columns) padded *= 2;
  auto threads = std::min(std::max(padded / kItems, device.info().wavefront_size), kMaxThreads);
  threads = std::min(threads, kernel.max_workgroup_size());
  const std::uint32_t lds = padded <= kMaxLdsColumns ? padded * static_cast<std::uint32_t>(sizeof(std::uint32_t)) : 0;
  // AMD's grids have fewer than 2^32 work-items.
  const auto most = std::int64_t{0xFFFFFFFF} / threads;
  for (std::int64_t row = 0; row < rows.rows; row += most) {
    const auto first = row * rows.columns;
    const auto count = static_cast<std::uint32_t>(std::min(most, rows.rows - row));
    kernel.launch({Dim3{count}, Dim3{threads}, lds}, stream,
                  static_cast<const char*>(in.data) + first * static_cast<std::int64_t>(size_of(in.dtype)),
                  static_cast<std::uint32_t*>(positions.data) + first, static_cast<int>(rows.columns),
                  static_cast<int>(padded));
  }
}

/// Sorts as launch_argsort() does. If the source is not contiguous, it is first copied to `copy_at`.
void argsort_to(Stream& stream, const Rows& rows, SortOrder order, const TensorView& positions, void* copy_at) {
  auto source = rows.in;
  if (!is_dense(source)) {
    source = dense_at(copy_at, source.dtype, source);
    copy(stream, rows.in, source);
  }
  launch_argsort(stream, rows, source, order, positions);
}

/// Sorts into the workspace and returns the positions there.
TensorView argsort_in_workspace(Stream& stream, const Rows& rows, SortOrder order, Workspace& workspace) {
  Parts parts;
  const auto positions_at = parts.add(elements_of(rows.in), DType::u32);
  const auto copy_at = parts.add(is_dense(rows.in) ? 0 : elements_of(rows.in), rows.in.dtype);
  auto* const memory = parts.take(workspace);
  const auto positions = dense_at(memory + positions_at, DType::u32, rows.in);
  argsort_to(stream, rows, order, positions, memory + copy_at);
  return positions;
}

}  // namespace

void argsort(Stream& stream, const TensorView& in, std::int64_t dim, SortOrder order, const TensorView& out,
             Workspace& workspace) {
  const auto rows = rows_of("argsort", in, dim);
  check_like("argsort", {"out", out}, in.dims, DType::u32, in);
  if (elements_of(in) == 0) return;
  const auto positions = with_dim_last(out, dim_of("argsort", in, dim));
  if (is_dense(positions) && is_dense(rows.in)) return launch_argsort(stream, rows, rows.in, order, positions);
  copy(stream, argsort_in_workspace(stream, rows, order, workspace), positions);
}

void sort(Stream& stream, const TensorView& in, std::int64_t dim, SortOrder order, const TensorView& out,
          Workspace& workspace) {
  const auto rows = rows_of("sort", in, dim);
  check_like("sort", {"out", out}, in.dims, in.dtype, in);
  if (elements_of(in) == 0) return;
  const auto positions = argsort_in_workspace(stream, rows, order, workspace);
  gather(stream, rows.in, -1, positions, with_dim_last(out, dim_of("sort", in, dim)));
}

void topk(Stream& stream, const TensorView& in, std::int64_t dim, SortOrder order, const TensorView& values,
          const TensorView& places, Workspace& workspace) {
  constexpr std::string_view kName = "topk";
  const auto rows = rows_of(kName, in, dim);
  const auto along = dim_of(kName, in, dim);
  auto wanted = in;
  wanted.dims[along] = values.rank == in.rank ? values.dims[along] : -1;
  if (wanted.dims[along] < 0 || wanted.dims[along] > in.dims[along])
    refuse(kName, "values",
           describe(values) + " does not have the shape of in, " + describe(in) + "; only dim " +
               std::to_string(along) + " may be smaller");
  check_like(kName, {"values", values}, wanted.dims, in.dtype, in);
  check_like(kName, {"places", places}, wanted.dims, DType::u32, in);
  const Named result{"values", values}, other{"places", places};
  check_apart(kName, result, operand_of(values), other, operand_of(places));
  if (values.data == places.data && elements_of(wanted) != 0) refuse(kName, "places", "overlaps values");
  if (elements_of(wanted) == 0) return;
  auto first = argsort_in_workspace(stream, rows, order, workspace);
  first.dims[first.rank - 1] = wanted.dims[along];
  copy(stream, first, with_dim_last(places, along));
  gather(stream, rows.in, -1, first, with_dim_last(values, along));
}

}  // namespace rocm_bindgen::ops
