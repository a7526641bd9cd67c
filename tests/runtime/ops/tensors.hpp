// Tensors for the tests of ops: random shapes and layouts, with elements on the device and on the host.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "rocm_bindgen/buffer.hpp"
#include "rocm_bindgen/ops/tensor_view.hpp"
#include "rocm_bindgen/runtime_device.hpp"

namespace test {

using rocm_bindgen::DType;
using rocm_bindgen::TensorView;
using Dims = std::vector<std::int64_t>;

inline constexpr DType kAllDTypes[] = {DType::u8,   DType::u32, DType::i16, DType::i32, DType::i64,
                                       DType::bf16, DType::f16, DType::f32, DType::f64, DType::f8e4m3};

/// The device of all tests. An emulated device reports what it has executed when it is closed.
inline const rocm_bindgen::Device& device() {
  static const auto opened = rocm_bindgen::Device::open();
  return opened;
}

/// The layout of a tensor in memory: dimensions, strides, the offset of the element with index 0, and the size of the
/// memory in elements.
struct Layout {
  Dims dims;
  Dims strides;
  std::int64_t start = 0;
  std::int64_t extent = 0;

  std::int64_t numel() const { return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>()); }
  /// The offset of the element with this index in row-major order.
  std::int64_t offset(std::int64_t index) const {
    std::int64_t at = start;
    for (std::size_t d = dims.size(); d-- != 0;) {
      at += index % dims[d] * strides[d];
      index /= dims[d];
    }
    return at;
  }
};

/// A dense row-major layout.
inline Layout dense(const Dims& dims) {
  Layout layout{dims, Dims(dims.size()), 0, 1};
  for (std::size_t d = dims.size(); d-- != 0;) {
    layout.strides[d] = layout.extent;
    layout.extent *= dims[d];
  }
  return layout;
}

/// The offset of the element of `operand` for a row-major index into `result`: dimensions are aligned at the last one,
/// and those of 1 repeat.
inline std::int64_t operand_offset(const Layout& operand, const Layout& result, std::int64_t index) {
  std::int64_t at = operand.start;
  const auto missing = result.dims.size() - operand.dims.size();
  for (std::size_t d = result.dims.size(); d-- != 0;) {
    const auto coordinate = index % result.dims[d];
    index /= result.dims[d];
    if (d >= missing && operand.dims[d - missing] != 1) at += coordinate * operand.strides[d - missing];
  }
  return at;
}

/// A layout of `dims` in random order of memory, with gaps, negative strides and a start offset.
inline Layout random_layout(std::mt19937& random, const Dims& dims) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::int64_t>(random() % n); };
  Layout layout{dims, Dims(dims.size()), 0, 1};
  std::vector<std::size_t> order(dims.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const bool shuffled = below(2) == 0, gaps = below(3) == 0, backwards = below(4) == 0;
  if (shuffled) std::shuffle(order.begin(), order.end(), random);
  for (std::size_t i = order.size(); i-- != 0;) {
    const auto d = order[i];
    layout.strides[d] = layout.extent;
    if (gaps) layout.strides[d] += below(3);
    const auto span = layout.strides[d] * (dims[d] > 0 ? dims[d] - 1 : 0);
    layout.extent += span;
    if (backwards && below(2) == 0) {
      layout.start += span;
      layout.strides[d] = -layout.strides[d];
    }
  }
  // Unused elements before the tensor, with which it need not begin at an aligned address.
  const auto unused = below(3) == 0 ? below(9) : 0;
  layout.start += unused;
  layout.extent += unused;
  return layout;
}

/// The layout of an operand that is broadcast to `dims`: some dimensions are 1, have stride 0, or are missing at the
/// front.
inline Layout random_operand(std::mt19937& random, const Dims& dims) {
  const auto below = [&](std::uint32_t n) { return random() % n; };
  Dims operand_dims(dims.begin() + static_cast<std::ptrdiff_t>(
                                       below(3) == 0 ? below(static_cast<std::uint32_t>(dims.size()) + 1) : 0),
                    dims.end());
  for (auto& extent : operand_dims)
    if (below(4) == 0) extent = 1;
  return random_layout(random, operand_dims);
}

/// The memory of a tensor, on the host and on the device.
class Tensor {
 public:
  Tensor(const rocm_bindgen::Device& device, DType dtype, Layout layout, std::mt19937& random)
      : layout_(std::move(layout)),
        dtype_(dtype),
        bytes_(static_cast<std::size_t>(layout_.extent) * rocm_bindgen::size_of(dtype)),
        buffer_(device, bytes_.size()) {
    for (auto& byte : bytes_) byte = static_cast<std::uint8_t>(random());
  }

  std::vector<std::uint8_t>& bytes() { return bytes_; }
  const Layout& layout() const { return layout_; }
  void upload() { buffer_.copy_from(bytes_.data(), bytes_.size()); }
  std::vector<std::uint8_t> download() const { return buffer_.to_vector(); }

  TensorView view() const {
    TensorView view;
    view.data = buffer_.data() + layout_.start * static_cast<std::int64_t>(rocm_bindgen::size_of(dtype_));
    view.dtype = dtype_;
    view.rank = static_cast<std::uint32_t>(layout_.dims.size());
    std::copy(layout_.dims.begin(), layout_.dims.end(), view.dims.begin());
    std::copy(layout_.strides.begin(), layout_.strides.end(), view.strides.begin());
    return view;
  }

 private:
  Layout layout_;
  DType dtype_;
  std::vector<std::uint8_t> bytes_;
  rocm_bindgen::Buffer<std::uint8_t> buffer_;
};

}  // namespace test
