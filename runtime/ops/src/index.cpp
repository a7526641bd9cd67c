#include "rocm_bindgen/ops/index.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "dims.hpp"
#include "kernel_tables.hpp"
#include "kernels/ops/index_view.hpp"
#include "launch_view.hpp"
#include "operands.hpp"

namespace rocm_bindgen::ops {
namespace {

/// The widest memory access of a thread.
constexpr std::size_t kAccessBytes = 16;

/// An operation with ids. One of its tensors is traversed in order, and another one is accessed by id. `walk` has all
/// three tensors, along the dims of the first. `row_step` is the stride, and `rows` the extent, of the indexed dim of
/// the second.
struct Indexed {
  Walk<3> walk;
  std::int64_t row_step = 0;
  std::int64_t rows = 0;
};

void check_ids(std::string_view name, const TensorView& ids) {
  check_tensor(name, {"ids", ids});
  if (ids.dtype != DType::u8 && ids.dtype != DType::u32 && ids.dtype != DType::i64)
    refuse(name, "ids", "have type " + std::string(name_of(ids.dtype)) + "; there are kernels for u8, u32 and i64");
}

/// Broadcasts ids of rank 1 along the other dims, so that each element has an id.
TensorView along(const TensorView& shape, std::uint32_t dim, const TensorView& ids) {
  auto view = shape;
  view.data = ids.data;
  view.dtype = ids.dtype;
  view.strides = {};
  view.strides[dim] = ids.strides[0];
  return view;
}

/// `shape` is traversed in order, `ids` has its dims, and `table` is accessed by id.
Indexed index(const TensorView& shape, const TensorView& table, std::uint32_t dim, const TensorView& ids) {
  Indexed indexed;
  auto& walk = indexed.walk;
  walk.axes = shape.rank;
  for (std::uint32_t a = 0; a < walk.axes; ++a) walk.extents[a] = shape.dims[shape.rank - 1 - a];
  walk.operands = {operand_of(shape), operand_of(table), operand_of(ids)};
  auto& stride = walk.operands[1].strides[shape.rank - 1 - dim];
  indexed.row_step = stride;
  stride = 0;
  indexed.rows = table.dims[dim];
  simplify(walk);
  return indexed;
}

/// Checks all dims except the indexed one. If `same`, `table` and `shape` must have equal dims; otherwise, the dims of
/// `table` must be at least as large.
void check_dims(std::string_view name, const Named& shape, const Named& table, std::uint32_t dim, bool same) {
  if (shape.view.rank != table.view.rank)
    refuse(name, shape.name,
           describe(shape.view) + " does not have as many dims as " + std::string(table.name) + ", " +
               describe(table.view));
  bool fits = true;
  for (std::uint32_t d = 0; fits && d < shape.view.rank; ++d)
    fits = d == dim || shape.view.dims[d] == table.view.dims[d] || (!same && shape.view.dims[d] < table.view.dims[d]);
  if (!fits)
    refuse(name, shape.name,
           describe(shape.view) + (same ? " does not match " : " exceeds ") + std::string(table.name) + ", " +
               describe(table.view) + ", apart from dim " + std::to_string(dim));
}

/// Unlike in elementwise operations, not even identical operands are allowed: one thread may write an element before
/// another thread reads it.
void check_all_apart(std::string_view name, const TensorView& out, const TensorView& in, const TensorView& ids) {
  for (const Named& operand : {Named{"in", in}, Named{"ids", ids}}) {
    check_apart(name, {"out", out}, operand_of(out), operand, operand_of(operand.view));
    if (operand.view.data == out.data && check_tensor(name, operand) != 0 && check_tensor(name, {"out", out}) != 0)
      refuse(name, operand.name, "overlaps out");
  }
}

/// Launches the kernel. If `reads`, out is traversed and in is accessed by id; otherwise, the reverse.
void launch(Stream& stream, const BundledKernel& entry, const Indexed& indexed, std::uint32_t pack, bool reads) {
  const auto kernel = bundled_kernel(stream.device(), entry);
  for_each_view(indexed.walk, pack, [&](const View<3>& view, const std::array<void*, 3>& addresses) {
    IndexView by_id{view, static_cast<std::size_t>(indexed.row_step), static_cast<std::size_t>(indexed.rows)};
    // A pack at any row is aligned only if the distance between rows is a multiple of the pack.
    if (indexed.row_step % pack != 0 && by_id.view.access[1] == AccessPattern::pack)
      by_id.view.access[1] = AccessPattern::elements;
    kernel.launch(view_launch(kernel, entry.module, view.place_count), stream, by_id, addresses[reads ? 0 : 1],
                  addresses[reads ? 1 : 0], addresses[2]);
  });
}

std::uint32_t pack_for(std::size_t element_bytes) {
  return static_cast<std::uint32_t>(kAccessBytes / element_bytes);
}

void read_by_id(Stream& stream, const TensorView& in, std::uint32_t dim, const TensorView& ids, const TensorView& out) {
  const auto indexed = index(out, in, dim, ids);
  // Along the innermost axis, all elements have the same id. The kernel for this case reads the id alone, not a pack.
  const bool by_row = indexed.walk.axes != 0 && indexed.walk.operands[2].strides[0] == 0;
  const auto widest = std::max(size_of(in.dtype), by_row ? 1 : size_of(ids.dtype));
  const auto kind = by_row ? MoveById::select : MoveById::gather;
  launch(stream, kMoveByIdKernels.find(kind, ids.dtype, element_size_of(in.dtype)), indexed, pack_for(widest), true);
}

void write_by_id(Stream& stream, const BundledKernel& entry, const TensorView& in, std::uint32_t dim,
                 const TensorView& ids, const TensorView& out) {
  const auto pack = pack_for(std::max(size_of(in.dtype), size_of(ids.dtype)));
  launch(stream, entry, index(in, out, dim, ids), pack, false);
}

/// Checks ids of rank 1, one for each row of `shape`, and broadcasts them to its elements.
TensorView ids_of_rows(std::string_view name, const Named& shape, std::uint32_t dim, const TensorView& ids) {
  check_ids(name, ids);
  if (ids.rank != 1 || ids.dims[0] != shape.view.dims[dim])
    refuse(name, "ids",
           describe(ids) + " do not have one index per row of " + std::string(shape.name) + ", " +
               describe(shape.view) + ", along dim " + std::to_string(dim));
  return along(shape.view, dim, ids);
}

void check_ids_of_elements(std::string_view name, const Named& shape, const TensorView& ids) {
  check_ids(name, ids);
  if (ids.rank != shape.view.rank ||
      !std::equal(ids.dims.begin(), ids.dims.begin() + ids.rank, shape.view.dims.begin()))
    refuse(name, "ids",
           describe(ids) + " do not have one index per element of " + std::string(shape.name) + ", " +
               describe(shape.view));
}

/// Makes the checks that all operations with ids have in common. Returns the index of the dim.
std::uint32_t check_pair(std::string_view name, const TensorView& in, std::int64_t dim, const TensorView& out) {
  check_tensor(name, {"in", in});
  check_result(name, {"out", out});
  check_dtype(name, {"out", out}, in.dtype);
  return dim_of(name, in, dim);
}

void scatter_elements(Stream& stream, std::string_view name, const BundledKernel& entry, const TensorView& in,
                      std::int64_t dim, const TensorView& ids, const TensorView& out) {
  const auto along_dim = check_pair(name, in, dim, out);
  check_dims(name, {"in", in}, {"out", out}, along_dim, false);
  check_ids_of_elements(name, {"in", in}, ids);
  check_all_apart(name, out, in, ids);
  write_by_id(stream, entry, in, along_dim, ids, out);
}

}  // namespace

void index_select(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids,
                  const TensorView& out) {
  constexpr std::string_view kName = "index_select";
  const auto along_dim = check_pair(kName, in, dim, out);
  check_dims(kName, {"out", out}, {"in", in}, along_dim, true);
  const auto of_elements = ids_of_rows(kName, {"out", out}, along_dim, ids);
  check_all_apart(kName, out, in, ids);
  read_by_id(stream, in, along_dim, of_elements, out);
}

void gather(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids, const TensorView& out) {
  constexpr std::string_view kName = "gather";
  const auto along_dim = check_pair(kName, in, dim, out);
  check_dims(kName, {"out", out}, {"in", in}, along_dim, false);
  check_ids_of_elements(kName, {"out", out}, ids);
  check_all_apart(kName, out, in, ids);
  read_by_id(stream, in, along_dim, ids, out);
}

void scatter(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids, const TensorView& out) {
  const auto entry = kMoveByIdKernels.find(MoveById::scatter, ids.dtype, element_size_of(in.dtype));
  scatter_elements(stream, "scatter", entry, in, dim, ids, out);
}

void scatter_add(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids, const TensorView& out) {
  scatter_elements(stream, "scatter_add", kScatterAddKernels.find(ids.dtype, in.dtype), in, dim, ids, out);
}

void index_add(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& ids, const TensorView& out) {
  constexpr std::string_view kName = "index_add";
  const auto along_dim = check_pair(kName, in, dim, out);
  check_dims(kName, {"in", in}, {"out", out}, along_dim, true);
  const auto of_elements = ids_of_rows(kName, {"in", in}, along_dim, ids);
  check_all_apart(kName, out, in, ids);
  write_by_id(stream, kScatterAddKernels.find(ids.dtype, in.dtype), in, along_dim, of_elements, out);
}

bool take_id_out_of_range(Stream& stream, Workspace& workspace) {
  std::uint32_t flags[std::size(kTakeIdKernels)] = {};
  auto* const memory = static_cast<std::uint32_t*>(workspace.at_least(sizeof flags));
  for (std::size_t m = 0; m < std::size(kTakeIdKernels); ++m) {
    const auto kernel = bundled_kernel(stream.device(), kTakeIdKernels[m]);
    // Only the first thread does something, so any workgroup size would do.
    kernel.launch({Dim3{1}, Dim3{32}, 0}, stream, memory + m);
  }
  workspace.memory().copy_to(reinterpret_cast<std::byte*>(flags), sizeof flags, stream);
  stream.synchronize();
  return std::any_of(std::begin(flags), std::end(flags), [](std::uint32_t flag) { return flag != 0; });
}

}  // namespace rocm_bindgen::ops
