#include <algorithm>
#include <cstring>
#include <numeric>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

TEST_CASE("cuda::atomic_ref of integers works") {
  // The values are in the order of cuda_atomic_integers() in cuda_atomic.cu.
  constexpr int kBlocks = 3, kThreads = 96;
  std::vector<int> expected{0, 0, -1000, 1000, 0, -1, 0, 0, 0, 0, 0};
  for (int i = 0; i < kBlocks * kThreads; ++i) {
    const int mine = static_cast<int>(static_cast<unsigned>(i) * 7919u % 1000u) - 500;
    expected[0] += mine;
    expected[1] -= mine;
    expected[2] = std::max(expected[2], mine);
    expected[3] = std::min(expected[3], mine);
    expected[4] |= mine & 0xff;
    expected[5] &= ~(1 << (mine & 15));
    expected[6] ^= mine;
    expected[7] += 3;
    expected[8] += 1;
    expected[9] += 2;
  }
  // Half of the threads count in the lower halfword, half in the upper one.
  expected[10] = kBlocks * kThreads / 2 * 0x10001;
  const auto values = probe::upload<int>({0, 0, -1000, 1000, 0, -1, 0, 0, 0, 0, 0});
  probe::run("cuda_atomic_integers", probe::blocks(kBlocks, kThreads), values);
  probe::check_equal("integers", values.to_vector(), expected);
}

TEST_CASE("cuda::atomic of floats, structs, pointers and flags works") {
  constexpr unsigned kBlocks = 2, kThreads = 96;
  const auto sums = probe::zeros<double>(3);
  const auto values = probe::upload<unsigned long long>({0, 0x1000, 0});
  const auto in_block = probe::zeros<unsigned>(2 * kBlocks);
  probe::run("cuda_atomic_others", probe::blocks(kBlocks, kThreads), sums, values, in_block);

  // The lower half of the second element of `sums` is a float.
  double second = 0;
  const float quarter_of_all = 0.25f * kBlocks * kThreads;
  std::memcpy(&second, &quarter_of_all, sizeof quarter_of_all);
  probe::check_equal("floats", sums.to_vector(), {0.5 * kBlocks * kThreads, second, (kThreads - 1) * 0.125});
  const unsigned long long sum = kBlocks * (kThreads * (kThreads - 1) / 2);
  const unsigned long long pair = static_cast<unsigned long long>(kBlocks * kThreads) << 32 | sum;
  probe::check_equal("others", values.to_vector(), {pair, 0x1000 + kBlocks * kThreads * 2 * sizeof(int), 1});
  probe::check_equal("in a block", in_block.to_vector(), {kThreads, 1, kThreads, 1});
}

TEST_CASE("cuda::barrier synchronizes producers and consumers") {
  const auto out = probe::unwritten<unsigned>(4 * 64);
  probe::run("cuda_atomic_barriers", probe::blocks(1, 128), out);
  // The kernel's readers are shifted by 33.
  std::vector<unsigned> expected;
  for (unsigned round = 0; round < 4; ++round)
    for (unsigned rank = 0; rank < 64; ++rank) expected.push_back(round * 1000 + (rank + 33) % 64);
  probe::check_equal("read", out.to_vector(), expected);
}

TEST_CASE("barriers that threads leave and CUDA's older barriers work") {
  constexpr unsigned kThreads = 192;
  const auto out = probe::unwritten<unsigned>(5 * kThreads);
  probe::run("cuda_atomic_leaving", probe::blocks(1, kThreads), out);
  std::vector<unsigned> expected(kThreads, 0);
  // After the first 64 threads have left, 128 threads meet; in the next round, 64 do.
  expected.back() = 128 + 64;
  // What the older barriers let every thread read: 77 from awbarrier, then 100 + round from __mbarrier.
  for (const unsigned value : {77, 100, 101, 102}) expected.insert(expected.end(), kThreads, value);
  probe::check_equal("met", out.to_vector(), expected);
}

TEST_CASE("cuda::pipeline works for a block, with roles and for one thread") {
  constexpr unsigned kThreads = 128, kBatches = 5;
  std::vector<unsigned> in;
  for (unsigned i = 0; i < kThreads * kBatches; ++i) in.push_back(i * i % 1009);
  const auto out = probe::unwritten<unsigned>(4 * kThreads);
  probe::run("cuda_atomic_pipelines", probe::blocks(1, kThreads), probe::upload(in), kBatches, out);

  const auto sum_of = [&](unsigned rank) {
    unsigned sum = 0;
    for (unsigned batch = 0; batch < kBatches; ++batch) sum += in[batch * kThreads + rank];
    return sum;
  };
  // In the order of cuda_atomic_pipelines(): sums of a neighbour's elements by the whole block, the same by the
  // consumers (the upper half of the block), elements in reverse order, and the first two of every four elements.
  std::vector<unsigned> expected;
  for (unsigned rank = 0; rank < kThreads; ++rank) expected.push_back(sum_of((rank + 1) % kThreads));
  for (unsigned rank = 0; rank < kThreads; ++rank) expected.push_back(rank < 64 ? 0 : sum_of((rank + 1) % 64));
  for (unsigned rank = 0; rank < kThreads; ++rank) expected.push_back(in[kThreads - 1 - rank]);
  for (unsigned rank = 0; rank < kThreads; ++rank) expected.push_back(rank % 4 < 2 ? in[rank] : 0);
  probe::check_equal("batches", out.to_vector(), expected);
}

TEST_CASE("cuda::latch and cuda::counting_semaphore work") {
  constexpr unsigned kThreads = 96;
  const auto out = probe::unwritten<unsigned>(2 * kThreads);
  probe::run("cuda_atomic_counting", probe::blocks(1, kThreads), out);
  const auto found = out.to_vector();
  probe::check_equal("all before any", probe::column(found, 0, kThreads), std::vector<unsigned>(kThreads, kThreads));
  const auto acquired = probe::column(found, 1, kThreads);
  // The kernel's semaphore begins at 5.
  probe::check_equal("acquired", {std::accumulate(acquired.begin(), acquired.end(), 0u)}, std::vector<unsigned>{5});
}
