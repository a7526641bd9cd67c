// Compares groups with their definition: lists of threads, on which each operation is a loop.
#include <algorithm>
#include <numeric>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

namespace {

using Rows = std::vector<std::vector<unsigned>>;  // the results of each thread
using Group = std::vector<unsigned>;              // threads in order of rank

constexpr unsigned kWarp = 32;
/// The rounds of wide_facts() in cooperative_groups.cu, in each of which the threads of the first tile synchronize.
constexpr unsigned kRounds = 3;

/// Numbers below 1000, in no order, so that neighbours and warps have different ones.
std::vector<unsigned> some_values(unsigned count) {
  std::vector<unsigned> values;
  for (unsigned i = 0; i < count; ++i) values.push_back((i * 37 + i / 32 * 11) % 1000);
  return values;
}

/// The results of all threads in the order in which kernels write them, column by column.
std::vector<unsigned> flattened(const Rows& rows, unsigned threads) {
  std::vector<unsigned> all;
  for (unsigned column = 0; column < rows.front().size(); ++column)
    for (unsigned thread = 0; thread < threads; ++thread) all.push_back(rows[thread][column]);
  return all;
}

/// Divides consecutive threads into groups of `size`; the last may be smaller.
std::vector<Group> tiles_of(const Group& threads, unsigned size) {
  std::vector<Group> tiles;
  for (unsigned i = 0; i < threads.size(); ++i) {
    if (i % size == 0) tiles.emplace_back();
    tiles.back().push_back(threads[i]);
  }
  return tiles;
}
Group up_to(unsigned count) {
  Group threads;
  for (unsigned i = 0; i < count; ++i) threads.push_back(i);
  return threads;
}

/// The results that one thread of a group, given by its rank, should get from the values of all.
class View {
 public:
  View(const Group& group, unsigned rank, const std::vector<unsigned>& values) : group_(group), rank_(rank) {
    for (const unsigned thread : group) values_.push_back(values[thread]);
  }
  unsigned size() const { return static_cast<unsigned>(values_.size()); }
  /// A shuffle takes the rank modulo the size of the group.
  unsigned at(unsigned rank) const { return values_[rank % size()]; }
  /// The caller's own value if there is no such rank. A rank below 0 is a large unsigned number.
  unsigned at_or_own(unsigned rank) const { return rank < size() ? values_[rank] : values_[rank_]; }
  template <class Predicate>
  unsigned mask(Predicate&& predicate) const {
    unsigned bits = 0;
    for (unsigned i = 0; i < size(); ++i) bits |= predicate(values_[i]) ? 1u << i : 0;
    return bits;
  }
  template <class Predicate>
  bool any(Predicate&& predicate) const {
    return std::any_of(values_.begin(), values_.end(), predicate);
  }
  unsigned sum(unsigned count) const { return std::accumulate(values_.begin(), values_.begin() + count, 0u); }
  unsigned least() const { return *std::min_element(values_.begin(), values_.end()); }
  unsigned greatest() const { return *std::max_element(values_.begin(), values_.end()); }
  unsigned exclusive_or() const {
    return std::accumulate(values_.begin(), values_.end(), 0u,
                           [](unsigned left, unsigned right) { return left ^ right; });
  }
  unsigned own() const { return values_[rank_]; }

 private:
  const Group& group_;
  unsigned rank_;
  std::vector<unsigned> values_;
};

void check_tiles(unsigned size, unsigned threads) {
  const auto values = some_values(threads);
  // The kernel makes tiles of 16 from a warp, the others from the block.
  const unsigned parent = size == 16 ? kWarp : threads;
  Rows expected(threads);
  for (const auto& tile : tiles_of(up_to(threads), size)) {
    for (unsigned rank = 0; rank < size; ++rank) {
      const View view(tile, rank, values);
      const unsigned own = view.own(), match = view.mask([&](unsigned value) { return value / 64 == own / 64; });
      // match_all() agrees if the mask contains all `size` lanes.
      const bool agree = match == ~0u >> (kWarp - size);
      // In the order of tile_facts() in cooperative_groups.cu.
      expected[tile[rank]] = {rank,
                              size,
                              tile[0] % parent / size,
                              parent / size,
                              view.at(5),
                              view.at_or_own(rank - 3),
                              view.at_or_own(rank + 3),
                              view.at_or_own(rank ^ 5),
                              view.mask([](unsigned value) { return value % 3 == 0; }),
                              view.any([](unsigned value) { return value % 8 == 7; }),
                              !view.any([](unsigned value) { return value % 8 == 7; }),
                              view.mask([&](unsigned value) { return value % 4 == own % 4; }),
                              agree ? match : 0,
                              agree,
                              view.sum(size),
                              view.least(),
                              view.greatest(),
                              view.exclusive_or(),
                              view.sum(rank + 1),
                              view.sum(rank)};
    }
  }
  const auto out = probe::unwritten<unsigned>(threads * expected.front().size());
  probe::run("cooperative_groups_tiles", probe::blocks(1, threads), probe::upload(values), size, out);
  probe::check_equal("tiles of " + std::to_string(size), out.to_vector(), flattened(expected, threads));
}

void check_wide_tiles(unsigned size, unsigned threads) {
  const auto values = some_values(threads);
  Rows expected(threads);
  for (const auto& tile : tiles_of(up_to(threads), size)) {
    for (unsigned rank = 0; rank < tile.size(); ++rank) {
      const View view(tile, rank, values);
      // In the order of wide_facts() in cooperative_groups.cu.
      expected[tile[rank]] = {rank,
                              size,
                              tile[0] / size,
                              (threads + size - 1) / size,
                              rank / kWarp,
                              size / kWarp,
                              view.at(35),
                              view.any([](unsigned value) { return value % 256 == 40; }),
                              !view.any([](unsigned value) { return value == 40; }),
                              view.sum(view.size()),
                              view.greatest(),
                              view.sum(rank + 1),
                              view.sum(rank),
                              tile[0] == 0 ? kRounds : 0u};
    }
  }
  const auto out = probe::unwritten<unsigned>(threads * expected.front().size());
  probe::run("cooperative_groups_wide_tiles", probe::blocks(1, threads), probe::upload(values), size, out);
  probe::check_equal("tiles of " + std::to_string(size) + " in " + std::to_string(threads), out.to_vector(),
                     flattened(expected, threads));
}

/// The threads of a group that have the same label as a given thread; the index of this part among the parts, and the
/// number of parts.
struct Part {
  Group threads;
  unsigned index = 0;
  unsigned parts = 0;
};
template <class Label>
Part part_of(const Group& group, unsigned rank, Label&& label) {
  Part part;
  std::vector<unsigned> labels;
  for (const unsigned thread : group) {
    if (std::find(labels.begin(), labels.end(), label(thread)) == labels.end()) labels.push_back(label(thread));
    if (label(thread) == label(group[rank])) part.threads.push_back(thread);
  }
  part.parts = static_cast<unsigned>(labels.size());
  part.index = static_cast<unsigned>(std::find(labels.begin(), labels.end(), label(group[rank])) - labels.begin());
  return part;
}
unsigned rank_in(const Part& part, unsigned thread) {
  return static_cast<unsigned>(std::find(part.threads.begin(), part.threads.end(), thread) - part.threads.begin());
}
unsigned size_of(const Part& part) {
  return static_cast<unsigned>(part.threads.size());
}

/// The results of one thread, in the order in which cooperative_groups_coalesced() writes them.
std::vector<unsigned> facts_of_coalesced(const Group& group, unsigned rank, const std::vector<unsigned>& values) {
  const View view(group, rank, values);
  const unsigned own = view.own(), thread = group[rank];
  // All values are below 1000, so all lanes match here.
  const unsigned match = view.mask([&](unsigned value) { return value / 1000 == own / 1000; });
  const auto label = part_of(group, rank, [&](unsigned other) { return values[other] % 5; });
  const auto half = part_of(group, rank, [&](unsigned other) { return values[other] % 2; });
  const auto quarters = tiles_of(group, 4);
  // If binary_partition() makes two parts, the lanes whose predicate is true are in part 1; else all are in part 0.
  const bool split = half.parts == 2;
  return {view.size(),
          rank,
          view.at(2),
          view.at_or_own(rank - 1),
          view.at_or_own(rank + 1),
          view.mask([](unsigned value) { return value % 2 != 0; }),
          view.any([](unsigned value) { return value % 7 == 0; }),
          !view.any([](unsigned value) { return value % 7 == 0; }),
          view.mask([&](unsigned value) { return value % 4 == own % 4; }),
          match,
          1,  // match_all() agrees, because all values are below 1000
          view.sum(view.size()),
          view.sum(rank + 1),
          size_of(label),
          rank_in(label, thread),
          label.index,
          label.parts,
          size_of(half),
          rank_in(half, thread),
          split && own % 2 == 0 ? 1u : 0u,
          static_cast<unsigned>(quarters[rank / 4].size()),
          rank % 4,
          rank / 4,
          static_cast<unsigned>(quarters.size())};
}

}  // namespace

TEST_CASE("tiles of 8, 16 and 32 threads give the results of their definition") {
  for (const unsigned size : {32, 16, 8}) check_tiles(size, 96);
}

TEST_CASE("tiles of 64, 128 and 256 threads give the results of their definition") {
  for (const unsigned size : {64, 128, 256}) check_wide_tiles(size, 256);
  check_wide_tiles(128, 320);  // the last tile has 64 threads
}

TEST_CASE("coalesced groups and their partitions give the results of their definition") {
  constexpr unsigned kThreads = 96;
  const auto values = some_values(kThreads);
  Rows expected(kThreads);
  for (const auto& warp : tiles_of(up_to(kThreads), kWarp)) {
    Group group;
    for (const unsigned thread : warp)
      if (values[thread] % 3 != 0) group.push_back(thread);
    for (unsigned rank = 0; rank < group.size(); ++rank)
      expected[group[rank]] = facts_of_coalesced(group, rank, values);
  }
  const auto columns = facts_of_coalesced({0}, 0, values).size();
  // Threads outside the group leave the pattern of probe::unwritten().
  for (auto& row : expected)
    if (row.empty()) row.assign(columns, 0xcdcdcdcdu);
  const auto out = probe::unwritten<unsigned>(kThreads * columns);
  probe::run("cooperative_groups_coalesced", probe::blocks(1, kThreads), probe::upload(values), out);
  probe::check_equal("coalesced", out.to_vector(), flattened(expected, kThreads));
}

TEST_CASE("groups whose kind is not known at compile time have the right sums, sizes and ranks") {
  constexpr unsigned kThreads = 128;
  const auto values = some_values(kThreads);
  const auto out = probe::unwritten<unsigned>(kThreads * 5);
  probe::run("cooperative_groups_erased", probe::blocks(1, kThreads), probe::upload(values), out);
  const auto found = out.to_vector();
  const auto sum = [&](unsigned first, unsigned count) {
    return std::accumulate(values.begin() + first, values.begin() + first + count, 0u);
  };
  // The first thread of each group writes the group's sum.
  const auto sums_of = [&](unsigned column, unsigned size) {
    std::vector<unsigned> sums, expected;
    for (unsigned first = 0; first < kThreads; first += size) {
      sums.push_back(found[column * kThreads + first]);
      expected.push_back(sum(first, size));
    }
    probe::check_equal("sums of " + std::to_string(size), sums, expected);
  };
  sums_of(0, kThreads);
  sums_of(1, 8);
  sums_of(2, kWarp);
  std::vector<unsigned> ranks;
  for (unsigned thread = 0; thread < kThreads; ++thread) ranks.push_back(thread % 4);
  probe::check_equal("sizes", probe::column(found, 3, kThreads), std::vector<unsigned>(kThreads, 4));
  probe::check_equal("ranks", probe::column(found, 4, kThreads), ranks);
}

TEST_CASE("the ranks, sizes and indices of a grid's threads are right") {
  constexpr unsigned kThreads = 2 * 3 * 2 * 4 * 3 * 2;
  Rows expected(kThreads);
  unsigned rank = 0;
  // In the order of cooperative_groups_grid(), for 2 * 3 * 2 = 12 blocks of 4 * 3 * 2 = 24 threads.
  for (unsigned block = 0; block < 12; ++block) {
    for (unsigned thread = 0; thread < 24; ++thread, ++rank)
      expected[rank] = {
          rank, kThreads, block, 12, thread, 24, block / 2 % 3, thread / 4 % 3, 2, block % 2 * 4 + thread % 4, 1, 1};
  }
  const auto out = probe::unwritten<unsigned>(kThreads * 12);
  probe::run("cooperative_groups_grid", {{2, 3, 2}, {4, 3, 2}}, out);
  probe::check_equal("grid", out.to_vector(), flattened(expected, kThreads));
}

TEST_CASE("lanes exchange values of any size") {
  struct Wide {
    unsigned char first;
    unsigned long long second;
    double third;
  };
  std::vector<Wide> values;
  for (unsigned i = 0; i < 64; ++i) values.push_back({static_cast<unsigned char>(i), 0x123456789abcull * i, i / 3.0});
  const auto out = probe::unwritten<Wide>(64);
  probe::run("cooperative_groups_wide_values", probe::blocks(1, 64), probe::upload(values), out);
  std::vector<double> parts, expected;
  const auto append = [](std::vector<double>& to, const Wide& value) {
    to.insert(to.end(), {static_cast<double>(value.first), static_cast<double>(value.second), value.third});
  };
  for (const auto& value : out.to_vector()) append(parts, value);
  for (unsigned i = 0; i < 64; ++i) append(expected, values[i / 32 * 32 + (i + 9) % 32]);
  probe::check_equal("values", parts, expected);
}

TEST_CASE("groups copy memory") {
  const auto values = some_values(256);
  const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
  // The whole of the kernel's memory, a number of bytes that 16 does not divide, and an odd one.
  for (const unsigned count : {1024u, 1000u, 37u}) {
    const auto out = probe::unwritten<unsigned char>(count);
    probe::run("cooperative_groups_copies", probe::blocks(1, 96), probe::upload(values), count, out);
    std::vector<unsigned char> expected(bytes, bytes + count);
    std::reverse(expected.begin(), expected.end());
    probe::check_equal("copy", out.to_vector(), expected);
  }
}

TEST_CASE("results of a group are added atomically") {
  constexpr unsigned kThreads = 128;
  const auto values = some_values(kThreads);
  const auto totals = probe::zeros<unsigned>(8);
  const auto out = probe::unwritten<unsigned>(2 * kThreads);
  probe::run("cooperative_groups_updates", probe::blocks(1, kThreads), probe::upload(values), totals, out);
  const unsigned sum = std::accumulate(values.begin(), values.end(), 0u);
  std::vector<unsigned> expected{sum, *std::max_element(values.begin(), values.end()), sum, kThreads / kWarp};
  for (const auto& warp : tiles_of(values, kWarp)) expected.push_back(std::accumulate(warp.begin(), warp.end(), 0u));
  probe::check_equal("totals", totals.to_vector(), expected);

  // Warps run in any order. Within a warp, each position is the sum of the values of the threads before.
  const auto found = out.to_vector();
  std::vector<unsigned> distances, sums, firsts;
  for (unsigned thread = 0; thread < kThreads; ++thread) {
    const unsigned start = thread / kWarp * kWarp;
    distances.push_back(found[thread] - found[start]);
    sums.push_back(std::accumulate(values.begin() + start, values.begin() + thread, 0u));
    firsts.push_back(values[start]);
  }
  probe::check_equal("places", distances, sums);
  probe::check_equal("one for all", probe::column(found, 1, kThreads), firsts);
}
