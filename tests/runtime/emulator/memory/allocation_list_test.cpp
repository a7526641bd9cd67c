#include "memory/allocation_list.hpp"

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

#include "memory/allocation_search.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

std::shared_ptr<const Allocation> range(std::uint64_t begin, std::uint64_t bytes, bool live = true) {
  auto allocation = std::make_shared<Allocation>();
  allocation->begin = begin;
  allocation->bytes = bytes;
  allocation->live = live;
  return allocation;
}

/// Compares the page table with the search, in a random order, so that the table is filled in a random order.
void check_addresses(const Allocations& entries, std::vector<std::uint64_t> addresses, std::mt19937_64& random) {
  const AllocationList list(entries);
  std::shuffle(addresses.begin(), addresses.end(), random);
  // The second pass finds what the first one has filled.
  for (int pass = 0; pass < 2; ++pass)
    for (const auto address : addresses) {
      CAPTURE(pass, address);
      REQUIRE(list.find(address) == find_allocation(entries, address));
    }
}

/// The addresses at which the result can change, and their neighbours.
std::vector<std::uint64_t> edges_of(const Allocations& entries) {
  std::vector<std::uint64_t> addresses = {0, 1, ~std::uint64_t{0}};
  for (const auto& entry : entries)
    for (const auto edge :
         {entry->begin, entry->end(), entry->begin / kPage * kPage, entry->end() / kPage * kPage, entry->begin + kPage,
          entry->end() + kPage, entry->begin + 2 * kMiB, entry->begin + entry->bytes / 2})
      for (const std::uint64_t near : {edge - 1, edge, edge + 1}) addresses.push_back(near);
  return addresses;
}

}  // namespace

TEST_CASE("an empty list has no allocation", "[memory]") {
  const AllocationList list;
  CHECK(list.find(0) == nullptr);
  CHECK(list.find(~std::uint64_t{0}) == nullptr);
  CHECK(list.entries().empty());
}

TEST_CASE("an allocation is found from its start until the next one begins", "[memory]") {
  constexpr std::uint64_t kBegin = 16 * kMiB;
  const AllocationList list({range(kBegin, 400), range(kBegin + 2 * kPage, 5000, /*live=*/false)});
  const auto* first = list.entries()[0].get();
  const auto* second = list.entries()[1].get();
  CHECK(list.find(kBegin - 1) == nullptr);
  CHECK(list.find(kBegin) == first);
  CHECK(list.find(kBegin + 399) == first);
  // After its end: in its page, and in the page after it.
  CHECK(list.find(kBegin + 400) == first);
  CHECK(list.find(kBegin + 2 * kPage - 1) == first);
  CHECK(list.find(kBegin + 2 * kPage) == second);
  CHECK(list.find(kBegin + 2 * kPage + 4999) == second);
  CHECK(list.find(kBegin + 100 * kMiB) == second);
}

TEST_CASE("ranges that share a page are distinguished", "[memory]") {
  constexpr std::uint64_t kBegin = 2 * kMiB - 100;  // across a boundary of the table's regions
  const Allocations entries = {range(kBegin, 40), range(kBegin + 40, 1), range(kBegin + 50, 200)};
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t offset = 0; offset < 400; ++offset) addresses.push_back(kBegin - 50 + offset);
  check_addresses(entries, addresses, random);
}

TEST_CASE("the page table and the search find the same allocation", "[memory]") {
  std::mt19937_64 random(2);
  for (int round = 0; round < 50; ++round) {
    Allocations entries;
    // The first addresses are close to 0 or high, and some ranges are next to each other.
    std::uint64_t next = round % 3 == 0 ? 1 + random() % kPage : 0x7f0000000000 + random() % kMiB;
    const std::size_t count = 1 + random() % 60;
    while (entries.size() < count) {
      constexpr std::uint64_t kSizes[] = {1, 100, kPage, 3 * kPage, 2 * kMiB, 9 * kMiB};
      const auto bytes = random() % 8 == 0 ? 0 : 1 + random() % kSizes[random() % std::size(kSizes)];
      // What has no bytes is alone in its page, as AddressSpace::allocate() places it.
      if (bytes == 0 || random() % 2 == 0) next = (next / kPage + 1 + random() % 3) * kPage;
      entries.push_back(range(next, bytes, random() % 4 != 0));
      next += bytes == 0 ? kPage : bytes;
      if (random() % 3 == 0) next += random() % (4 * kMiB);
    }
    check_addresses(entries, edges_of(entries), random);
  }
}

TEST_CASE("several threads fill the page table", "[memory]") {
  Allocations entries;
  constexpr std::uint64_t kStep = 512 * 1024;
  constexpr unsigned kEntries = 4096;  // in more regions than the table has buckets
  for (std::uint64_t n = 1; n <= kEntries; ++n) entries.push_back(range(n * kStep, kStep / 2));
  const AllocationList list(entries);
  std::atomic<unsigned> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed)
    threads.emplace_back([&, seed] {
      std::mt19937_64 random(seed);
      for (int n = 0; n < 20000; ++n) {
        const auto number = random() % kEntries;
        if (list.find((number + 1) * kStep + random() % kStep) != entries[number].get()) ++wrong;
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
}
