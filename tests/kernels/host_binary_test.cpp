#include "../../kernels/candle/binary.cu"
#include "host_launch.hpp"

namespace {

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

// The values of the operands and the result of each pair: rows for the left operand, columns for the right one.
template <class T, class Out>
struct Table {
  std::vector<T> values;
  std::vector<Out> expected;
};

template <class T, class Out>
Table<T, Out> table_of(Out (*expected)(T, T)) {
  // All pairs of 16-bit values would be too many.
  constexpr size_t kMost = 300;
  const std::vector<T> all = edge_values<T>();
  Table<T, Out> table;
  for (size_t i = 0; i < all.size(); i += (all.size() + kMost - 1) / kMost) table.values.push_back(all[i]);
  for (const T x : table.values) {
    for (const T y : table.values) table.expected.push_back(expected(x, y));
  }
  return table;
}

template <class T, class Out>
void check_scene(const Row<T, Out>& row, const host::Scene& scene, const Table<T, Out>& table,
                 const std::vector<uint32_t>& lhs_choice, const std::vector<uint32_t>& rhs_choice) {
  const size_t numel = scene.numel();
  const std::vector<T> lhs = host::chosen(lhs_choice, table.values);
  const std::vector<T> rhs = host::chosen(rhs_choice, table.values);
  const host::Sizes info = scene.info(2);
  const auto left = [&](size_t i) { return lhs_choice[scene.offsets[0][i]]; };
  const auto right = [&](size_t i) { return rhs_choice[scene.offsets[1][i]]; };
  // The reference of a double is rounded twice, first to long double. (Integers must always be equal, see agrees().)
  constexpr int64_t kUlps = sizeof(T) == 8 ? 1 : 0;
  for (const launcher::Geometry& geometry : launcher::geometries(scene.grid, numel)) {
    host::Output<Out> out(scene.out_start, numel);
    launcher::run(row.name, row.kernel, geometry,
                  {launcher::region(lhs), launcher::region(rhs), launcher::region(info), out.region()}, numel,
                  scene.dims.size(), scene.info_pointer(info), lhs.data() + scene.start(0), rhs.data() + scene.start(1),
                  out.data());
    INFO(row.name << ": " << scene.name << ", " << host::described(geometry));
    host::check_result(
        out, kUlps, [&](size_t i) { return table.expected[left(i) * table.values.size() + right(i)]; },
        [&](size_t i) {
          return std::vector<double>{static_cast<double>(Element<T>::value(table.values[left(i)])),
                                     static_cast<double>(Element<T>::value(table.values[right(i)]))};
        });
  }
}

template <class T, class Out>
void check(const Row<T, Out>& row) {
  const Table<T, Out> table = table_of(row.expected);
  const size_t count = table.values.size();
  // The two operands begin with different values, 0 and 3, of the cycle of all values.
  for (const host::Scene& scene : host::scenes()) {
    check_scene(row, scene, table, host::choice(scene.reach(0), count, 0), host::choice(scene.reach(1), count, 3));
  }
  // All pairs of values, as two dense operands.
  std::vector<uint32_t> lhs;
  std::vector<uint32_t> rhs;
  for (size_t i = 0; i < count * count; ++i) {
    lhs.push_back(static_cast<uint32_t>(i / count));
    rhs.push_back(static_cast<uint32_t>(i % count));
  }
  check_scene(row, host::all_of(count * count), table, lhs, rhs);
}

// Applies the operation to exact values and rounds once; integers follow their own rules.
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

#define ROW(PREFIX, ROOT, SUFFIX) {#PREFIX #ROOT "_" #SUFFIX, PREFIX##ROOT##_##SUFFIX, E::ROOT}
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
// Each e4m3 kernel exists under two names (docs/kernels.md).
BINARY_TEST(f8_e4m3, __nv_fp8_e4m3)
BINARY_TEST(f8e4m3, __nv_fp8_e4m3)

}  // namespace
