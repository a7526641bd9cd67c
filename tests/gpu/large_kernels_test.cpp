// Results and operands of more than 2^31 elements, for every module whose kernels in the reference set have 32-bit
// indices (docs/kernels.md).
//
// A kernel's `info` contains the dims and then, for each operand, the strides (in elements, outermost first). The
// `info` of convolutions, pools and resizing contains the dims and strides of the input, then those of the weights.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "gpu/bundled_kernels.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen;

namespace {

using Sizes = std::vector<std::size_t>;

constexpr std::size_t kLimit = std::size_t{1} << 31;
// The largest shape below, of copy2d, has 2^31 + 2^17 + 2 elements. The number is odd, so that the last pack is
// partial.
constexpr std::size_t kCount = kLimit + (1 << 17) + 3;
/// The size of a matrix of more than 2^31 but less than kCount elements.
constexpr std::size_t kRows = 32769, kColumns = 65536;
static_assert(kRows * kColumns > kLimit && kRows * kColumns < kCount);

/// Computes each byte from its index; 251 is prime, so neighbouring rows, pages and halves differ.
std::uint8_t value_at(std::size_t i) {
  return static_cast<std::uint8_t>(i % 251);
}

/// kCount bytes, each from value_at().
const Buffer<std::uint8_t>& bytes() {
  static const auto all = [] {
    std::vector<std::uint8_t> values(kCount);
    for (std::size_t i = 0; i < kCount; ++i) values[i] = value_at(i);
    return Buffer<std::uint8_t>::from(gpu::device(), values);
  }();
  return all;
}

/// 2^20 threads, so that each processes about 2048 elements.
const LaunchConfig kFewThreads{{4096}, {256}, 0};
/// One thread for each of `count` elements, as hosts launch.
LaunchConfig one_thread_each(std::size_t count) {
  return {{static_cast<std::uint32_t>((count + 1023) / 1024)}, {1024}, 0};
}

Buffer<std::size_t> info_of(const Sizes& sizes) {
  return Buffer<std::size_t>::from(gpu::device(), sizes);
}

template <class... Arguments>
void launch(const std::string& name, const LaunchConfig& config, Stream& stream, const Arguments&... arguments) {
  INFO(name);
  gpu::bundled_kernel(name).launch(config, stream, arguments...);
  stream.synchronize();
}

/// Checks that the first `count` elements of `out` are `expected(i)`.
template <class Expected>
void check_all(const Buffer<std::uint8_t>& out, std::size_t count, Expected expected) {
  const auto got = out.to_vector();
  REQUIRE(got.size() >= count);
  std::size_t wrong = 0, first = count;
  for (std::size_t i = 0; i < count; ++i) {
    if (got[i] == static_cast<std::uint8_t>(expected(i))) continue;
    first = std::min(first, i);
    ++wrong;
  }
  CAPTURE(first, count);
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("gpu large kernels: fill, const_set and copy2d are right") {
  Stream stream(gpu::device());
  auto out = Buffer<std::uint8_t>::zeros(gpu::device(), kCount);
  launch("fill_u8", kFewThreads, stream, out, std::uint8_t{7}, kCount);
  check_all(out, kCount, [](std::size_t) { return 7; });
  launch("const_set_u8", one_thread_each(kCount), stream, kCount, std::size_t{0}, nullptr, std::uint8_t{8}, out);
  check_all(out, kCount, [](std::size_t) { return 8; });
  // Every second element is written.
  const auto info = info_of({kCount / 2, 2});
  launch("const_set_u8", kFewThreads, stream, kCount / 2, std::size_t{1}, info, std::uint8_t{9}, out);
  check_all(out, kCount, [](std::size_t i) { return i % 2 == 0 && i / 2 < kCount / 2 ? 9 : 8; });
  // Each row is followed by a gap of one element.
  constexpr std::uint32_t kRow = 65537;
  static_assert(kRows * (kRow + 1) <= kCount);
  out.clear(stream);
  launch("copy2d_u8", one_thread_each(kRows * kRow), stream, bytes(), out, static_cast<std::uint32_t>(kRows), kRow,
         kRow, kRow + 1);
  check_all(out, kRows * (kRow + 1), [](std::size_t i) {
    const auto column = i % (kRow + 1);
    return column == kRow ? 0 : value_at(i / (kRow + 1) * kRow + column);
  });
}

TEST_CASE("gpu large kernels: operations in place are right for every block size") {
  // In the largest grid, one block in 128 (f32) or 256 (f16) works (kernels/common/work_partition.cuh). 2^27 elements
  // are two packs for each of these blocks (8 elements of f32 or 16 of f16), so that the last ones work too. If two
  // blocks processed the same element, it would be negated twice and have its original sign.
  constexpr std::size_t kEnough = std::size_t{1} << 27;
  Stream stream(gpu::device());
  const auto check = [&](const std::string& name, auto sign_bit, std::size_t count, const LaunchConfig& config) {
    using Bits = decltype(sign_bit);
    std::vector<Bits> values(count);
    // The highest byte is 1 to 119, which makes a positive finite number in every type: f16's infinity begins with
    // 0x7c = 124, and e4m3's NaN is 127.
    constexpr int kShift = sizeof(Bits) == 1 ? 0 : 8 * static_cast<int>(sizeof(Bits)) - 8;
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<Bits>(static_cast<Bits>(i % 119 + 1) << kShift);
    const auto out = Buffer<Bits>::from(gpu::device(), values);
    launch(name, config, stream, count, std::size_t{0}, nullptr, nullptr, out);
    const auto got = out.to_vector();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) wrong += got[i] == static_cast<Bits>(values[i] ^ sign_bit) ? 0u : 1u;
    CAPTURE(config.grid.x, config.grid.y, config.workgroup.x, config.workgroup.y, count);
    CHECK(wrong == 0);
  };
  const LaunchConfig largest_grid{{0x7fffffff}, {1}, 0};
  check("uneg_f32", std::uint32_t{1} << 31, kEnough, largest_grid);
  check("uneg_f16", static_cast<std::uint16_t>(1 << 15), kEnough, largest_grid);
  // Grids and blocks of one to three dimensions with 0.9 to 8.4 million threads. Some block sizes are not multiples of
  // a wave.
  const LaunchConfig configs[] = {{{12288}, {256}, 0},     {{32768}, {96}, 0},        {{3146}, {1000}, 0},
                                  {{2500, 3}, {96, 2}, 0}, {{2049, 2, 2}, {1024}, 0}, {{2048}, {1024}, 0},
                                  {{3072}, {1024}, 0},     {{9000}, {7, 5, 3}, 0}};
  for (const auto& config : configs) {
    for (const std::size_t count : {std::size_t{3} << 20, std::size_t{5000011}}) {
      check("uneg_f64", std::uint64_t{1} << 63, count, config);
      check("uneg_f32", std::uint32_t{1} << 31, count, config);
      check("uneg_bf16", static_cast<std::uint16_t>(1 << 15), count, config);
      check("uneg_f8e4m3", static_cast<std::uint8_t>(1 << 7), count, config);
    }
  }
}

TEST_CASE("gpu large kernels: the results of where are right") {
  Stream stream(gpu::device());
  Buffer<std::uint8_t> out(gpu::device(), kCount);
  const auto other = Buffer<std::uint8_t>::from(gpu::device(), std::vector<std::uint8_t>{99});
  // The condition is also the first operand; the second operand is a single element.
  const auto info = info_of({kCount, 1, 1, 0});
  for (const auto& config : {kFewThreads, one_thread_each(kCount)}) {
    out.clear(stream);
    launch("where_u8_u8", config, stream, kCount, std::size_t{1}, info, bytes(), bytes(), other, out);
    check_all(out, kCount, [](std::size_t i) { return value_at(i) != 0 ? value_at(i) : 99; });
  }
  const auto dense = info_of({kCount, 1, 1, 1});
  out.clear(stream);
  launch("where_u8_u8", kFewThreads, stream, kCount, std::size_t{1}, dense, bytes(), bytes(), bytes(), out);
  check_all(out, kCount, value_at);
}

TEST_CASE("gpu large kernels: reductions of one row and of many are right") {
  Stream stream(gpu::device());
  Buffer<std::uint8_t> in(gpu::device(), kCount);
  in.copy_from(bytes(), stream);
  const std::uint8_t largest = 255;  // value_at() is at most 250
  stream.synchronize();
  in.copy_from(&largest, 1, kCount - 1);
  const auto row = info_of({kCount, 1});
  Buffer<std::uint8_t> result(gpu::device(), 1);
  Buffer<std::uint32_t> index(gpu::device(), 1);
  const LaunchConfig one{{1}, {1024}, 0};
  launch("fast_argmax_u8", one, stream, kCount, kCount, std::size_t{1}, row, in, index);
  CHECK(index.to_vector()[0] == kCount - 1);
  launch("fast_argmin_u8", one, stream, kCount, kCount, std::size_t{1}, row, in, index);
  CHECK(index.to_vector()[0] == 0);  // the first of many zeros
  launch("fast_max_u8", one, stream, kCount, kCount, std::size_t{1}, row, in, result);
  CHECK(result.to_vector()[0] == largest);
  std::uint8_t sum = 0;
  for (std::size_t i = 0; i < kCount; ++i) sum = static_cast<std::uint8_t>(sum + value_at(i));
  launch("fast_sum_u8", one, stream, kCount, kCount, std::size_t{1}, row, bytes(), result);
  CHECK(result.to_vector()[0] == sum);

  const auto matrix = info_of({kRows, kColumns, kColumns, 1});
  const Buffer<std::uint8_t> sums(gpu::device(), kRows);
  launch("fast_sum_u8", {{static_cast<std::uint32_t>(kRows)}, {1024}, 0}, stream, kRows * kColumns, kColumns,
         std::size_t{2}, matrix, bytes(), sums);
  check_all(sums, kRows, [](std::size_t i) {
    std::uint8_t of_row = 0;
    for (std::size_t c = 0; c < kColumns; ++c) of_row = static_cast<std::uint8_t>(of_row + value_at(i * kColumns + c));
    return of_row;
  });

  // An operand of kCount elements with stride 0, all of which are the same element in memory.
  const auto ones = Buffer<std::uint32_t>::from(gpu::device(), std::vector<std::uint32_t>{1});
  const auto repeated = info_of({kCount, 0, kCount, 1});
  const auto count = Buffer<std::uint32_t>::zeros(gpu::device(), 1);
  launch("sum_u32", kFewThreads, stream, kCount, std::size_t{1}, std::size_t{1}, repeated, ones, count);
  CHECK(count.to_vector()[0] == kCount);
}

TEST_CASE("gpu large kernels: operations on each row are right") {
  constexpr std::size_t kLength = 4096, kLines = kLimit / kLength + 2;
  constexpr std::size_t kAll = kLength * kLines;
  constexpr f16 kOne{0x3c00}, kThree{0x4200};  // the bits of 1 and 3
  Stream stream(gpu::device());
  Buffer<f16> in(gpu::device(), kAll);
  const Buffer<f16> out(gpu::device(), kAll);
  launch("fill_f16", kFewThreads, stream, in, kOne, kAll);
  // All elements are 1, except that the last row alternates between 1 and 3.
  std::vector<f16> alternating(kLength);
  for (std::size_t i = 0; i < kLength; ++i) alternating[i] = i % 2 == 0 ? kOne : kThree;
  in.copy_from(alternating.data(), kLength, kAll - kLength);
  /// Checks that all rows except the last are `usual` and that the last alternates between `even` and `odd`. These are
  /// bits of f16; a result may differ by one unit in the last place.
  const auto check = [&](std::uint16_t usual, std::uint16_t even, std::uint16_t odd) {
    const auto got = out.to_vector();
    const auto near = [](f16 value, std::uint16_t bits) { return value.bits >= bits - 1 && value.bits <= bits + 1; };
    std::size_t wrong = 0, first = kAll;
    for (std::size_t i = 0; i < kAll; ++i) {
      const auto expected = i < kAll - kLength ? usual : i % 2 == 0 ? even : odd;
      if (near(got[i], expected)) continue;
      first = std::min(first, i);
      ++wrong;
    }
    CAPTURE(first, kAll);
    CHECK(wrong == 0);
  };
  const auto lines = static_cast<std::uint32_t>(kLines);
  const int length = static_cast<int>(kLength), block = 1024;
  launch("softmax_f16", {{lines}, {1, 32}, 0}, stream, in, out, length);
  check(0x0c00, 0x03d1, 0x0f0c);  // 1/4096; 1/(2048 (1 + e^2)), 1/(2048 (1 + e^-2))
  launch("rmsnorm_f16", {{lines}, {1024}, 0}, stream, in, out, nullptr, length, block, 0.0f);
  check(0x3c00, 0x3728, 0x3d5e);  // 1; 1/sqrt(5), 3/sqrt(5), because the mean square of 1 and 3 is 5
  launch("layernorm_f16", {{lines}, {1024}, 0}, stream, in, out, nullptr, nullptr, length, block, 1e-5f);
  check(0x0000, 0xbc00, 0x3c00);  // 0; -1, 1, because 1 and 3 have the mean 2 and the deviation 1
  // Rotates by a quarter turn (cosine 0, sine 1): (a, b) becomes (-b, a). So (1, 1) becomes (-1, 1), and (1, 3) in the
  // last row becomes (-3, 1): 0xbc00 is -1 and 0xc200 is -3.
  const Buffer<f16> cosines = Buffer<f16>::from(gpu::device(), std::vector<f16>(kLength / 2));
  const Buffer<f16> sines = Buffer<f16>::from(gpu::device(), std::vector<f16>(kLength / 2, kOne));
  // The kernel's parameters bh and td are the number of lines and the elements of each. The 0 after them is the stride
  // of the tables from one batch to the next: all lines use the same table.
  const auto td = static_cast<std::uint32_t>(kLength);
  launch("rope_i_f16", one_thread_each(kAll / 2), stream, in, cosines, sines, out, lines, td, std::uint32_t{0});
  const auto got = out.to_vector();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < kAll; ++i) {
    const bool last = i >= kAll - kLength;
    wrong += got[i].bits == (i % 2 == 0 ? (last ? 0xc200 : 0xbc00) : 0x3c00) ? 0u : 1u;
  }
  CHECK(wrong == 0);
}

TEST_CASE("gpu large kernels: rows by ids are right") {
  Stream stream(gpu::device());
  const Buffer<std::uint8_t> out(gpu::device(), kCount);
  std::vector<std::uint32_t> reversed(kRows);
  for (std::size_t j = 0; j < kRows; ++j) reversed[j] = static_cast<std::uint32_t>(kRows - 1 - j);
  const auto ids = Buffer<std::uint32_t>::from(gpu::device(), reversed);
  const auto info = info_of({kRows, 1});
  // The last parameters are the elements before the indexed dim (1), the sizes of this dim in operand and ids, and the
  // elements of a row.
  for (const auto& config : {kFewThreads, one_thread_each(kRows * kColumns)}) {
    launch("is_u32_u8", config, stream, kRows * kColumns, std::size_t{1}, info, ids, bytes(), out, std::size_t{1},
           kRows, kRows, kColumns);
    check_all(out, kRows * kColumns,
              [](std::size_t i) { return value_at((kRows - 1 - i / kColumns) * kColumns + i % kColumns); });
  }
}

TEST_CASE("gpu large kernels: elements by ids are right") {
  // Each group of 128 elements is permuted differently; 7 is odd, so each id of a group occurs once.
  constexpr std::size_t kGroup = 128, kGroups = kLimit / kGroup + 1, kAll = kGroup * kGroups;
  const auto id_at = [](std::size_t i) { return (i % kGroup * 7 + i / kGroup) % kGroup; };
  std::vector<std::uint8_t> all_ids(kAll);
  for (std::size_t i = 0; i < kAll; ++i) all_ids[i] = static_cast<std::uint8_t>(id_at(i));
  const auto ids = Buffer<std::uint8_t>::from(gpu::device(), all_ids);
  Stream stream(gpu::device());
  auto out = Buffer<std::uint8_t>::zeros(gpu::device(), kAll);
  // There are kGroups elements before the indexed dim, whose size is kGroup in operand and ids, and one after it.
  launch("gather_u8_u8", kFewThreads, stream, kAll, ids, bytes(), out, kGroups, kGroup, kGroup, std::size_t{1});
  check_all(out, kAll, [&](std::size_t i) { return value_at(i / kGroup * kGroup + id_at(i)); });

  /// Checks that out[group, ids[group, j]] is in[group, j].
  const auto check_scattered = [&] {
    const auto got = out.to_vector();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < kAll; ++i) wrong += got[i / kGroup * kGroup + id_at(i)] == value_at(i) ? 0u : 1u;
    CHECK(wrong == 0);
  };
  // scatter and scatter_add
  for (const std::string name : {"s_u8_u8", "sa_u8_u8"}) {
    out.clear(stream);
    launch(name, kFewThreads, stream, ids, bytes(), out, kGroups, kGroup, kGroup, std::size_t{1});
    check_scattered();
  }
  // index_add has one list of ids, so all groups are permuted in the same way.
  out.clear(stream);
  const auto first = Buffer<std::uint8_t>::from(gpu::device(), all_ids.data(), kGroup);
  launch("ia_u8_u8", kFewThreads, stream, first, kGroup, bytes(), out, kGroups, kGroup, kGroup, std::size_t{1});
  const auto got = out.to_vector();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < kAll; ++i) wrong += got[i / kGroup * kGroup + id_at(i % kGroup)] == value_at(i) ? 0u : 1u;
  CHECK(wrong == 0);
}

TEST_CASE("gpu large kernels: sort is right") {
  constexpr std::size_t kLength = 256, kLines = kLimit / kLength + 2;
  Stream stream(gpu::device());
  const Buffer<std::uint32_t> out(gpu::device(), kLength * kLines);
  const LaunchConfig config{{static_cast<std::uint32_t>(kLines)}, {256}, 4 * kLength};
  const auto length = static_cast<int>(kLength);
  launch("asort_asc_u8", config, stream, bytes(), out, length, length);
  // Only some lines are checked, because sorting all of them on the host would take long: the first, the one at element
  // 2^30, and the last three, the second of which begins at element 2^31.
  for (const std::size_t line : {std::size_t{0}, kLimit / 2 / kLength, kLines - 3, kLines - 2, kLines - 1}) {
    std::vector<std::uint32_t> expected(kLength), got(kLength);
    std::iota(expected.begin(), expected.end(), 0u);
    std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
      return value_at(line * kLength + a) < value_at(line * kLength + b);
    });
    out.copy_to(got.data(), kLength, line * kLength);
    CAPTURE(line);
    CHECK(got == expected);
  }
}

TEST_CASE("gpu large kernels: convolutions along an axis are right") {
  Stream stream(gpu::device());
  const std::size_t one = 1, none = 0;  // stride and dilation are 1, and there is no padding
  const Buffer<std::uint8_t> out(gpu::device(), kCount);
  const auto weights = Buffer<std::uint8_t>::from(gpu::device(), std::vector<std::uint8_t>{1, 10, 100});
  const auto info = info_of({1, 1, kCount, kCount, kCount, 1, 1, 1, 3, 3, 3, 1});
  launch("conv1d_u8", one_thread_each(kCount - 2), stream, kCount, kCount - 2, one, none, one, info, bytes(), weights,
         out);
  check_all(out, kCount - 2, [](std::size_t i) { return value_at(i) + 10 * value_at(i + 1) + 100 * value_at(i + 2); });

  const auto shorter = info_of({1, 1, kCount - 1, kCount - 1, kCount - 1, 1, 1, 1, 2, 2, 2, 1});
  launch("conv_transpose1d_u8", one_thread_each(kCount), stream, kCount - 1, kCount, one, none, none, one, shorter,
         bytes(), weights, out);
  check_all(out, kCount,
            [](std::size_t i) { return (i < kCount - 1 ? value_at(i) : 0) + (i > 0 ? 10 * value_at(i - 1) : 0); });

  // In col2im1d, windows of two elements with stride 2 do not overlap, so the result is a copy. In im2col1d, the stride
  // is 1: window i consists of the elements i and i + 1.
  constexpr std::size_t kPairs = kLimit / 2 + 1;
  launch("col2im1d_u8", one_thread_each(2 * kPairs), stream, 2 * kPairs, 2 * kPairs, kPairs, one, std::size_t{2},
         std::size_t{2}, bytes(), out);
  check_all(out, 2 * kPairs, value_at);
  const auto pairs_info = info_of({1, 1, kPairs + 1, kPairs + 1, kPairs + 1, 1});
  launch("im2col1d_u8", one_thread_each(kPairs), stream, kPairs, kPairs, std::size_t{2}, one, none, one, pairs_info,
         bytes(), out);
  check_all(out, 2 * kPairs, [](std::size_t i) { return value_at(i / 2 + i % 2); });
}

TEST_CASE("gpu large kernels: convolutions, pools and resizing of planes are right") {
  Stream stream(gpu::device());
  // Stride and dilation are one, and there is no padding. Windows have 1 x 2 elements.
  const std::size_t one = 1, none = 0, two = 2, narrow = kColumns - 1;
  const Buffer<std::uint8_t> out(gpu::device(), kCount);
  const auto weights = Buffer<std::uint8_t>::from(gpu::device(), std::vector<std::uint8_t>{1, 10});
  const auto plane = [](std::size_t columns, const Sizes& more = {}) {
    Sizes sizes{1, 1, kRows, columns, kRows * columns, kRows * columns, columns, 1};
    sizes.insert(sizes.end(), more.begin(), more.end());
    return info_of(sizes);
  };
  const Sizes pair{1, 1, 1, 2, 2, 2, 2, 1};
  /// The index of the left one of the two neighbouring elements that give result `i`. A row of the result is one
  /// element shorter than a row of the operand.
  const auto left_of = [](std::size_t i) { return i / (kColumns - 1) * kColumns + i % (kColumns - 1); };
  launch("conv2d_u8", one_thread_each(kRows * narrow), stream, kRows * kColumns, narrow, kRows, one, none, one,
         plane(kColumns, pair), bytes(), weights, out);
  check_all(out, kRows * narrow, [&](std::size_t i) { return value_at(left_of(i)) + 10 * value_at(left_of(i) + 1); });

  launch("conv_transpose2d_u8", one_thread_each(kRows * kColumns), stream, kRows * narrow, kColumns, kRows, one, none,
         none, one, plane(narrow, pair), bytes(), weights, out);
  check_all(out, kRows * kColumns, [&](std::size_t i) {
    const auto row = i / kColumns * narrow, column = i % kColumns;
    return (column < narrow ? value_at(row + column) : 0) + (column > 0 ? 10 * value_at(row + column - 1) : 0);
  });

  launch("max_pool2d_u8", one_thread_each(kRows * narrow), stream, kRows * kColumns, one, two, one, one,
         plane(kColumns), bytes(), out);
  check_all(out, kRows * narrow,
            [&](std::size_t i) { return std::max(value_at(left_of(i)), value_at(left_of(i) + 1)); });
  launch("avg_pool2d_u8", one_thread_each(kRows * narrow), stream, kRows * kColumns, one, two, one, one,
         plane(kColumns), bytes(), out);
  check_all(out, kRows * narrow, [&](std::size_t i) { return (value_at(left_of(i)) + value_at(left_of(i) + 1)) / 2; });

  // Each position of the window of 1 x 2 elements gives two elements of the result.
  constexpr std::size_t kUnfoldedRows = 32770, kUnfoldedColumns = 32767, kUnfolded = kUnfoldedRows * kUnfoldedColumns;
  static_assert(2 * kUnfolded > kLimit && 2 * kUnfolded < kCount);
  const auto unfold = info_of({1, 1, kUnfoldedRows, kUnfoldedColumns + 1, kUnfoldedRows * (kUnfoldedColumns + 1),
                               kUnfoldedRows * (kUnfoldedColumns + 1), kUnfoldedColumns + 1, 1});
  launch("im2col_u8", one_thread_each(2 * kUnfolded), stream, 2 * kUnfolded, kUnfoldedRows, kUnfoldedColumns, one, two,
         one, none, one, unfold, bytes(), out);
  check_all(out, 2 * kUnfolded, [](std::size_t i) {
    return value_at(i / 2 / kUnfoldedColumns * (kUnfoldedColumns + 1) + i / 2 % kUnfoldedColumns + i % 2);
  });

  const auto small_plane = info_of({1, 1, 3, 5, 15, 15, 5, 1});
  const double rows_scale = 3.0 / double(kRows), columns_scale = 5.0 / double(kColumns);
  launch("upsample_nearest2d_u8", one_thread_each(kRows * kColumns), stream, kRows, kColumns, rows_scale, columns_scale,
         small_plane, bytes(), out);
  check_all(out, kRows * kColumns, [&](std::size_t i) {
    const auto row = std::min<std::size_t>(2, std::size_t(double(i / kColumns) * rows_scale));
    return value_at(row * 5 + std::min<std::size_t>(4, std::size_t(double(i % kColumns) * columns_scale)));
  });
  // Interpolates from 0 in the first row to 200 in the last one. All elements of a row are equal.
  const auto ends = Buffer<std::uint8_t>::from(gpu::device(), std::vector<std::uint8_t>{0, 200});
  launch("upsample_bilinear2d_u8", one_thread_each(kRows * kColumns), stream, kColumns, kRows, true, false, 0.0, false,
         0.0, info_of({1, 1, 2, 1, 2, 2, 1, 1}), ends, out);
  check_all(out, kRows * kColumns, [](std::size_t i) { return i / kColumns * 200 / (kRows - 1); });
}
