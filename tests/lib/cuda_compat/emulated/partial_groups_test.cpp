// Groups some of whose threads have returned or are in another branch are compared with lists of the remaining threads.
#include <algorithm>
#include <numeric>
#include <set>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

namespace {

using Threads = std::vector<unsigned>;
using Rows = std::vector<std::vector<unsigned>>;

constexpr unsigned kWarp = 32;
constexpr unsigned kUnwritten = 0xcdcdcdcdu;  // the content of probe::unwritten()

// The same as in partial_groups.cu.
enum Leavers : unsigned { kTheLast, kTheFirst, kEveryNth };

struct Leaving {
  unsigned leavers;
  unsigned n;
  bool leaves(unsigned thread) const {
    return leavers == kTheLast ? thread >= n : leavers == kTheFirst ? thread < n : thread % n == 0;
  }
  std::string text() const { return "leavers " + std::to_string(leavers) + " of " + std::to_string(n); }
};

Threads up_to(unsigned count) {
  Threads threads(count);
  std::iota(threads.begin(), threads.end(), 0u);
  return threads;
}
std::vector<Threads> tiles_of(unsigned threads, unsigned size) {
  std::vector<Threads> tiles((threads + size - 1) / size);
  for (unsigned thread = 0; thread < threads; ++thread) tiles[thread / size].push_back(thread);
  return tiles;
}
/// The threads that leave or, if `leave` is false, those that stay.
Threads leaving_or_staying(const Threads& threads, const Leaving& leaving, bool leave) {
  Threads chosen;
  for (const unsigned thread : threads)
    if (leaving.leaves(thread) == leave) chosen.push_back(thread);
  return chosen;
}
unsigned index_in(const Threads& threads, unsigned thread) {
  return static_cast<unsigned>(std::find(threads.begin(), threads.end(), thread) - threads.begin());
}
unsigned size_of(const Threads& threads) {
  return static_cast<unsigned>(threads.size());
}

/// Labels from 0 to 5, each of which a few lanes share.
std::vector<unsigned> some_labels(unsigned count) {
  std::vector<unsigned> labels;
  for (unsigned i = 0; i < count; ++i) labels.push_back((i * 7 + i / 5) % 6);
  return labels;
}

/// The active threads, and results computed from their values. `values` is indexed by thread.
class Present {
 public:
  Present(const Threads& threads, const std::vector<unsigned>& values) : threads_(threads), values_(values) {}

  template <class Predicate>
  Threads which(Predicate&& predicate) const {
    Threads chosen;
    for (const unsigned thread : threads_)
      if (predicate(values_[thread])) chosen.push_back(thread);
    return chosen;
  }
  template <class Predicate>
  bool any(Predicate&& predicate) const {
    return !which(predicate).empty();
  }
  unsigned sum_before(unsigned thread) const {
    unsigned sum = 0;
    for (const unsigned other : threads_) sum += other < thread ? values_[other] : 0;
    return sum;
  }
  unsigned sum() const { return sum_before(threads_.back()) + values_[threads_.back()]; }
  unsigned least() const {
    unsigned least = ~0u;
    for (const unsigned thread : threads_) least = std::min(least, values_[thread]);
    return least;
  }
  unsigned greatest() const {
    unsigned greatest = 0;
    for (const unsigned thread : threads_) greatest = std::max(greatest, values_[thread]);
    return greatest;
  }
  unsigned exclusive_or() const {
    unsigned result = 0;
    for (const unsigned thread : threads_) result ^= values_[thread];
    return result;
  }
  /// The distinct values in the order of their first occurrence.
  Threads different() const {
    Threads found;
    for (const unsigned thread : threads_)
      if (std::find(found.begin(), found.end(), values_[thread]) == found.end()) found.push_back(values_[thread]);
    return found;
  }

 private:
  const Threads& threads_;
  const std::vector<unsigned>& values_;
};

/// One bit for each of `threads`, at its position in the group.
unsigned mask_of(const Threads& group, const Threads& threads) {
  unsigned mask = 0;
  for (const unsigned thread : threads) mask |= 1u << index_in(group, thread);
  return mask;
}

/// The results of one thread. Bits in masks are positions in `group`; only the threads in `active` take part.
std::vector<unsigned> facts_of(const Threads& group, const Threads& active, unsigned thread,
                               const std::vector<unsigned>& labels) {
  const Present present(active, labels);
  const unsigned own = labels[thread];
  const auto like = present.which([&](unsigned label) { return label == own; });
  const auto half = present.which([&](unsigned label) { return label % 2 == own % 2; });
  // Always true, because all labels are below 8.
  const bool agree = !present.any([&](unsigned label) { return label / 8 != own / 8; });
  const auto different = present.different();
  // In the order of facts_of() in partial_groups.cu.
  return {size_of(like),
          index_in(like, thread),
          index_in(different, own),
          size_of(different),
          size_of(half),
          index_in(half, thread),
          mask_of(group, like),
          agree ? mask_of(group, active) : 0,
          agree,
          present.any([](unsigned label) { return label == 3; }),
          !present.any([](unsigned label) { return label == 3; }),
          present.sum(),
          present.least(),
          present.exclusive_or(),
          present.sum_before(thread) + own,
          present.sum_before(thread),
          thread == active.front(),
          labels[active.front()] + 7};
}
/// The number of results of facts_of().
constexpr unsigned kFacts = 18;

std::vector<unsigned> columns_of(const Rows& rows, unsigned columns) {
  std::vector<unsigned> all;
  for (unsigned column = 0; column < columns; ++column)
    for (const auto& row : rows) all.push_back(row.empty() ? kUnwritten : row[column]);
  return all;
}

void check_tiles(unsigned size, unsigned threads, const Leaving& leaving) {
  const auto labels = some_labels(threads);
  Rows expected(threads);
  for (const auto& tile : tiles_of(threads, size)) {
    const auto active = leaving_or_staying(tile, leaving, false);
    for (const unsigned thread : active) expected[thread] = facts_of(tile, active, thread, labels);
  }
  const auto out = probe::unwritten<unsigned>(threads * kFacts);
  probe::run("partial_groups_tiles", probe::blocks(1, threads), probe::upload(labels), size, leaving.leavers, leaving.n,
             out);
  probe::check_equal("tiles of " + std::to_string(size) + " in " + std::to_string(threads) + ", " + leaving.text(),
                     out.to_vector(), columns_of(expected, kFacts));
}

void check_after_returns(unsigned threads, const Leaving& leaving) {
  const auto labels = some_labels(threads);
  Rows expected(threads);
  for (const auto& warp : tiles_of(threads, kWarp)) {
    const auto active = leaving_or_staying(warp, leaving, false);
    for (const unsigned thread : active) expected[thread] = facts_of(warp, active, thread, labels);
  }
  const auto out = probe::unwritten<unsigned>(threads * kFacts);
  probe::run("partial_groups_left", probe::blocks(1, threads), probe::upload(labels), leaving.leavers, leaving.n, out);
  probe::check_equal("groups of " + std::to_string(threads) + ", " + leaving.text(), out.to_vector(),
                     columns_of(expected, kFacts));
}

void check_branches(unsigned threads, const Leaving& leaving) {
  const auto labels = some_labels(threads);
  Rows expected(threads);
  for (const auto& warp : tiles_of(threads, kWarp)) {
    for (const bool leave : {false, true}) {
      const auto active = leaving_or_staying(warp, leaving, leave);
      for (const unsigned thread : active) expected[thread] = facts_of(active, active, thread, labels);
    }
  }
  const auto out = probe::unwritten<unsigned>(threads * kFacts),
             together = probe::unwritten<unsigned>(threads * kFacts);
  probe::run("partial_groups_branches", probe::blocks(1, threads), probe::upload(labels), leaving.leavers, leaving.n,
             out, together);
  const auto what = std::to_string(threads) + ", " + leaving.text();
  probe::check_equal("each in its branch: " + what, out.to_vector(), columns_of(expected, kFacts));
  probe::check_equal("together: " + what, together.to_vector(), columns_of(expected, kFacts));
}

struct WideFacts {
  Rows rows;
  std::vector<unsigned> totals;  ///< the sum of all values, then the sum of each tile, with room for eight tiles
  std::vector<unsigned> copy;
};

WideFacts wide_facts(unsigned size, unsigned threads, const Leaving& leaving, const std::vector<unsigned>& values) {
  WideFacts facts{Rows(threads), std::vector<unsigned>(9, 0), std::vector<unsigned>(threads, kUnwritten)};
  for (const auto& tile : tiles_of(threads, size)) {
    const auto active = leaving_or_staying(tile, leaving, false);
    if (active.empty()) continue;
    const Present present(active, values);
    facts.totals[0] += present.sum();
    facts.totals[1 + tile.front() / size] = present.sum();
    for (unsigned i = 0; i < size; ++i) facts.copy[tile.front() + i] = values[i];
    for (const unsigned thread : active)
      facts.rows[thread] = {present.sum(),
                            present.greatest(),
                            present.sum_before(thread) + values[thread],
                            present.sum_before(thread),
                            present.any([](unsigned value) { return value == 40; }),
                            !present.any([](unsigned value) { return value == 40; }),
                            thread == active.front(),
                            present.sum_before(thread),
                            values[active.front()] + 7};
  }
  return facts;
}

void check_wide_tiles(unsigned size, const Leaving& leaving) {
  constexpr unsigned kThreads = 256, kColumns = 9;
  std::vector<unsigned> values;
  for (unsigned i = 0; i < kThreads; ++i) values.push_back((i * 37 + 3) % 251);
  const auto expected = wide_facts(size, kThreads, leaving, values);
  const auto out = probe::unwritten<unsigned>(kThreads * kColumns), copy = probe::unwritten<unsigned>(kThreads);
  const auto totals = probe::zeros<unsigned>(expected.totals.size());
  probe::run("partial_groups_wide_tiles", probe::blocks(1, kThreads), probe::upload(values), size, leaving.leavers,
             leaving.n, copy, totals, out);
  const auto what = "tiles of " + std::to_string(size) + ", " + leaving.text();
  probe::check_equal(what, out.to_vector(), columns_of(expected.rows, kColumns));
  probe::check_equal("totals of " + what, totals.to_vector(), expected.totals);
  probe::check_equal("copies by " + what, copy.to_vector(), expected.copy);
}

}  // namespace

TEST_CASE("partial groups: labels are those of the threads that have not returned") {
  constexpr unsigned kThreads = 64, kActive = 20;
  std::vector<unsigned> labels;
  for (unsigned i = 0; i < kThreads; ++i) labels.push_back(i % 3);
  const auto out = probe::unwritten<unsigned>(kThreads);
  probe::run("partial_groups_labels", probe::blocks(1, kThreads), probe::upload(labels), kActive, out);
  // Labels 0 and 1 belong to 7 threads each, label 2 to 6.
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < kThreads; ++i) expected.push_back(i >= kActive ? kUnwritten : i % 3 == 2 ? 6 : 7);
  probe::check_equal("sizes", out.to_vector(), expected);
}

TEST_CASE("partial groups: tiles work in blocks of any size and after returns") {
  // With n == threads, no thread leaves here, but the last tile is smaller unless the size of the block is a multiple
  // of 32.
  for (unsigned threads = 1; threads <= 64; ++threads) check_tiles(32, threads, {kTheLast, threads});
  for (const unsigned n : {1u, 13u, 20u, 31u, 33u, 45u, 63u}) {
    for (const unsigned size : {32u, 16u, 4u, 1u}) {
      check_tiles(size, 64, {kTheLast, n});
      check_tiles(size, 64, {kTheFirst, n});
    }
  }
  for (const unsigned n : {2u, 3u, 7u}) check_tiles(32, 96, {kEveryNth, n});
}

TEST_CASE("partial groups: groups work after some of their lanes have returned") {
  for (const unsigned n : {1u, 20u, 32u, 40u}) {
    check_after_returns(64, {kTheLast, n});
    check_after_returns(64, {kTheFirst, n});
  }
  check_after_returns(96, {kEveryNth, 3});
  // In blocks of 45 and, below, 51 threads the last warp is partial.
  check_after_returns(45, {kEveryNth, 2});
}

TEST_CASE("partial groups: two groups in branches of one warp work") {
  for (const unsigned n : {1u, 20u, 40u}) check_branches(64, {kTheLast, n});
  for (const unsigned n : {2u, 3u, 5u}) check_branches(51, {kEveryNth, n});
}

TEST_CASE("partial groups: tiles of several warps work") {
  for (const unsigned size : {64u, 128u, 256u}) {
    for (const unsigned n : {1u, 20u, 70u, 130u, 255u}) {
      check_wide_tiles(size, {kTheLast, n});
      check_wide_tiles(size, {kTheFirst, n});
    }
    check_wide_tiles(size, {kEveryNth, 3});
  }
}

TEST_CASE("partial groups: counting barriers work") {
  constexpr unsigned kThreads = 200, kColumns = 7;
  std::vector<unsigned> values;
  for (unsigned i = 0; i < kThreads; ++i) values.push_back(i * 37 % 251);
  for (const Leaving leaving : {Leaving{kTheLast, 20}, Leaving{kTheLast, 200}, Leaving{kTheFirst, 1},
                                Leaving{kTheFirst, 70}, Leaving{kEveryNth, 2}, Leaving{kEveryNth, 32}}) {
    const auto active = leaving_or_staying(up_to(kThreads), leaving, false);
    const Present present(active, values);
    const auto multiples = [&](unsigned divisor) {
      return size_of(present.which([&](unsigned value) { return value % divisor == 0; }));
    };
    Rows expected(kThreads);
    // In the order of partial_groups_votes(). All values are below 251.
    for (const unsigned thread : active)
      expected[thread] = {multiples(2),
                          multiples(3),
                          multiples(4),
                          multiples(2) == active.size(),
                          1,
                          present.any([](unsigned value) { return value == 40; }),
                          0};
    const auto out = probe::unwritten<unsigned>(kThreads * kColumns);
    probe::run("partial_groups_votes", probe::blocks(1, kThreads), probe::upload(values), leaving.leavers, leaving.n,
               out);
    probe::check_equal("votes, " + leaving.text(), out.to_vector(), columns_of(expected, kColumns));
  }
}

TEST_CASE("partial groups: functions of a warp work with masks that contain returned lanes") {
  constexpr unsigned kThreads = 64, kColumns = 8;
  const auto labels = some_labels(kThreads);
  for (const Leaving leaving : {Leaving{kTheLast, 20}, Leaving{kTheLast, 50}, Leaving{kTheFirst, 9},
                                Leaving{kEveryNth, 2}, Leaving{kEveryNth, 3}}) {
    Rows expected(kThreads);
    for (const auto& warp : tiles_of(kThreads, kWarp)) {
      const auto active = leaving_or_staying(warp, leaving, false);
      const Present present(active, labels);
      // In the order of partial_groups_warps(). All labels are below 8, so label / 8 is the same in all lanes.
      for (const unsigned thread : active)
        expected[thread] = {mask_of(warp, present.which([&](unsigned label) { return label == labels[thread]; })),
                            mask_of(warp, active),
                            1,
                            present.sum(),
                            present.greatest(),
                            mask_of(warp, present.which([](unsigned label) { return label % 2 != 0; })),
                            !present.any([](unsigned label) { return label == 3; }),
                            present.any([](unsigned label) { return label == 3; })};
    }
    const auto out = probe::unwritten<unsigned>(kThreads * kColumns);
    probe::run("partial_groups_warps", probe::blocks(1, kThreads), probe::upload(labels), leaving.leavers, leaving.n,
               out);
    probe::check_equal("warps, " + leaving.text(), out.to_vector(), columns_of(expected, kColumns));
  }
}

TEST_CASE("partial groups: CUB's functions of a warp work") {
  constexpr unsigned kThreads = 64;
  // All values are negative, so that a 0 taken from a missing lane would change the maximum.
  std::vector<int> values;
  for (unsigned i = 0; i < kThreads; ++i) values.push_back(static_cast<int>(i * 37 % 101) - 150);
  for (const Leaving leaving :
       {Leaving{kTheLast, 20}, Leaving{kTheLast, 50}, Leaving{kTheLast, 64}, Leaving{kEveryNth, 7}}) {
    const auto out = probe::unwritten<int>(6 * kThreads);
    probe::run("partial_groups_cub", probe::blocks(1, kThreads), probe::upload(values), leaving.leavers, leaving.n,
               out);
    const auto got = out.to_vector();
    // Only the results that are set below are compared; the others are unspecified.
    auto expected = got;
    for (const auto& warp : tiles_of(kThreads, kWarp)) {
      const auto active = leaving_or_staying(warp, leaving, false);
      int sum = 0, greatest = -1000, total = 0;
      for (const unsigned thread : active) total += values[thread];
      for (const unsigned thread : active) {
        expected[3 * kThreads + thread] = sum;
        sum += values[thread];
        greatest = std::max(greatest, values[thread]);
        expected[4 * kThreads + thread] = total;
        expected[5 * kThreads + thread] = greatest;
      }
      // Reductions return their result only in the first lane, and those of segments in the heads of segments.
      if (active.empty()) continue;
      if (active.front() == warp.front()) expected[warp.front()] = greatest;
      if (active.front() == warp.front()) expected[kThreads + warp.front()] = total;
      // With kEveryNth, some heads of segments have returned, so their segments are not those computed below.
      if (leaving.leavers == kEveryNth) continue;
      for (const unsigned thread : active) {
        int segment = 0;
        for (const unsigned other : active) segment += other >= thread && other / 5 == thread / 5 ? values[other] : 0;
        if (thread % 5 == 0) expected[2 * kThreads + thread] = segment;
      }
    }
    probe::check_equal("CUB, " + leaving.text(), got, expected);
  }
}

TEST_CASE("partial groups: the parts of missing lanes are copied too") {
  std::vector<unsigned> values;
  for (unsigned i = 0; i < 80; ++i) values.push_back(i * i);
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < 40; ++i) expected.push_back(values[i] + values[40 + i]);
  for (const unsigned n : {1u, 20u, 31u, 32u}) {
    const auto out = probe::unwritten<unsigned>(40);
    probe::run("partial_groups_copies", probe::blocks(1, 32), probe::upload(values), n, out);
    probe::check_equal("copies by " + std::to_string(n), out.to_vector(), expected);
  }
}

TEST_CASE("a cuda::atomic of three bytes works whatever the fourth byte of its word contains") {
  // 100 threads add 1 to byte 0 and 2 to byte 2. Byte 3 (0xab) is padding.
  const auto word = probe::upload(std::vector<unsigned>{0xab050403u});
  probe::run("partial_groups_padded", probe::blocks(2, 50), word);
  const unsigned found = word.to_vector().front();
  probe::check_equal("bytes", std::vector<unsigned>{found & 0xffffffu},
                     std::vector<unsigned>{(3u + 100u) | 0x0400u | (5u + 200u) << 16u});
}
