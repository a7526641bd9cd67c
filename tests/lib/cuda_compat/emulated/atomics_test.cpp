#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

constexpr unsigned kBlocks = 2, kSize = 96, kThreads = kBlocks * kSize;

template <class T>
void check_integers(const char* kernel) {
  Random random(sizeof(T));
  const auto in = filled<T>(kThreads, [&] { return static_cast<T>(random.bits()); });
  using Limits = std::numeric_limits<T>;
  // In the order of atomics_integers(): what min, max, and, or and xor start from, then min and or again.
  const std::vector<T> start = {Limits::max(), Limits::min(), static_cast<T>(-1), 0, 5, Limits::max(), 0};
  const auto out = upload(start);
  run(kernel, blocks(kBlocks, kSize), upload(in), out);
  auto expected = start;
  for (const T x : in) {
    expected[0] = std::min(expected[0], x);
    expected[1] = std::max(expected[1], x);
    expected[2] &= x;
    expected[3] |= x;
    expected[4] ^= x;
  }
  expected[5] = expected[0];
  expected[6] = expected[3];
  check_equal(kernel, out.to_vector(), expected);
}

}  // namespace

TEST_CASE("a program's own atomic functions are preferred") {
  Random random(6);
  const auto in = filled<float>(kThreads, [&] { return static_cast<float>(random.integer(0, 4000)) / 8; });
  const auto largest = upload(std::vector<float>{1});
  const auto total = upload(std::vector<double>{0.25});
  run("atomics_own", blocks(kBlocks, kSize), upload(in), largest, total);
  check_equal("largest", largest.to_vector(), {*std::max_element(in.begin(), in.end())});
  check_equal("sum", total.to_vector(), {std::accumulate(in.begin(), in.end(), 0.25)});
}

TEST_CASE("atomic functions of integers are right") {
  check_integers<int>("atomics_i32");
  check_integers<unsigned>("atomics_u32");
  check_integers<long long>("atomics_i64");
  check_integers<unsigned long long>("atomics_u64");
}

TEST_CASE("atomic sums are right") {
  const auto words = zeros<int>(7);
  const auto longs = upload(std::vector<unsigned long long>{1}), more = upload(std::vector<unsigned long long>{2});
  const auto floats = upload(std::vector<float>{1, 2, 3}), exchanged = unwritten<float>(1);
  run("atomics_sums", blocks(kBlocks, kSize), words, longs, floats, more, exchanged);
  // In the order of atomics_sums(): words 2 and 3 count the threads of each block, and words 5 and 6 are each block's
  // sum in shared memory.
  constexpr int kAll = kThreads, kBlock = kSize;
  check_equal("words", words.to_vector(), {2 * kAll, -kAll, kBlock, kBlock, kAll, 3 * kBlock, 3 * kBlock});
  check_equal("longs", longs.to_vector(), {1 + kThreads * 5000000000ull});
  check_equal("uint64_t", more.to_vector(), {2ull + 7ull * kThreads});
  check_equal("floats", floats.to_vector(), {1 + 0.5f * kThreads, 2 + 1.0f * kThreads, 8});
  check_equal("exchanged", exchanged.to_vector(), {3.0f});
}

TEST_CASE("atomic counters wrap at their limit") {
  const auto up = upload(std::vector<unsigned>{0, 0, 0, 0}), down = upload(std::vector<unsigned>{0, 50});
  const auto olds = unwritten<unsigned>(kThreads);
  run("atomics_counts", blocks(kBlocks, kSize), up, down, olds);
  // A counter with the limit n counts modulo n + 1.
  check_equal("up", up.to_vector(), {kThreads % 7, kThreads, kSize % 10, kSize % 10});
  // The step after 0 sets a counter to its limit. The second one begins at 50, so its 51st step sets it to 1000.
  check_equal("down", down.to_vector(), {(7 - kThreads % 7) % 7, 1000 - (kThreads - 51)});
  auto seen = olds.to_vector();
  std::sort(seen.begin(), seen.end());
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < kThreads; ++i) expected.push_back(i % 7);
  std::sort(expected.begin(), expected.end());
  check_equal("values before", seen, expected);
}

TEST_CASE("compare-and-swap writes only if the value is the expected one") {
  const auto halves = upload(std::vector<unsigned short>{65535, 10, 20, 30});
  const auto longs = upload(std::vector<unsigned long long>{4});
  const auto words = upload(std::vector<int>{-5});
  run("atomics_exchanges", blocks(kBlocks, kSize), halves, longs, words);
  // A third of the threads adds to each halfword. The first one wraps: 65535 + kThird becomes kThird - 1.
  constexpr unsigned short kThird = kThreads / 3;
  check_equal<unsigned short>("halves", halves.to_vector(),
                              {static_cast<unsigned short>(kThird - 1), 10 + kThird, 20 + kThird, 30});
  check_equal("longs", longs.to_vector(), {4 + kThreads * 3000000000ull});
  check_equal("words", words.to_vector(), {static_cast<int>(kThreads) - 5});
}

TEST_CASE("atomic functions accept an order and a scope") {
  const auto words = upload(std::vector<int>{0, 0, -1, 7}), failures = zeros<int>(1);
  const auto sum = zeros<double>(1);
  run("atomics_scoped", blocks(kBlocks, kSize), words, sum, failures);
  constexpr int kAll = kThreads;
  check_equal("words", words.to_vector(), {kAll, 2 * kAll, kSize - 1, 7});
  check_equal("sum", sum.to_vector(), {kThreads * 0.5});
  check_equal("failures", failures.to_vector(), {0});
}
