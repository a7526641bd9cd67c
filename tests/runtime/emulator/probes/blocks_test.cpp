// Blocks whose threads cooperate: reductions, scans, votes, tiles, histograms and sorting networks.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

constexpr unsigned kBlock = 256;

std::vector<int> numbers(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  return filled<int>(count, [&] { return random.integer(-99, 99); });
}

unsigned size_of(const std::vector<int>& values) {
  return static_cast<unsigned>(values.size());
}

}  // namespace

TEST_CASE("probe: block sums in static LDS") {
  const auto in = numbers(5 * kBlock - 100, 1);
  const auto out = unwritten<int>(5);
  run("reduce_static", blocks(5, kBlock), size_of(in), upload(in), out);
  std::vector<int> expected(5);
  for (std::size_t i = 0; i < in.size(); ++i) expected[i / kBlock] += in[i];
  check_equal("sums", out.to_vector(), expected);
}

TEST_CASE("probe: block sums in dynamic LDS") {
  Random random(2);
  const auto in = filled<double>(1000, [&] { return random.integer(-1000000, 1000000) * 0.25; });
  for (const unsigned size : {32u, 64u, 128u, 512u, 1024u}) {
    const auto count = static_cast<std::uint32_t>((in.size() + size - 1) / size);
    const auto out = unwritten<double>(count);
    run("reduce_dynamic", {{count}, {size}, static_cast<std::uint32_t>(size * sizeof(double))},
        static_cast<unsigned>(in.size()), upload(in), out);
    std::vector<double> expected(count);
    for (std::size_t i = 0; i < in.size(); ++i) expected[i / size] += in[i];
    check_equal("sums of " + std::to_string(size), out.to_vector(), expected);
  }
}

TEST_CASE("probe: dynamic LDS of several types") {
  for (const unsigned count : {96u, 256u}) {
    Random random(count);
    const auto in = filled<float>(count, [&] { return random.integer(-100, 100); });
    const auto out = unwritten<float>(count);
    // Dynamic shared memory has a double, a float and a byte for each thread.
    run("carved_lds", {{1}, {count}, count * (8 + 4 + 1)}, upload(in), out);
    std::vector<float> expected;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned other = (i + 1) % count;
      expected.push_back(2 * in[other] + in[count - 1 - other] + static_cast<float>(other * 3 % 256) + in[i % 32] * 10);
    }
    check_equal("sums", out.to_vector(), expected);
  }
}

TEST_CASE("probe: block scans") {
  Random random(3);
  const auto in = filled<unsigned>(3 * kBlock, [&] { return random.word(); });
  const auto out = unwritten<unsigned>(in.size());
  run("scan", blocks(3, kBlock), upload(in), out);
  std::vector<unsigned> expected;
  for (std::size_t i = 0; i < in.size(); ++i) expected.push_back(in[i] + (i % kBlock == 0 ? 0 : expected.back()));
  check_equal("sums so far", out.to_vector(), expected);

  const auto signed_in = numbers(2 * kBlock, 4);
  const auto exclusive = unwritten<int>(2 * kBlock);
  run("tree_scan", blocks(1, kBlock), upload(signed_in), exclusive);
  std::vector<int> sums(2 * kBlock);
  std::exclusive_scan(signed_in.begin(), signed_in.end(), sums.begin(), 0);
  check_equal("sums before", exclusive.to_vector(), sums);
}

TEST_CASE("probe: block votes") {
  constexpr unsigned kSize = 96;
  auto in = numbers(4 * kSize, 5);
  in[7] = 99;             // the first block has a value above 98
  in[kSize + 50] = -100;  // the second block has a value that is not above -100
  // The last block has no value above 0.
  for (std::size_t i = 3 * kSize; i < in.size(); ++i) in[i] = std::clamp(in[i], -50, 0);
  const auto out = unwritten<int>(3 * in.size());
  run("block_votes", blocks(4, kSize), upload(in), out);
  std::vector<int> expected;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(i / kSize * kSize), end = begin + kSize;
    expected.push_back(static_cast<int>(std::count_if(begin, end, [](int x) { return x > 0; })));
    expected.push_back(std::all_of(begin, end, [](int x) { return x > -100; }) ? 1 : 0);
    expected.push_back(std::any_of(begin, end, [](int x) { return x > 98; }) ? 1 : 0);
  }
  check_equal("counts, all, any", out.to_vector(), expected);
}

TEST_CASE("probe: transposition through LDS") {
  constexpr unsigned kRows = 37, kColumns = 70;
  std::vector<float> in(kRows * kColumns), expected(kRows * kColumns);
  std::iota(in.begin(), in.end(), 0.0f);
  for (unsigned row = 0; row < kRows; ++row)
    for (unsigned column = 0; column < kColumns; ++column) expected[column * kRows + row] = in[row * kColumns + column];
  const auto out = unwritten<float>(in.size());
  run("transpose", {{5, 3}, {16, 16}}, kRows, kColumns, upload(in), out);
  check_equal("transposed", out.to_vector(), expected);
}

TEST_CASE("probe: a stencil with borders") {
  constexpr int kWidth = 45, kHeight = 33;
  const auto in = numbers(kWidth * kHeight, 6);
  const auto out = unwritten<int>(in.size());
  run("stencil", {{3, 3}, {16, 16}}, static_cast<unsigned>(kWidth), static_cast<unsigned>(kHeight), upload(in), out);
  const auto at = [&](int x, int y) {
    return x < 0 || y < 0 || x >= kWidth || y >= kHeight ? 0 : in[static_cast<std::size_t>(y * kWidth + x)];
  };
  std::vector<int> expected;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      expected.push_back(4 * at(x, y) - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1));
  check_equal("differences", out.to_vector(), expected);
}

TEST_CASE("probe: a histogram in LDS and memory") {
  Random random(7);
  const auto in = filled<unsigned char>(10000, [&] { return random.unit() * random.unit() * 256; });
  const auto bins = zeros<unsigned>(256);
  run("histogram", blocks(4, 256), static_cast<unsigned>(in.size()), upload(in), bins);
  std::vector<unsigned> expected(256);
  for (const unsigned char value : in) ++expected[value];
  check_equal("counts", bins.to_vector(), expected);
}

TEST_CASE("probe: the last block adds partial results") {
  const auto in = numbers(20 * kBlock - 17, 8);
  const auto partial = unwritten<int>(20);
  const auto done = zeros<unsigned>(1);
  for (int round = 0; round < 2; ++round) {
    const auto total = unwritten<long long>(1);
    run("last_block", blocks(20, kBlock), size_of(in), upload(in), partial, done, total);
    check_equal("total", total.to_vector(), {std::accumulate(in.begin(), in.end(), 0ll)});
    check_equal("blocks done, ready for the next launch", done.to_vector(), {0u});
  }
}

TEST_CASE("probe: bitonic sort of a block") {
  const auto in = numbers(2 * kBlock, 9);
  const auto out = unwritten<int>(in.size());
  run("bitonic_block", blocks(1, kBlock), upload(in), out);
  auto expected = in;
  std::sort(expected.begin(), expected.end());
  check_equal("sorted", out.to_vector(), expected);
}

TEST_CASE("probe: bitonic sort over many launches") {
  constexpr unsigned kCount = 2048;
  Random random(10);
  const auto in = filled<float>(kCount, [&] { return random.uniform(-1000, 1000); });
  std::vector<unsigned> places(kCount);
  std::iota(places.begin(), places.end(), 0u);
  const auto keys = upload(in);
  const auto carried = upload(places);
  const auto stage = kernel("bitonic_stage");
  // A thread compares two keys, so a block of 256 threads handles 512.
  for (unsigned size = 2; size <= kCount; size *= 2)
    for (unsigned stride = size / 2; stride > 0; stride /= 2)
      stage.launch(blocks(kCount / 512, 256), stream(), size, stride, keys, carried);
  auto expected = in;
  std::sort(expected.begin(), expected.end());
  check_equal("keys", keys.to_vector(), expected);
  std::vector<float> carried_keys;
  for (const unsigned place : carried.to_vector()) carried_keys.push_back(in.at(place));
  check_equal("keys of the carried values", carried_keys, expected);
}
