// TensorView: a tensor in device memory, as an operand of ops.
#ifndef ROCM_BINDGEN_OPS_TENSOR_VIEW_HPP
#define ROCM_BINDGEN_OPS_TENSOR_VIEW_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace rocm_bindgen {

/// Element types. u8 is also the type of booleans, 1 or 0.
enum class DType : std::uint8_t { u8, u32, i16, i32, i64, bf16, f16, f32, f64, f8e4m3 };

/// Size of an element in bytes; 0 for a number that is not an enumerator.
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

/// The name of a type as in kernel names: "f16"; "?" for a number that is not an enumerator.
constexpr std::string_view name_of(DType dtype) noexcept {
  constexpr std::string_view names[] = {"u8", "u32", "i16", "i32", "i64", "bf16", "f16", "f32", "f64", "f8e4m3"};
  const auto index = static_cast<std::size_t>(dtype);
  return index < sizeof(names) / sizeof(names[0]) ? names[index] : "?";
}

/// The address, type, dims and strides of a tensor. It does not own its memory. Safe to copy.
struct TensorView {
  /// The maximum rank. Every launch passes the dims and strides of its operands by value, with space for this number.
  static constexpr std::uint32_t kMaxRank = 8;
  /// One number for each dim.
  using Extents = std::array<std::int64_t, kMaxRank>;

  /// Device address of the element at index 0, ..., 0. Ops write to results only, and refuse an address that is not a
  /// multiple of the element's size.
  void* data = nullptr;
  DType dtype = DType::f32;  ///< type of the elements
  std::uint32_t rank = 0;    ///< number of dims, at most kMaxRank; a tensor of rank 0 has one element
  Extents dims{};            ///< outermost first; only the first `rank` are used
  Extents strides{};         ///< in elements, in the order of `dims`; 0 repeats an element, and negative ones are valid

  TensorView() = default;

  /// A contiguous row-major tensor. Ops refuse more than kMaxRank extents.
  TensorView(void* memory, DType type, std::initializer_list<std::int64_t> extents) noexcept
      : data(memory), dtype(type), rank(static_cast<std::uint32_t>(extents.size())) {
    // Surplus extents are dropped. `rank` still counts them, so ops see that the rank is too large and refuse the view.
    std::uint32_t d = 0;
    for (const auto extent : extents)
      if (d < kMaxRank) dims[d++] = extent;
    // The product is unsigned so that it may wrap; ops refuse tensors that are larger than the address space.
    std::uint64_t stride = 1;
    for (d = rank < kMaxRank ? rank : kMaxRank; d-- != 0;) {
      strides[d] = static_cast<std::int64_t>(stride);
      stride *= static_cast<std::uint64_t>(dims[d]);
    }
  }
  /// A tensor with the given strides in elements, one for each dim. Ops refuse a different number of strides and dims.
  TensorView(void* memory, DType type, std::initializer_list<std::int64_t> extents,
             std::initializer_list<std::int64_t> steps) noexcept
      : TensorView(memory, type, extents) {
    // An invalid rank, which ops report.
    if (steps.size() != extents.size()) rank = kMaxRank + 1;
    std::uint32_t d = 0;
    for (const auto step : steps)
      if (d < kMaxRank) strides[d++] = step;
  }
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_OPS_TENSOR_VIEW_HPP
