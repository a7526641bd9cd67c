#include "../../kernels/binary.cu"
#include "host_launch.hpp"
#include "support/catch.hpp"

namespace {

using reference::agrees;
using reference::edge_values;
using reference::Element;
using reference::Real;

template <class T, class Out>
using Kernel = void (*)(size_t, size_t, const size_t*, const T*, const T*, Out*);

template <class T, class Out>
struct Row {
  const char* name;
  Kernel<T, Out> kernel;
  Out (*expected)(T, T);
};

template <class T, class Out>
void check_scene(const Row<T, Out>& row, const host::Scene& scene, const std::vector<T>& lhs_values,
                 const std::vector<T>& rhs_values) {
  const size_t numel = scene.numel();
  const std::vector<T> lhs = host::filled(scene.reach(0), lhs_values, 0);
  const std::vector<T> rhs = host::filled(scene.reach(1), rhs_values, 3);
  host::Output<Out> out(scene.out_start, numel);
  const bool dense = scene.views.empty();
  const host::Sizes info = dense ? host::Sizes() : scene.info(2);
  const T* const lhs_data = lhs.data() + (dense ? scene.out_start : scene.views[0].start);
  const T* const rhs_data = rhs.data() + (dense ? scene.out_start : scene.views[1].start);
  host::launch(scene.grid, [&] {
    row.kernel(numel, scene.dims.size(), dense ? nullptr : info.data(), lhs_data, rhs_data, out.data());
  });
  // A double's reference is rounded to long double first, and then again.
  constexpr int64_t kUlps = sizeof(T) == 8 ? 1 : 0;
  size_t right = 0;
  const auto at = [&](size_t i) { return row.expected(lhs[scene.offset(0, i)], rhs[scene.offset(1, i)]); };
  while (right < numel && agrees(out.data()[right], at(right), kUlps)) ++right;
  INFO(row.name << ": " << scene.name);
  if (right < numel) {
    const double x = static_cast<double>(Element<T>::value(lhs[scene.offset(0, right)]));
    const double y = static_cast<double>(Element<T>::value(rhs[scene.offset(1, right)]));
    const double got = static_cast<double>(Element<Out>::value(out.data()[right]));
    const double expected = static_cast<double>(Element<Out>::value(at(right)));
    CAPTURE(x, y, got, expected);
    FAIL_CHECK("wrong element");
  }
  CHECK(right == numel);
  CHECK(out.guards_intact());
}

// All pairs of a few hundred values, as two dense operands.
template <class T>
void all_pairs(std::vector<T>& lhs, std::vector<T>& rhs) {
  std::vector<T> values = edge_values<T>();
  constexpr size_t kMost = 300;
  const size_t step = (values.size() + kMost - 1) / kMost;
  for (size_t i = 0; i < values.size(); i += step) {
    for (size_t j = 0; j < values.size(); j += step) {
      lhs.push_back(values[i]);
      rhs.push_back(values[j]);
    }
  }
}

template <class T, class Out>
void check(const Row<T, Out>& row) {
  std::vector<T> lhs;
  std::vector<T> rhs;
  all_pairs(lhs, rhs);
  host::Output<Out> out(0, lhs.size());
  host::launch({5, 1, 1}, [&] { row.kernel(lhs.size(), 0, nullptr, lhs.data(), rhs.data(), out.data()); });
  size_t right = 0;
  constexpr int64_t kUlps = sizeof(T) == 8 ? 1 : 0;
  while (right < lhs.size() && agrees(out.data()[right], row.expected(lhs[right], rhs[right]), kUlps)) ++right;
  if (right < lhs.size()) {
    const double x = static_cast<double>(Element<T>::value(lhs[right]));
    const double y = static_cast<double>(Element<T>::value(rhs[right]));
    const double got = static_cast<double>(Element<Out>::value(out.data()[right]));
    CAPTURE(row.name, x, y, got);
    FAIL_CHECK("wrong result for a pair of edge values");
  }
  const std::vector<T> values = edge_values<T>();
  for (const host::Scene& scene : host::scenes()) check_scene(row, scene, values, values);
}

// The operation on exact values, rounded once; integers by their own rules.
template <class T>
struct Expected {
  static Real value(T x) { return Element<T>::value(x); }

  template <class F>
  static T rounded(T x, T y, F f) {
    return Element<T>::nearest(f(value(x), value(y)));
  }
  static T add(T x, T y) {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<uint64_t>(x) + static_cast<uint64_t>(y));
    return rounded(x, y, [](Real a, Real b) { return a + b; });
  }
  static T sub(T x, T y) {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<uint64_t>(x) - static_cast<uint64_t>(y));
    return rounded(x, y, [](Real a, Real b) { return a - b; });
  }
  static T mul(T x, T y) {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
    return rounded(x, y, [](Real a, Real b) { return a * b; });
  }
  static T div(T x, T y) {
    if constexpr (std::is_integral_v<T>) {
      if (y == 0) return 0;
      if (std::is_signed_v<T> && y == static_cast<T>(-1)) return sub(0, x);
      return static_cast<T>(x / y);
    }
    return rounded(x, y, [](Real a, Real b) { return a / b; });
  }
  static T maximum(T x, T y) {
    return rounded(x, y, [](Real a, Real b) { return std::isnan(a) || std::isnan(b) ? a + b : std::max(a, b); });
  }
  static T minimum(T x, T y) {
    return rounded(x, y, [](Real a, Real b) { return std::isnan(a) || std::isnan(b) ? a + b : std::min(a, b); });
  }
  static uint8_t eq(T x, T y) { return value(x) == value(y); }
  static uint8_t ne(T x, T y) { return value(x) != value(y); }
  static uint8_t lt(T x, T y) { return value(x) < value(y); }
  static uint8_t le(T x, T y) { return value(x) <= value(y); }
  static uint8_t gt(T x, T y) { return value(x) > value(y); }
  static uint8_t ge(T x, T y) { return value(x) >= value(y); }
};

#define ROW(PREFIX, ROOT, SUFFIX) \
  { #PREFIX #ROOT "_" #SUFFIX, PREFIX##ROOT##_##SUFFIX, E::ROOT }
#define BINARY_TEST(SUFFIX, T)                                                                              \
  TEST_CASE("binary kernels, " #SUFFIX) {                                                                   \
    using E = Expected<T>;                                                                                  \
    const Row<T, T> arithmetic[] = {ROW(b, add, SUFFIX), ROW(b, sub, SUFFIX),     ROW(b, mul, SUFFIX),      \
                                    ROW(b, div, SUFFIX), ROW(b, maximum, SUFFIX), ROW(b, minimum, SUFFIX)}; \
    const Row<T, uint8_t> comparisons[] = {ROW(, eq, SUFFIX), ROW(, ne, SUFFIX), ROW(, lt, SUFFIX),         \
                                           ROW(, le, SUFFIX), ROW(, gt, SUFFIX), ROW(, ge, SUFFIX)};        \
    for (const auto& row : arithmetic) check(row);                                                          \
    for (const auto& row : comparisons) check(row);                                                         \
  }

BINARY_TEST(bf16, __nv_bfloat16)
BINARY_TEST(f16, __half)
BINARY_TEST(f32, float)
BINARY_TEST(f64, double)
BINARY_TEST(u8, uint8_t)
BINARY_TEST(u32, uint32_t)
BINARY_TEST(i64, int64_t)
BINARY_TEST(f8_e4m3, __nv_fp8_e4m3)
BINARY_TEST(f8e4m3, __nv_fp8_e4m3)

}  // namespace
