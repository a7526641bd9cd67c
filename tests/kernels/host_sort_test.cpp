#include <numeric>

#include "../../kernels/candle/sort.cu"
#include "host_launch.hpp"
#include "random_values.hpp"

// The dynamic LDS of a launch on the host.
alignas(kAccessBytes) uint32_t indices[kMaxLdsColumns];

namespace {

using reference::Element;

template <class T>
using Kernel = void (*)(const T*, uint32_t*, int, int);

template <class T>
bool is_nan(T x) {
  return std::isnan(Element<T>::value(x));
}

// The sort is stable and places NaN last in both directions.
template <class T>
std::vector<uint32_t> order_of(const T* row, size_t columns, bool descending) {
  std::vector<uint32_t> order(columns);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    if (is_nan(row[a]) || is_nan(row[b])) return !is_nan(row[a]) && is_nan(row[b]);
    const auto x = Element<T>::value(row[a]);
    const auto y = Element<T>::value(row[b]);
    return descending ? x > y : x < y;
  });
  return order;
}

// Seven values that repeat, to test which of several equal ones comes first.
template <class T>
std::vector<T> few_values(size_t count) {
  auto values = host::small_values<T>(count, 11);
  for (size_t i = 0; i < count; ++i) values[i] = values[i % 7];
  return values;
}

template <class T>
std::vector<std::vector<T>> rows_of(size_t count) {
  std::vector<std::vector<T>> all{host::any_values<T>(count, 12), few_values<T>(count)};
  const auto edges = reference::edge_values<T>();
  host::Random random(13);
  std::vector<T> mixed(count);
  for (T& value : mixed) value = edges[random.below(edges.size())];
  all.push_back(mixed);
  return all;
}

template <class T>
void check(const std::string& name, Kernel<T> kernel, bool descending) {
  constexpr size_t kRows = 2;
  // 8192 columns (kMaxLdsColumns) are the most that fit in LDS.
  for (const size_t columns : {1, 2, 3, 7, 8, 9, 16, 33, 100, 256, 1000, 8192, 8193, 20000}) {
    const bool is_long = columns > 1000;
    if (is_long && !std::is_same_v<T, float> && !std::is_same_v<T, double>) continue;  // to save time
    size_t padded = 1;
    while (padded < columns) padded *= 2;
    const size_t lds = padded <= kMaxLdsColumns ? padded * sizeof(uint32_t) : 0;
    auto rows = rows_of<T>(kRows * columns);
    if (is_long) rows.resize(1);
    for (const auto& x : rows) {
      std::vector<uint32_t> expected;
      for (size_t row = 0; row < kRows; ++row) {
        const auto order = order_of(x.data() + row * columns, columns, descending);
        expected.insert(expected.end(), order.begin(), order.end());
      }
      for (const auto& geometry : launcher::row_geometries(kRows)) {
        // Blocks of few lanes would take long on an emulated device.
        const size_t lanes = size_t{geometry.block.x} * geometry.block.y;
        if (is_long && !launcher::runs_on_host() && lanes < 1000) continue;
        INFO(name << " of " << columns << " columns, " << host::described(geometry));
        host::Output<uint32_t> out(0, kRows * columns);
        launcher::run_with_lds(lds, name, kernel, geometry, {launcher::region(x), out.region()}, x.data(), out.data(),
                               static_cast<int>(columns), static_cast<int>(padded));
        host::check_result(
            out, reference::kBits, [&](size_t i) { return expected[i]; },
            [&](size_t i) { return std::vector<double>{static_cast<double>(Element<T>::value(x[i]))}; });
      }
    }
  }
}

#define SORT_TEST(SUFFIX, T)                                    \
  TEST_CASE("sort kernels, " #SUFFIX) {                         \
    check<T>("asort_asc_" #SUFFIX, asort_asc_##SUFFIX, false);  \
    check<T>("asort_desc_" #SUFFIX, asort_desc_##SUFFIX, true); \
  }

SORT_TEST(bf16, __nv_bfloat16)
SORT_TEST(f16, __half)
SORT_TEST(f32, float)
SORT_TEST(f64, double)
SORT_TEST(u8, uint8_t)
SORT_TEST(u32, uint32_t)
SORT_TEST(i16, int16_t)
SORT_TEST(i32, int32_t)
SORT_TEST(i64, int64_t)
// Each e4m3 kernel exists under two names (docs/kernels.md).
SORT_TEST(f8_e4m3, __nv_fp8_e4m3)
SORT_TEST(f8e4m3, __nv_fp8_e4m3)

}  // namespace
