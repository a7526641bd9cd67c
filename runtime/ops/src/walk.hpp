// A walk is an iteration over several operands of one shape. It is simplified as far as possible and then passed to the
// view_* kernels. A kernel can count a limited number of places (view.hpp), so larger walks are split into several
// launches.
#ifndef ROCM_BINDGEN_OPS_WALK_HPP
#define ROCM_BINDGEN_OPS_WALK_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/ops/view.hpp"

namespace rocm_bindgen::ops {

/// An operand, with its strides along the axes of the shape.
struct WalkOperand {
  std::uintptr_t address = 0;
  std::size_t element_bytes = 0;
  std::array<std::int64_t, kMaxViewAxes> strides{};  ///< in elements, innermost axis first
};

constexpr std::size_t at(int operand) {
  return static_cast<std::size_t>(operand);
}

/// Operand 0 is the one that is accessed in order, usually the result. `axes` may be 0, for one element.
template <int kOperands>
struct Walk {
  std::uint32_t axes = 0;
  std::array<std::int64_t, kMaxViewAxes> extents{};  ///< innermost first, none below 1
  std::array<WalkOperand, kOperands> operands;
};

/// Returns the number of elements.
template <int kOperands>
std::int64_t count_of(const Walk<kOperands>& walk) {
  std::int64_t count = 1;
  for (std::uint32_t a = 0; a < walk.axes; ++a) count *= walk.extents[a];
  return count;
}

/// Precomputes the division by the extent that view.hpp describes.
inline ViewAxis view_axis(std::uint32_t extent) {
  std::uint32_t shift = 0;
  while ((std::uint64_t{1} << shift) < extent) ++shift;
  const std::uint64_t rest = (std::uint64_t{1} << shift) - extent;
  return {extent, static_cast<std::uint32_t>((rest << 32) / extent + 1), shift};
}

/// The order of a simplified walk's axes: by the strides of operand 0, smallest first; or as they are.
enum class AxisOrder : std::uint8_t { nearest_first, given };

/// Removes axes of extent 1, sorts axes by `axis_order`, and merges axes that are contiguous to each other in all
/// operands.
template <int kOperands>
void simplify(Walk<kOperands>& walk, AxisOrder axis_order = AxisOrder::nearest_first) {
  std::array<std::uint32_t, kMaxViewAxes> order{};
  std::uint32_t count_left = 0;
  for (std::uint32_t a = 0; a < walk.axes; ++a)
    if (walk.extents[a] != 1) order[count_left++] = a;
  const auto distance = [&](std::uint32_t a) {
    const auto stride = walk.operands[0].strides[a];
    return stride < 0 ? -stride : stride;
  };
  if (axis_order == AxisOrder::nearest_first)
    std::stable_sort(order.begin(), order.begin() + count_left,
                     [&](std::uint32_t a, std::uint32_t b) { return distance(a) < distance(b); });
  auto simple = walk;
  simple.axes = 0;
  for (std::uint32_t i = 0; i < count_left; ++i) {
    const auto a = order[i];
    const auto last = simple.axes - 1;
    bool merges = simple.axes != 0;
    for (int k = 0; k < kOperands && merges; ++k)
      merges = walk.operands[at(k)].strides[a] == simple.operands[at(k)].strides[last] * simple.extents[last];
    if (merges) {
      simple.extents[last] *= walk.extents[a];
      continue;
    }
    simple.extents[simple.axes] = walk.extents[a];
    for (int k = 0; k < kOperands; ++k) simple.operands[at(k)].strides[simple.axes] = walk.operands[at(k)].strides[a];
    ++simple.axes;
  }
  walk = simple;
}

/// Describes a simplified walk to the kernels. It must have at most kMaxPlaces places. `pack` is the number of elements
/// per thread.
template <int kOperands>
View<kOperands> describe(const Walk<kOperands>& walk, std::uint32_t pack) {
  View<kOperands> view{};
  const auto elements = count_of(walk);
  view.place_count = static_cast<std::uint32_t>((elements - 1) / pack + 1);
  view.last_count = static_cast<std::uint32_t>((elements - 1) % pack + 1);
  view.axes = walk.axes == 0 ? 1 : walk.axes;
  const auto inner = walk.axes == 0 ? 1 : walk.extents[0];
  view.is_packed = walk.axes <= 1 || inner % pack == 0;
  view.axis[0] = view_axis(static_cast<std::uint32_t>(view.is_packed != 0 ? (inner - 1) / pack + 1 : inner));
  for (std::uint32_t a = 1; a < walk.axes; ++a) view.axis[a] = view_axis(static_cast<std::uint32_t>(walk.extents[a]));
  for (int k = 0; k < kOperands; ++k) {
    const auto& operand = walk.operands[at(k)];
    const auto neighbour = walk.axes == 0 ? 1 : operand.strides[0];
    bool aligned = neighbour == 1 && operand.address % (pack * operand.element_bytes) == 0;
    for (std::uint32_t a = 0; a < walk.axes; ++a) {
      view.stride[k][a] = static_cast<std::size_t>(operand.strides[a]);
      aligned = aligned && (a == 0 || operand.strides[a] % pack == 0);
    }
    if (walk.axes == 0) view.stride[k][0] = 1;
    view.access[k] = aligned                    ? AccessPattern::pack
                     : neighbour == 0 && k != 0 ? AccessPattern::one
                                                : AccessPattern::elements;
  }
  return view;
}

/// Splits the walk along its outermost axis: keeps the first half and returns the second. The innermost axis is split
/// at a multiple of the pack, so that the second half has the same alignment as the first.
template <int kOperands>
Walk<kOperands> split(Walk<kOperands>& walk, std::int64_t pack) {
  // An earlier split may have left outer axes of extent 1.
  while (walk.axes > 1 && walk.extents[walk.axes - 1] == 1) --walk.axes;
  const auto outer = walk.axes - 1;
  const auto unit = outer == 0 ? pack : 1;
  const auto half = walk.extents[outer] / (2 * unit) * unit;
  auto rest = walk;
  walk.extents[outer] = half;
  rest.extents[outer] -= half;
  for (auto& operand : rest.operands)
    operand.address += static_cast<std::uintptr_t>(half * operand.strides[outer]) * operand.element_bytes;
  return rest;
}

/// The kernels count places in 31 bits.
constexpr std::int64_t kMaxPlaces = (std::int64_t{1} << 31) - 1;

/// Calls launch(view, addresses) for the walk; if it has more than `max_places` places, once for each of several parts.
/// Does nothing if there are no elements.
template <int kOperands, class Launch>
void for_each_view(Walk<kOperands> walk, std::uint32_t pack, const Launch& launch,
                   std::int64_t max_places = kMaxPlaces) {
  const auto elements = count_of(walk);
  if (elements == 0) return;
  // A split may have left outer axes of extent 1.
  while (walk.axes > 1 && walk.extents[walk.axes - 1] == 1) --walk.axes;
  const bool is_packed = walk.axes <= 1 || walk.extents[0] % pack == 0;
  if ((is_packed ? (elements - 1) / pack + 1 : elements) > max_places) {
    const auto rest = split(walk, pack);
    for_each_view(walk, pack, launch, max_places);
    for_each_view(rest, pack, launch, max_places);
    return;
  }
  std::array<void*, kOperands> addresses{};
  for (int k = 0; k < kOperands; ++k)
    addresses[at(k)] = reinterpret_cast<void*>(walk.operands[at(k)].address);  // NOLINT
  launch(describe(walk, pack), addresses);
}

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_WALK_HPP
