// Tensors of more than 2^31 elements. They run on a GPU only, because an emulated device would take hours.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

#include "rocm_bindgen/ops/convolution.hpp"
#include "rocm_bindgen/ops/elementwise.hpp"
#include "rocm_bindgen/ops/index.hpp"
#include "rocm_bindgen/ops/normalize.hpp"
#include "rocm_bindgen/ops/reduce.hpp"
#include "rocm_bindgen/ops/rope.hpp"
#include "rocm_bindgen/ops/sort.hpp"
#include "rocm_bindgen/ops/window.hpp"
#include "runtime/ops/tensors.hpp"
#include "support/catch.hpp"

namespace {

using namespace rocm_bindgen;
using test::device;

constexpr std::int64_t kLimit = std::int64_t{1} << 31;
// 2^15 + 1 rows of 2^16 elements. The number of rows is a multiple of 3, for the convolutions.
constexpr std::int64_t kRows = 32769, kColumns = 65536, kCount = kRows * kColumns;
static_assert(kCount > kLimit);

bool is_emulated() {
  const bool emulated = device().info().name.rfind("emulated", 0) == 0;
  if (emulated) WARN("skipped: more than 2^31 elements are for a GPU");
  return emulated;
}

/// Computes each byte from its index. 251 is prime, so elements whose distance is a power of two, such as those of
/// neighbouring rows or pages, differ.
std::uint8_t value_at(std::int64_t i) {
  return static_cast<std::uint8_t>(i % 251);
}

/// kCount bytes, each from value_at().
const Buffer<std::uint8_t>& bytes() {
  static const auto all = [] {
    std::vector<std::uint8_t> values(kCount);
    for (std::int64_t i = 0; i < kCount; ++i) values[static_cast<std::size_t>(i)] = value_at(i);
    return Buffer<std::uint8_t>::from(device(), values);
  }();
  return all;
}

template <class T>
TensorView view(const Buffer<T>& buffer, DType dtype, std::initializer_list<std::int64_t> dims) {
  return TensorView(const_cast<T*>(buffer.data()), dtype, dims);
}
const std::initializer_list<std::int64_t> kMatrix{kRows, kColumns};
TensorView matrix() {
  return view(bytes(), DType::u8, kMatrix);
}

/// Checks that all elements of `out` are `expected(i)`, with as many threads as the host has.
template <class T, class Expected>
void check_all(const Buffer<T>& out, const Expected& expected) {
  const auto got = out.to_vector();
  const auto threads = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<std::int64_t> first{static_cast<std::int64_t>(got.size())};
  std::vector<std::thread> pool;
  for (unsigned t = 0; t < threads; ++t)
    pool.emplace_back([&, t] {
      const auto size = static_cast<std::int64_t>(got.size());
      for (std::int64_t i = size / threads * t; i < (t + 1 == threads ? size : size / threads * (t + 1)); ++i) {
        if (got[static_cast<std::size_t>(i)] == static_cast<T>(expected(i))) continue;
        // `first` becomes the smallest index of a wrong element in all threads.
        for (auto before = first.load(); i < before && !first.compare_exchange_weak(before, i);) {
        }
        return;
      }
    });
  for (auto& thread : pool) thread.join();
  INFO("the first wrong element of " << got.size());
  CHECK(first == static_cast<std::int64_t>(got.size()));
}

}  // namespace

TEST_CASE("large: elementwise ops are right") {
  if (is_emulated()) return;
  Stream stream(device());
  const Buffer<std::uint8_t> out(device(), kCount);
  const auto result = view(out, DType::u8, kMatrix);
  ops::fill(stream, result, 7);
  check_all(out, [](std::int64_t) { return 7; });
  ops::copy(stream, matrix(), result);
  check_all(out, value_at);
  ops::copy(stream, TensorView(const_cast<std::uint8_t*>(bytes().data()), DType::u8, {kColumns, kRows}, {1, kColumns}),
            view(out, DType::u8, {kColumns, kRows}));
  check_all(out, [](std::int64_t i) { return value_at(i % kRows * kColumns + i / kRows); });
  ops::affine(stream, matrix(), 3, 1, result);
  check_all(out, [](std::int64_t i) { return 3 * value_at(i) + 1; });
  // The first row is broadcast to all rows.
  const auto row = view(bytes(), DType::u8, {kColumns});
  ops::binary(stream, ops::Binary::add, matrix(), row, result);
  check_all(out, [](std::int64_t i) { return value_at(i) + value_at(i % kColumns); });
  ops::compare(stream, ops::Compare::lt, matrix(), row, result);
  check_all(out, [](std::int64_t i) { return value_at(i) < value_at(i % kColumns) ? 1 : 0; });
  ops::where(stream, matrix(), row, matrix(), result);
  check_all(out, [](std::int64_t i) { return value_at(i) != 0 ? value_at(i % kColumns) : 0; });
  const Buffer<std::int16_t> wide(device(), kCount);
  ops::cast(stream, matrix(), view(wide, DType::i16, kMatrix));
  check_all(wide, value_at);
}

TEST_CASE("large: reductions are right") {
  if (is_emulated()) return;
  Stream stream(device());
  ops::Workspace workspace(device());
  // Sums of bytes wrap modulo 256.
  std::vector<std::uint8_t> rows(kRows), columns(kColumns);
  for (std::int64_t i = 0; i < kCount; ++i) {
    auto& row = rows[static_cast<std::size_t>(i / kColumns)];
    auto& column = columns[static_cast<std::size_t>(i % kColumns)];
    row = static_cast<std::uint8_t>(row + value_at(i));
    column = static_cast<std::uint8_t>(column + value_at(i));
  }
  const Buffer<std::uint8_t> row_sums(device(), kRows), column_sums(device(), kColumns), sum(device(), 1);
  ops::reduce(stream, ops::Reduce::sum, matrix(), {1}, view(row_sums, DType::u8, {kRows}), workspace);
  CHECK(row_sums.to_vector() == rows);
  ops::reduce(stream, ops::Reduce::sum, matrix(), {0}, view(column_sums, DType::u8, {kColumns}), workspace);
  CHECK(column_sums.to_vector() == columns);
  ops::reduce(stream, ops::Reduce::sum, matrix(), ops::Dims::all(), view(sum, DType::u8, {}), workspace);
  CHECK(sum.to_vector()[0] == std::accumulate(rows.begin(), rows.end(), std::uint8_t{0}));

  // The largest element is the last one, the smallest the first of many.
  Buffer<std::uint8_t> line(device(), kCount);
  line.copy_from(bytes(), stream);
  stream.synchronize();
  const std::uint8_t largest = 255;
  line.copy_from(&largest, 1, kCount - 1);
  const Buffer<std::uint32_t> extreme_at(device(), 1);
  for (const auto& [op, expected] : {std::pair{ops::ArgReduce::argmax, kCount - 1}, {ops::ArgReduce::argmin, 0}}) {
    ops::reduce(stream, op, view(line, DType::u8, {kCount}), {0}, view(extreme_at, DType::u32, {}), workspace);
    CHECK(extreme_at.to_vector()[0] == expected);
  }
}

TEST_CASE("large: softmax, norms and rotary embedding are right") {
  if (is_emulated()) return;
  constexpr std::int64_t kLength = 4096, kLines = kLimit / kLength + 2, kAll = kLength * kLines;
  constexpr std::uint16_t kOne = 0x3c00, kThree = 0x4200;
  Stream stream(device());
  Buffer<std::uint16_t> in(device(), kAll);
  const Buffer<std::uint16_t> out(device(), kAll);
  const auto operand = view(in, DType::f16, {kLines, kLength}), result = view(out, DType::f16, {kLines, kLength});
  ops::fill(stream, operand, 1);
  // All elements are 1, except that the last row alternates between 1 and 3.
  std::vector<std::uint16_t> turns(kLength);
  for (std::size_t i = 0; i < turns.size(); ++i) turns[i] = i % 2 == 0 ? kOne : kThree;
  stream.synchronize();
  in.copy_from(turns.data(), kLength, kAll - kLength);
  /// All rows except the last are `usual`; the last alternates between `even` and `odd`.
  const auto check = [&](std::uint16_t usual, std::uint16_t even, std::uint16_t odd) {
    check_all(out, [=](std::int64_t i) { return i < kAll - kLength ? usual : i % 2 == 0 ? even : odd; });
  };
  ops::softmax(stream, operand, -1, result);
  check(0x0c00, 0x03d1, 0x0f0c);  // 1/4096; 1/(2048 (1 + e^2)), 1/(2048 (1 + e^-2))
  ops::rms_norm(stream, operand, std::nullopt, 0, result);
  check(0x3c00, 0x3728, 0x3d5e);  // 1; 1/sqrt(5), 3/sqrt(5)
  ops::layer_norm(stream, operand, std::nullopt, std::nullopt, 0x1p-20, result);
  check(0x0000, 0xbc00, 0x3c00);  // 0; -1, 1
  // Rotates by a quarter turn: (a, b) becomes (-b, a).
  const Buffer<std::uint16_t> cosines = Buffer<std::uint16_t>::zeros(device(), kLength / 2);
  const auto sines = Buffer<std::uint16_t>::from(device(), std::vector<std::uint16_t>(kLength / 2, kOne));
  ops::rope(stream, ops::RopePairs::neighbours, operand, view(cosines, DType::f16, {kLength / 2}),
            view(sines, DType::f16, {kLength / 2}), result);
  // a is 1, and b is 1 or, in the last row, 3. In f16, 1 is 0x3c00, -1 is 0xbc00, and -3 is 0xc200.
  check_all(out, [](std::int64_t i) { return i % 2 == 1 ? 0x3c00 : i < kAll - kLength ? 0xbc00 : 0xc200; });
  ops::unary(stream, ops::Unary::neg, operand, result);
  check(0xbc00, 0xbc00, 0xc200);  // -1; -1, -3
}

TEST_CASE("large: rows and elements by ids are right") {
  if (is_emulated()) return;
  Stream stream(device());
  Buffer<std::uint8_t> out(device(), kCount);
  std::vector<std::uint32_t> reversed(kRows);
  for (std::size_t j = 0; j < reversed.size(); ++j) reversed[j] = static_cast<std::uint32_t>(reversed.size() - 1 - j);
  const auto rows = Buffer<std::uint32_t>::from(device(), reversed);
  const auto result = view(out, DType::u8, kMatrix), ids_of_rows = view(rows, DType::u32, {kRows});
  const auto in_reverse = [](std::int64_t i) { return value_at((kRows - 1 - i / kColumns) * kColumns + i % kColumns); };
  ops::index_select(stream, matrix(), 0, ids_of_rows, result);
  check_all(out, in_reverse);

  // Neighbouring groups of 128 elements have different orders.
  constexpr std::int64_t kGroupLength = 128, kGroups = kCount / kGroupLength;
  static_assert(kGroupLength * kGroups == kCount);
  const auto id_at = [](std::int64_t i) { return (i % kGroupLength * 7 + i / kGroupLength) % kGroupLength; };
  std::vector<std::uint8_t> all_ids(kCount);
  for (std::int64_t i = 0; i < kCount; ++i) all_ids[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(id_at(i));
  const auto ids = Buffer<std::uint8_t>::from(device(), all_ids);
  const auto id_view = view(ids, DType::u8, {kGroups, kGroupLength}),
             in = view(bytes(), DType::u8, {kGroups, kGroupLength}),
             groups = view(out, DType::u8, {kGroups, kGroupLength});
  ops::gather(stream, in, 1, id_view, groups);
  check_all(out, [&](std::int64_t i) { return value_at(i / kGroupLength * kGroupLength + id_at(i)); });
  // 7 * 55 is 1 more than a multiple of 128, so multiplication by 55 gives the source index of an element.
  const auto scattered = [](std::int64_t i) {
    const auto group = i / kGroupLength,
               j = ((i % kGroupLength - group % kGroupLength + kGroupLength) * 55) % kGroupLength;
    return value_at(group * kGroupLength + j);
  };
  out.clear(stream);
  ops::scatter(stream, in, 1, id_view, groups);
  check_all(out, scattered);
  out.clear(stream);
  ops::scatter_add(stream, in, 1, id_view, groups);
  check_all(out, scattered);
  out.clear(stream);
  ops::index_add(stream, matrix(), 0, ids_of_rows, result);
  check_all(out, in_reverse);
}

TEST_CASE("large: sort is right") {
  if (is_emulated()) return;
  constexpr std::int64_t kLength = 256, kLines = kCount / kLength;
  Stream stream(device());
  ops::Workspace workspace(device());
  const Buffer<std::uint32_t> out(device(), kCount);
  ops::argsort(stream, view(bytes(), DType::u8, {kLines, kLength}), -1, ops::SortOrder::ascending,
               view(out, DType::u32, {kLines, kLength}), workspace);
  stream.synchronize();
  // The first line, one in the middle, the one with element 2^31, and the last.
  for (const std::int64_t line : {std::int64_t{0}, kLimit / 2 / kLength, kLimit / kLength, kLines - 1}) {
    std::vector<std::uint32_t> expected(kLength), got(kLength);
    std::iota(expected.begin(), expected.end(), 0u);
    std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
      return value_at(line * kLength + a) < value_at(line * kLength + b);
    });
    out.copy_to(got.data(), kLength, static_cast<std::size_t>(line * kLength));
    CAPTURE(line);
    CHECK(got == expected);
  }
}

TEST_CASE("large: convolutions, pools and resizing are right") {
  if (is_emulated()) return;
  constexpr std::int64_t kNarrow = kColumns - 1;
  Stream stream(device());
  const auto weights = Buffer<std::uint8_t>::from(device(), std::vector<std::uint8_t>{1, 10});
  // One image may not have this many elements, so they are divided among three images.
  constexpr std::int64_t kBatches = 3, kHeight = kRows / kBatches;
  static_assert(kBatches * kHeight == kRows);
  const auto plane = view(bytes(), DType::u8, {kBatches, 1, kHeight, kColumns});
  const Buffer<std::uint8_t> narrow(device(), kRows * kNarrow);
  const auto result = view(narrow, DType::u8, {kBatches, 1, kHeight, kNarrow});
  /// The index of the left of the two neighbours that give result `i`.
  const auto left_of = [](std::int64_t i) { return i / kNarrow * kColumns + i % kNarrow; };
  ops::conv2d(stream, plane, view(weights, DType::u8, {1, 1, 1, 2}), {}, result);
  check_all(narrow, [&](std::int64_t i) { return value_at(left_of(i)) + 10 * value_at(left_of(i) + 1); });
  ops::max_pool2d(stream, plane, {1, 2}, {1, 1}, result);
  check_all(narrow, [&](std::int64_t i) { return std::max(value_at(left_of(i)), value_at(left_of(i) + 1)); });
  ops::avg_pool2d(stream, plane, {1, 2}, {1, 1}, result);
  check_all(narrow, [&](std::int64_t i) { return (value_at(left_of(i)) + value_at(left_of(i) + 1)) / 2; });

  const Buffer<std::uint8_t> out(device(), kCount);
  const auto wide = view(out, DType::u8, {kBatches, 1, kHeight, kColumns});
  ops::conv_transpose2d(stream, view(bytes(), DType::u8, {kBatches, 1, kHeight, kNarrow}),
                        view(weights, DType::u8, {1, 1, 1, 2}), {}, wide);
  check_all(out, [](std::int64_t i) {
    const auto row = i / kColumns * kNarrow, column = i % kColumns;
    return (column < kNarrow ? value_at(row + column) : 0) + (column > 0 ? 10 * value_at(row + column - 1) : 0);
  });
  ops::upsample_nearest(stream, view(bytes(), DType::u8, {kBatches, 1, 3, 5}), wide);
  check_all(out, [](std::int64_t i) {
    const auto batch = i / kColumns / kHeight, row = i / kColumns % kHeight * 3 / kHeight;
    return value_at((batch * 3 + row) * 5 + i % kColumns * 5 / kColumns);
  });
}
