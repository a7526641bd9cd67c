// Runs an op on random tensors and compares each element with the result of C++ on the operands.
#pragma once

#include <cmath>
#include <cstring>
#include <type_traits>

#include "kernels/reference.hpp"
#include "rocm_bindgen/runtime.hpp"
#include "runtime/ops/tensors.hpp"
#include "support/catch.hpp"

namespace test {

using reference::Element;
using reference::Real;
using rocm_bindgen::Stream;

template <class T>
struct Type {
  using type = T;
};

/// Calls f with the Type of `dtype`.
template <class F>
void with_type(DType dtype, const F& f) {
  switch (dtype) {
    case DType::u8:
      return f(Type<std::uint8_t>{});
    case DType::u32:
      return f(Type<std::uint32_t>{});
    case DType::i16:
      return f(Type<std::int16_t>{});
    case DType::i32:
      return f(Type<std::int32_t>{});
    case DType::i64:
      return f(Type<std::int64_t>{});
    case DType::bf16:
      return f(Type<__nv_bfloat16>{});
    case DType::f16:
      return f(Type<__half>{});
    case DType::f32:
      return f(Type<float>{});
    case DType::f64:
      return f(Type<double>{});
    case DType::f8e4m3:
      return f(Type<__nv_fp8_e4m3>{});
  }
}

template <class T>
constexpr bool kIsFloat = !std::is_integral_v<T>;

/// Calls f with the Type of a float type; fails the test for other types.
template <class F>
void with_float_type(DType dtype, const F& f) {
  with_type(dtype, [&](auto type) {
    if constexpr (kIsFloat<typename decltype(type)::type>) {
      f(type);
    } else {
      FAIL(name_of(dtype) << " is no float");
    }
  });
}

template <class T>
T element(const std::vector<std::uint8_t>& bytes, std::int64_t at) {
  T x;
  std::memcpy(&x, bytes.data() + static_cast<std::size_t>(at) * sizeof(T), sizeof(T));
  return x;
}

template <class T>
void set_element(std::vector<std::uint8_t>& bytes, std::int64_t at, T x) {
  std::memcpy(bytes.data() + static_cast<std::size_t>(at) * sizeof(T), &x, sizeof(T));
}

/// The type in which kernels compute with T.
template <class T>
using Compute = std::conditional_t<kIsFloat<T>, std::conditional_t<sizeof(T) == 8, double, float>, T>;

template <class T>
Compute<T> widen(T x) {
  return static_cast<Compute<T>>(Element<T>::value(x));
}

/// Whether the bits are equal or both values are NaN.
template <class T>
bool same(T a, T b) {
  const auto x = Element<T>::value(a), y = Element<T>::value(b);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Shapes that use every code path: whole packs, packs and a remainder, rows that are not a multiple of a pack, one
/// element, no elements. A pack has 16 bytes, so multiples of 16 elements are whole packs for every type.
inline Dims random_dims(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::int64_t>(random() % n); };
  switch (below(6)) {
    case 0:
      return {1 + below(700)};
    case 1:
      return {1 + below(9), 16 * (1 + below(6))};
    case 2:
      return {1 + below(5), 1 + below(7), 1 + below(40)};
    case 3:
      return {1 + below(3), 1 + below(3), 1 + below(4), 1 + below(5), 16};
    case 4:
      return below(4) == 0 ? Dims{} : Dims{below(3), 5};
    default:
      return {16 * (1 + below(3)), 1 + below(33)};
  }
}

/// Checks `out` after an op: expected(index, value) must be true for each element, and all other memory unchanged.
template <class T, class Expected>
void check(Tensor& out, const Expected& expected) {
  const auto got = out.download();
  auto wanted_memory = out.bytes();
  for (std::int64_t i = 0; i < out.layout().numel(); ++i) {
    const auto at = out.layout().offset(i);
    const auto value = element<T>(got, at);
    if (!expected(i, value)) {
      INFO("element " << i << ": got " << static_cast<double>(Element<T>::value(value)));
      REQUIRE(expected(i, value));
    }
    set_element(wanted_memory, at, value);
  }
  REQUIRE(got == wanted_memory);
}

/// `count` elements from element `start` on, `stride` apart.
inline Layout line(std::int64_t count, std::int64_t start, std::int64_t stride) {
  return {{count}, {stride}, start, start + (count - 1) * stride + 1};
}

/// The layouts of `operands` tensors, the result first: each access pattern of threads, then random layouts.
inline std::vector<Layout> scene(int round, std::size_t operands, std::mt19937& random) {
  // Three workgroups of 256 threads with packs of 16 elements, and a remainder.
  constexpr std::int64_t kCount = 3 * 256 * 16 + 5;
  switch (round) {
    case 0:
      return std::vector<Layout>(operands, line(kCount, 0, 1));
    case 1:
      // The tensors begin one element after an aligned address, so that no pack is aligned.
      return std::vector<Layout>(operands, line(kCount / 8, 1, 1));
    case 2: {
      // Odd operands are one row, which is broadcast to all rows; even ones are one column.
      const Layout row{{48}, {1}, 0, 48}, column{{7, 1}, {1, 1}, 0, 7};
      std::vector<Layout> layouts{{{7, 48}, {48, 1}, 0, 7 * 48}};
      for (std::size_t k = 1; k < operands; ++k) layouts.push_back(k % 2 == 1 ? row : column);
      return layouts;
    }
    default:
      break;
  }
  const auto dims = random_dims(random);
  std::vector<Layout> layouts{random_layout(random, dims)};
  while (layouts.size() < operands) layouts.push_back(random_operand(random, dims));
  return layouts;
}

/// Runs an op on operands of `types` (the result first) in several scenes and calls `check_result` for each. In the
/// first three of the `rounds`, scene() has the access patterns of threads; tests of very many combinations have few
/// others.
template <class Run, class Check>
void for_random_tensors(const std::vector<DType>& types, const Run& run, const Check& check_result, int rounds = 12) {
  Stream stream(device());
  std::mt19937 random(static_cast<std::uint32_t>(types[0]) * 31 + static_cast<std::uint32_t>(types.back()));
  for (int round = 0; round < rounds; ++round) {
    const auto layouts = scene(round, types.size(), random);
    std::vector<Tensor> tensors;
    tensors.reserve(types.size());
    for (std::size_t k = 0; k < types.size(); ++k) {
      tensors.emplace_back(device(), types[k], layouts[k], random);
      tensors.back().upload();
    }
    INFO("round " << round);
    run(stream, tensors);
    stream.synchronize();
    check_result(tensors);
  }
}

/// The element of `tensor` that is broadcast to the element of `out` with this index.
template <class T>
T operand(Tensor& tensor, Tensor& out, std::int64_t index) {
  return element<T>(tensor.bytes(), operand_offset(tensor.layout(), out.layout(), index));
}

}  // namespace test
