// A tensor in device memory as the ops take it.
#ifndef ROCM_BINDGEN_OPS_TENSOR_VIEW_HPP
#define ROCM_BINDGEN_OPS_TENSOR_VIEW_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace rocm_bindgen {

/// Element types. u8 is also the type of truth values, 1 or 0.
enum class DType : std::uint8_t { u8, u32, i16, i32, i64, bf16, f16, f32, f64, f8e4m3 };

/// Bytes of an element.
constexpr std::size_t size_of(DType dtype) noexcept {
  switch (dtype) {
    case DType::u8:
    case DType::f8e4m3:
      return 1;
    case DType::i16:
    case DType::bf16:
    case DType::f16:
      return 2;
    case DType::u32:
    case DType::i32:
    case DType::f32:
      return 4;
    case DType::i64:
    case DType::f64:
      return 8;
  }
  return 0;
}

/// As in the kernels' names: "f16"; "?" for a number that is no type's.
constexpr std::string_view name_of(DType dtype) noexcept {
  constexpr std::string_view names[] = {"u8", "u32", "i16", "i32", "i64", "bf16", "f16", "f32", "f64", "f8e4m3"};
  const auto index = static_cast<std::size_t>(dtype);
  return index < sizeof(names) / sizeof(names[0]) ? names[index] : "?";
}

/// Where a tensor's elements are; owns nothing. A value, safe to copy.
struct TensorView {
  static constexpr std::uint32_t kMaxRank = 8;
  /// A number per dim.
  using Extents = std::array<std::int64_t, kMaxRank>;

  void* data = nullptr;      ///< of the element at index 0, ..., 0, on a device; written only as a result
  DType dtype = DType::f32;  ///< of the elements
  std::uint32_t rank = 0;    ///< 0: one element
  Extents dims{};            ///< outermost first; the first `rank` count
  Extents strides{};         ///< in elements, as `dims`; 0 repeats, negative ones go backwards

  TensorView() = default;

  /// Row-major and dense.
  TensorView(void* memory, DType type, std::initializer_list<std::int64_t> extents) noexcept
      : data(memory), dtype(type), rank(static_cast<std::uint32_t>(extents.size())) {
    // Of too many, ops complain.
    std::uint32_t d = 0;
    for (const auto extent : extents)
      if (d < kMaxRank) dims[d++] = extent;
    // Wraps where the dims are more than there is memory, which ops refuse.
    std::uint64_t stride = 1;
    for (d = rank < kMaxRank ? rank : kMaxRank; d-- != 0;) {
      strides[d] = static_cast<std::int64_t>(stride);
      stride *= static_cast<std::uint64_t>(dims[d]);
    }
  }
  /// With strides, in elements, one per dim.
  TensorView(void* memory, DType type, std::initializer_list<std::int64_t> extents,
             std::initializer_list<std::int64_t> steps) noexcept
      : TensorView(memory, type, extents) {
    if (steps.size() != extents.size()) rank = kMaxRank + 1;
    std::uint32_t d = 0;
    for (const auto step : steps)
      if (d < kMaxRank) strides[d++] = step;
  }
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_OPS_TENSOR_VIEW_HPP
