#include "dispatch/workgroup_order.hpp"

#include <set>
#include <vector>

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

/// Returns the workgroups in the order of their turns.
std::vector<std::uint64_t> all(std::uint64_t count, std::uint64_t seed) {
  const WorkgroupOrder order(count, seed);
  std::vector<std::uint64_t> turns;
  for (std::uint64_t turn = 0; turn < count; ++turn) turns.push_back(order.at(turn));
  return turns;
}

}  // namespace

TEST_CASE("a workgroup order contains each workgroup once", "[dispatch]") {
  for (const std::uint64_t count : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 15u, 16u, 17u, 63u, 64u, 65u, 100u, 1000u, 4097u})
    for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{77}, ~std::uint64_t{0}}) {
      INFO(count << " workgroups, seed " << seed);
      const auto turns = all(count, seed);
      const std::set<std::uint64_t> different(turns.begin(), turns.end());
      CHECK(different.size() == count);
      CHECK(*different.rbegin() == count - 1);
    }
}

TEST_CASE("a workgroup order depends only on the seed, and seed 0 keeps the order", "[dispatch]") {
  const auto in_order = all(1000, 0);
  for (std::uint64_t turn = 0; turn < 1000; ++turn) CHECK(in_order[turn] == turn);
  CHECK(all(1000, 1) != in_order);
  CHECK(all(1000, 1) == all(1000, 1));
  CHECK(all(1000, 1) != all(1000, 2));
  // With few workgroups, each of them is the first one for some seed.
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 1; seed < 100; ++seed) first.insert(all(5, seed).front());
  CHECK(first.size() == 5);
}

TEST_CASE("a workgroup order needs no memory per workgroup", "[dispatch]") {
  // A table for these numbers of workgroups would not fit into memory. The third one is that of the largest grid.
  for (const auto count : {std::uint64_t{0x7fffffff}, std::uint64_t{1} << 40, std::uint64_t{0x7fffffff} * 65535 * 65535,
                           std::uint64_t{1} << 63}) {
    const WorkgroupOrder order(count, 5);
    std::set<std::uint64_t> seen;
    for (std::uint64_t turn = 0; turn < 1000; ++turn) {
      seen.insert(order.at(turn));
      seen.insert(order.at(count - 1 - turn));
    }
    CHECK(seen.size() == 2000);
    CHECK(*seen.rbegin() < count);
    // The 2000 workgroups are distributed over the whole grid, so some are in its first and some in its last hundredth.
    CHECK(*seen.begin() < count / 100);
    CHECK(*seen.rbegin() > count - count / 100);
  }
}
