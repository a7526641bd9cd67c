// Atomics: the final values do not depend on the order, and the returned values must be a permutation of the expected
// ones.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

constexpr unsigned kBlocks = 5, kSize = 96, kCount = kBlocks * kSize;

template <class T>
std::vector<T> any_numbers(std::uint64_t seed) {
  Random random(seed);
  return filled<T>(kCount, [&] { return static_cast<T>(random.bits()); });
}

/// The initial values of the cells for add, min, max, and, or and xor.
template <class T>
std::vector<T> start() {
  return {T{5}, std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest(), static_cast<T>(~T{0}), T{0}, T{0}};
}

template <class T>
void accumulate(std::vector<T>& cells, T x) {
  using Bits = std::make_unsigned_t<T>;
  cells[0] = static_cast<T>(static_cast<Bits>(cells[0]) + static_cast<Bits>(x));
  cells[1] = std::min(cells[1], x);
  cells[2] = std::max(cells[2], x);
  cells[3] &= x;
  cells[4] |= x;
  cells[5] ^= x;
}

template <class T>
void check_accumulation(const std::string& kernel) {
  auto in = any_numbers<T>(sizeof(T));
  // Some bits are set in all values, and some in none.
  for (auto& x : in) x = static_cast<T>((x | T{0x10}) & ~T{0x200});
  const auto cells = upload(start<T>());
  run(kernel, blocks(kBlocks, kSize), upload(in), cells);
  auto expected = start<T>();
  for (const T x : in) accumulate(expected, x);
  check_equal("in global memory", cells.to_vector(), expected);

  const auto of_blocks = unwritten<T>(6 * kBlocks);
  run(kernel + "_lds", blocks(kBlocks, kSize), upload(in), upload(start<T>()), of_blocks);
  expected.clear();
  for (unsigned block = 0; block < kBlocks; ++block) {
    auto block_cells = start<T>();
    for (unsigned i = 0; i < kSize; ++i) accumulate(block_cells, in[block * kSize + i]);
    expected.insert(expected.end(), block_cells.begin(), block_cells.end());
  }
  check_equal("in LDS", of_blocks.to_vector(), expected);
}

template <class T>
void check_permutation(const char* what, std::vector<T> actual, std::vector<T> expected) {
  std::sort(actual.begin(), actual.end());
  std::sort(expected.begin(), expected.end());
  check_equal(what, actual, expected);
}

}  // namespace

TEST_CASE("probe: atomics of int") {
  check_accumulation<int>("atomics_i32");
}
TEST_CASE("probe: atomics of unsigned") {
  check_accumulation<unsigned>("atomics_u32");
}
TEST_CASE("probe: atomics of unsigned long long") {
  check_accumulation<unsigned long long>("atomics_u64");
}

TEST_CASE("probe: compare and swap") {
  const auto in = any_numbers<long long>(4);
  const auto smallest = upload(std::vector<long long>{INT64_MAX});
  const auto sum = upload(std::vector<unsigned>{1000});
  const auto float_sum = upload(std::vector<float>{-3});
  run("compare_and_swap", blocks(kBlocks, kSize), upload(in), smallest, sum, float_sum);
  check_equal("smallest", smallest.to_vector(), {*std::min_element(in.begin(), in.end())});
  check_equal("sum", sum.to_vector(), {1000 + kCount * (kCount - 1) / 2});
  check_equal("sum of floats", float_sum.to_vector(), {2.0f * kCount - 3});
}

TEST_CASE("probe: values that atomics return") {
  const auto counters = upload(std::vector<unsigned>{7, 1000000, 0, 49, 12345});
  const auto wide = upload(std::vector<unsigned long long>{1ull << 33, 99, 0});
  const auto old = unwritten<unsigned>(6 * kCount);
  const auto wide_old = unwritten<unsigned long long>(4 * kCount);
  run("returned_values", blocks(kBlocks, kSize), counters, wide, old, wide_old);
  const auto found = old.to_vector();
  const auto wide_found = wide_old.to_vector();
  const auto left = counters.to_vector();
  const auto wide_left = wide.to_vector();
  std::vector<unsigned> sums, differences, rising, falling, exchanged{12345}, tickets;
  std::vector<unsigned long long> wide_sums, wide_exchanged{99}, wide_tickets;
  for (unsigned i = 0; i < kCount; ++i) {
    sums.push_back(7 + 3 * i);
    differences.push_back(1000000 - i);
    rising.push_back(i % 100);
    falling.push_back(49 - i % 50);
    exchanged.push_back(i);
    tickets.push_back(i % kSize);
    wide_sums.push_back((1ull << 33) + i * 0x100000001ull);
    wide_exchanged.push_back(static_cast<unsigned long long>(i) << 32);
    wide_tickets.push_back(static_cast<unsigned long long>(i % kSize) << 40);
  }
  check_permutation("add", column(found, 0, kCount), sums);
  check_permutation("sub", column(found, 1, kCount), differences);
  check_permutation("inc", column(found, 2, kCount), rising);
  check_permutation("dec", column(found, 3, kCount), falling);
  // The exchanged values are all returned, except the one that is in the cell at the end.
  auto seen = column(found, 4, kCount);
  seen.push_back(left[4]);
  check_permutation("exch", seen, exchanged);
  check_permutation("add in LDS", column(found, 5, kCount), tickets);
  check_permutation("64-bit add", column(wide_found, 0, kCount), wide_sums);
  auto wide_seen = column(wide_found, 1, kCount);
  wide_seen.push_back(wide_left[1]);
  check_permutation("64-bit exch", wide_seen, wide_exchanged);
  check_permutation("64-bit add in LDS", column(wide_found, 2, kCount), wide_tickets);
  // Exactly one of the threads that set the same bit found it clear.
  const auto set = column(wide_found, 3, kCount);
  check_equal("bits found clear", std::vector<long>{std::count(set.begin(), set.end(), 0ull)}, {64});
  check_equal("left", left, {7 + 3 * kCount, 1000000 - kCount, kCount % 100, 49 - kCount % 50, left[4]});
  check_equal("bits", std::vector<unsigned long long>{wide_left[2]}, {~0ull});
}

TEST_CASE("probe: atomics of float and double") {
  Random random(5);
  // These sums are exact in any order.
  const auto in = filled<float>(kCount, [&] { return random.integer(-1000, 1000) * 0.5; });
  const auto cells = zeros<float>(2 + kBlocks);
  const auto wide = zeros<double>(2);
  run("float_atomics", blocks(kBlocks, kSize), upload(in), cells, wide);
  std::vector<float> expected(2 + kBlocks);
  double sum = 0;
  for (unsigned i = 0; i < kCount; ++i) {
    expected[0] += in[i];
    expected[1] += in[i];
    expected[2 + i / kSize] += in[i];
    sum += static_cast<double>(in[i]);
  }
  check_equal("float", cells.to_vector(), expected);
  check_equal("double", wide.to_vector(), {sum * 1048576, sum});
}

TEST_CASE("probe: atomics of pairs of halves") {
  const auto cells = zeros<std::uint16_t>(6);
  run("half2_atomics", blocks(3, 96), cells);
  // 96 of the 3 * 96 threads add (1, -2) to each cell.
  std::vector<std::uint16_t> expected;
  for (int cell = 0; cell < 3; ++cell) {
    expected.push_back(half_bits(96));
    expected.push_back(half_bits(-192));
  }
  check_equal("pairs", cells.to_vector(), expected);
}

TEST_CASE("probe: atomics on adjacent cells") {
  constexpr unsigned kCells = 37, kThreads = 1000;
  Random random(6);
  const auto places = filled<unsigned>(kThreads, [&] { return random.integer(0, kCells - 1); });
  const auto cells = zeros<unsigned>(kCells);
  const auto wide = zeros<unsigned long long>(kCells);
  run("scattered_atomics", threads_for(kThreads), kThreads, upload(places), cells, wide);
  std::vector<unsigned> sums(kCells);
  std::vector<unsigned long long> largest(kCells);
  for (unsigned i = 0; i < kThreads; ++i) {
    sums[places[i]] += i;
    if (i % 3 != 0) largest[places[i]] = std::max(largest[places[i]], static_cast<unsigned long long>(i) << 20);
  }
  check_equal("sums", cells.to_vector(), sums);
  check_equal("largest", wide.to_vector(), largest);
}
