#include <algorithm>
#include <numeric>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

namespace {

// Unordered numbers from -2048 to 2047 that rarely repeat.
std::vector<int> mixed(std::size_t count) {
  std::vector<int> values;
  for (std::uint32_t i = 0; i < count; ++i) values.push_back(static_cast<int>((i * 2654435761u) >> 20u) - 2048);
  return values;
}

int sum(const std::vector<int>& values) {
  return std::accumulate(values.begin(), values.end(), 0);
}

void append(std::vector<int>& all, const std::vector<int>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

template <class Op>
std::vector<int> exclusive(const std::vector<int>& in, int initial, Op op) {
  std::vector<int> out;
  for (const int x : in) {
    out.push_back(initial);
    initial = op(initial, x);
  }
  return out;
}

}  // namespace

TEST_CASE("reductions of blocks are right") {
  const std::vector<int> in = mixed(160);
  const auto out = probe::unwritten<int>(3);
  constexpr int kValid = 70;
  probe::run("cub_block_reduce", probe::blocks(1, 160), probe::upload(in), out, kValid);
  // In the last sum, the second item of each of the 160 threads is 1.
  probe::check_equal("sum, largest of some, sum of two for each thread", out.to_vector(),
                     {sum(in), *std::max_element(in.begin(), in.begin() + kValid), sum(in) + 160});
}

TEST_CASE("scans of blocks of two dimensions are right") {
  const std::vector<int> in = mixed(160);
  const auto out = probe::unwritten<int>(5 * in.size());
  probe::run("cub_block_scan", rocm_bindgen::LaunchConfig{{1}, {16, 10}}, probe::upload(in), out);
  const auto add = [](int a, int b) { return a + b; };
  const std::vector<int> before = exclusive(in, 0, add);
  std::vector<int> expected = before;
  for (std::size_t i = 0; i < in.size(); ++i) expected.push_back(before[i] + in[i]);
  append(expected, exclusive(in, -7, [](int a, int b) { return std::max(a, b); }));
  // Each thread has two items: its value, and twice that.
  for (std::size_t i = 0; i < in.size(); ++i)
    expected.push_back((3 * before[i] + in[i]) * 1000 + 3 * before[i] + 3 * in[i]);
  // The callback's prefix begins at 5, and the kernel adds the sum of the block.
  for (const int x : exclusive(in, 5, add)) expected.push_back(x + sum(in));
  std::vector<int> got = out.to_vector();
  probe::check_equal("scans", got, expected);
}

TEST_CASE("reductions and scans of warps are right") {
  const std::vector<int> in = mixed(64);
  const auto out = probe::unwritten<int>(5 * in.size());
  probe::run("cub_warp", probe::blocks(1, 64), probe::upload(in), out);
  const std::vector<int> got = out.to_vector();
  std::vector<int> expected(got.size());
  for (std::size_t i = 0; i < 64; ++i) {
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(i);
    const std::size_t warp = i / 32 * 32;
    // Only the first lane of a warp gets the sum.
    expected[i] = i % 32 == 0 ? std::accumulate(begin, begin + 32, 0) : got[i];
    // Segments of five also end at the end of the warp; their first lanes have the sum.
    const std::size_t end = std::min(i / 5 * 5 + 5, warp + 32);
    expected[64 + i] = expected[128 + i] = std::accumulate(begin, in.begin() + static_cast<std::ptrdiff_t>(end), 0);
    const auto first = in.begin() + static_cast<std::ptrdiff_t>(i / 16 * 16);
    expected[192 + i] = std::accumulate(first, begin, 0);
    expected[256 + i] = *std::max_element(first, begin + 1);
  }
  probe::check_equal("warps", got, expected);
}

TEST_CASE("sorts and exchanges of blocks are right") {
  std::vector<float> in;
  // Multiples of 1/4. Some repeat, to check that equal keys keep their order.
  for (const int x : mixed(384)) in.push_back(static_cast<float>(x / 8) / 4);
  // Zeros of both signs are equal keys.
  in[7] = -0.0f;
  in[9] = 0.0f;
  const auto out = probe::unwritten<float>(768);
  const auto order = probe::unwritten<int>(384);
  probe::run("cub_sort", probe::blocks(1, 128), probe::upload(in), out, order);
  std::vector<int> expected(384);
  std::iota(expected.begin(), expected.end(), 0);
  const auto at = [&in](int i) { return in[static_cast<std::size_t>(i)]; };
  std::sort(expected.begin(), expected.end(), [&](int a, int b) { return at(a) != at(b) ? at(a) > at(b) : a < b; });
  probe::check_equal("order", order.to_vector(), expected);
  std::vector<float> keys;
  for (const int i : expected) keys.push_back(at(i));
  std::sort(in.begin(), in.end());
  keys.insert(keys.end(), in.begin(), in.end());
  std::vector<float> got = out.to_vector();
  // Zeros of either sign compare equal.
  for (std::vector<float>* values : {&got, &keys})
    for (float& x : *values) x += 0.0f;
  probe::check_equal("keys", got, keys);
}
