// Shuffles, votes, reductions and scans of warps of 32, whatever the width of the device's waves is.
#include <algorithm>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

/// Two waves of 64, which are four warps.
constexpr unsigned kThreads = 128;

std::vector<int> numbers(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  return filled<int>(count, [&] { return random.integer(-99, 99); });
}

/// Returns the lane of its warp that a lane reads by CUDA's rules. A lane without a source reads itself.
using Source = unsigned (*)(unsigned lane);

template <class T>
void check_shuffles(const char* kernel) {
  Random random(sizeof(T));
  const auto in = filled<T>(kThreads, [&] { return random.any_size(1, 1e9); });
  const std::vector<std::pair<const char*, Source>> sources = {
      {"broadcast", [](unsigned) { return 5u; }},
      {"any lane", [](unsigned lane) { return lane * 7 % 32; }},
      {"any of 8", [](unsigned lane) { return (lane & ~7u) + lane * 3 % 8; }},
      {"up 1", [](unsigned lane) { return lane == 0 ? 0 : lane - 1; }},
      {"up 3 of 16", [](unsigned lane) { return lane % 16 < 3 ? lane : lane - 3; }},
      {"down 1", [](unsigned lane) { return lane == 31 ? 31 : lane + 1; }},
      {"down 5 of 8", [](unsigned lane) { return lane % 8 + 5 > 7 ? lane : lane + 5; }},
      {"xor 1", [](unsigned lane) { return lane ^ 1; }},
      {"xor 16", [](unsigned lane) { return lane ^ 16; }},
      {"xor 3 of 4", [](unsigned lane) { return lane ^ 3; }},
  };
  const auto out = unwritten<T>(sources.size() * kThreads);
  run(kernel, blocks(1, kThreads), upload(in), out);
  const auto results = out.to_vector();
  for (std::size_t s = 0; s < sources.size(); ++s) {
    std::vector<T> expected;
    for (unsigned i = 0; i < kThreads; ++i) expected.push_back(in[(i & ~31u) + sources[s].second(i & 31)]);
    check_equal(sources[s].first, column(results, s, kThreads), expected);
  }
}

/// Returns one bit for each chosen lane of the warp of thread `i`.
template <class Chosen>
unsigned ballot(unsigned i, Chosen chosen) {
  unsigned bits = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (chosen(lane, (i & ~31u) + lane)) bits |= 1u << lane;
  return bits;
}

}  // namespace

TEST_CASE("probe: shuffles of int") {
  check_shuffles<int>("shuffles_i32");
}
TEST_CASE("probe: shuffles of float") {
  check_shuffles<float>("shuffles_f32");
}
TEST_CASE("probe: shuffles of long long") {
  check_shuffles<long long>("shuffles_i64");
}
TEST_CASE("probe: shuffles of double") {
  check_shuffles<double>("shuffles_f64");
}

TEST_CASE("probe: votes") {
  const auto in = numbers(kThreads, 1);
  const auto out = unwritten<unsigned>(4 * kThreads);
  run("votes", blocks(1, kThreads), upload(in), out);
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < kThreads; ++i) {
    const unsigned lane = i & 31;
    expected.push_back(ballot(i, [&](unsigned, unsigned k) { return in[k] > 0; }));
    const bool any = ballot(i, [&](unsigned, unsigned k) { return in[k] > 90; }) != 0;
    const bool all = ballot(i, [&](unsigned, unsigned k) { return in[k] > -95; }) == ~0u;
    expected.push_back((any ? 1u : 0u) | (all ? 2u : 0u));
    const unsigned some = ballot(i, [&](unsigned l, unsigned k) { return l % 3 == 0 && (in[k] & 1) != 0; });
    expected.push_back(lane % 3 == 0 ? some : 0);
    const unsigned fewer = ballot(i, [&](unsigned l, unsigned k) { return l % 3 == 0 && l < 16 && (in[k] & 2) != 0; });
    expected.push_back(lane % 3 == 0 && lane < 16 ? fewer | 1u << 31 : 0);
  }
  check_equal("votes", out.to_vector(), expected);
}

TEST_CASE("probe: compaction by votes") {
  constexpr unsigned kBlocks = 3, kCount = kBlocks * kThreads;
  const auto in = numbers(kCount, 2);
  const auto out = zeros<int>(kCount);
  const auto counts = unwritten<unsigned>(kCount / 32);
  run("compact", blocks(kBlocks, kThreads), upload(in), out, counts);
  std::vector<int> expected(kCount);
  std::vector<unsigned> expected_counts;
  for (unsigned warp = 0; warp < kCount / 32; ++warp) {
    unsigned next = warp * 32;
    for (unsigned i = warp * 32; i < warp * 32 + 32; ++i)
      if (in[i] % 3 == 0) expected[next++] = in[i];
    expected_counts.push_back(next - warp * 32);
  }
  check_equal("kept", out.to_vector(), expected);
  check_equal("numbers of kept values", counts.to_vector(), expected_counts);
}

TEST_CASE("probe: warp reductions") {
  const auto in = numbers(kThreads, 3);
  const auto out = unwritten<long long>(5 * kThreads);
  run("warp_reductions", blocks(1, kThreads), upload(in), out);
  std::vector<long long> expected(5 * kThreads);
  for (unsigned i = 0; i < kThreads; ++i) {
    long long sum = 0;
    int largest = in[i & ~31u];
    for (unsigned k = i & ~31u; k < (i & ~31u) + 32; ++k) {
      sum += in[k];
      largest = std::max(largest, in[k]);
    }
    expected[i] = sum;
    expected[i + kThreads] = largest;
    expected[i + 2 * kThreads] = sum * (1ll << 33);
    expected[i + 3 * kThreads] = sum;
    expected[i + 4 * kThreads] = sum / 2;
  }
  check_equal("sums and maxima", out.to_vector(), expected);
}

TEST_CASE("probe: warp scans") {
  const auto in = numbers(kThreads, 4);
  const auto out = unwritten<int>(kThreads);
  run("warp_scans", blocks(1, kThreads), upload(in), out);
  std::vector<int> expected;
  for (unsigned i = 0; i < kThreads; ++i) expected.push_back(in[i] + (i % 32 == 0 ? 0 : expected.back()));
  check_equal("sums so far", out.to_vector(), expected);
}
