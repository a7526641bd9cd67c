#include "transpose.hpp"

#include <utility>

#include "launch_view.hpp"

namespace rocm_bindgen::ops {
namespace {

/// With fewer neighbours than this, at least half of a tile, whose side is 32 or 64, is empty.
constexpr std::int64_t kWorthATile = 16;

std::int64_t tiles_along(std::int64_t extent, std::int64_t side) {
  return (extent - 1) / side + 1;
}

/// Returns the first axis other than 0 along which the source is contiguous, or 0 if there is none.
std::uint32_t neighbour_axis(const Walk<2>& walk) {
  for (std::uint32_t a = 1; a < walk.axes; ++a)
    if (walk.operands[1].strides[a] == 1) return a;
  return 0;
}

}  // namespace

std::optional<Transposition> as_transposition(const Walk<2>& walk) {
  const auto other = neighbour_axis(walk);
  const auto& out = walk.operands[0];
  const auto& in = walk.operands[1];
  if (other == 0 || out.strides[0] != 1 || walk.extents[0] < kWorthATile || walk.extents[other] < kWorthATile)
    return std::nullopt;
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  const std::int64_t side = tile_side(out.element_bytes);
  Transposition view{};
  view.tiles.axes = walk.axes;
  // The two axes of the tiles come first.
  std::int64_t tiles = 1;
  std::uint32_t next = 2;
  for (std::uint32_t a = 0; a < walk.axes; ++a) {
    const bool tiled = a == 0 || a == other;
    const std::uint32_t tile_axis = a == 0 ? 0u : a == other ? 1u : next++;
    const auto extent = tiled ? tiles_along(walk.extents[a], side) : walk.extents[a];
    // Extents that exceed 31 bits are left to the plain copy, which is split into several launches.
    if (walk.extents[a] >= kMost || extent > (kMost - 1) / tiles) return std::nullopt;
    tiles *= extent;
    view.tiles.axis[tile_axis] = view_axis(static_cast<std::uint32_t>(extent));
    for (int k = 0; k < 2; ++k)
      view.tiles.stride[k][tile_axis] = static_cast<std::size_t>(walk.operands[at(k)].strides[a] * (tiled ? side : 1));
  }
  view.tiles.place_count = static_cast<std::uint32_t>(tiles);
  view.columns = static_cast<std::uint32_t>(walk.extents[0]);
  view.rows = static_cast<std::uint32_t>(walk.extents[other]);
  view.out_row = static_cast<std::size_t>(out.strides[other]);
  view.in_column = static_cast<std::size_t>(in.strides[0]);
  return view;
}

bool transpose(Stream& stream, const Walk<2>& walk, ElementSize size) {
  const auto view = as_transposition(walk);
  if (!view) return false;
  const auto kernel = bundled_kernel(stream.device(), kTransposeKernels.find(size));
  kernel.launch({Dim3{view->tiles.place_count}, Dim3{kViewWorkgroup}, 0}, stream, *view,
                reinterpret_cast<void*>(walk.operands[0].address),   // NOLINT
                reinterpret_cast<void*>(walk.operands[1].address));  // NOLINT
  return true;
}

}  // namespace rocm_bindgen::ops
