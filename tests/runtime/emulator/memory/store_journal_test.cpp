#include "memory/store_journal.hpp"

#include <array>

#include "memory/address_space.hpp"
#include "memory/scratch.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

TEST_CASE("a journal restores stored bytes, the newest first", "[memory]") {
  StoreJournal journal;
  std::array<std::byte, 512> memory{};
  const auto store = [&](std::size_t at, std::byte value) {
    journal.before_store(&memory[at], 1, memory.data(), memory.data() + memory.size());
    memory[at] = value;
  };
  store(3, std::byte{1});
  store(3, std::byte{2});
  store(400, std::byte{3});
  memory[4] = std::byte{9};  // not recorded, so it is not restored
  journal.roll_back();
  CHECK(memory[3] == std::byte{0});
  CHECK(memory[400] == std::byte{0});
  CHECK(memory[4] == std::byte{9});
}

TEST_CASE("a journal has the surroundings of stored bytes, but nothing of other allocations", "[memory]") {
  StoreJournal journal;
  alignas(256) std::array<std::byte, 512> memory{};
  // The allocation has the bytes 10 to 299.
  journal.before_store(&memory[20], 4, &memory[10], &memory[300]);
  CHECK(journal.contents().size() == 256 - 10);
  CHECK(journal.address_of(0) == reinterpret_cast<std::uint64_t>(&memory[10]));
  journal.before_store(&memory[256], 4, &memory[10], &memory[300]);
  CHECK(journal.contents().size() == 300 - 10);
  CHECK(journal.address_of(246) == reinterpret_cast<std::uint64_t>(&memory[256]));
  journal.clear();
  CHECK(journal.contents().empty());
}

TEST_CASE("global memory and scratch are recorded while a recording exists", "[memory]") {
  AddressSpace space(1 << 20, {});
  auto* const device = static_cast<std::byte*>(space.allocate(16, AllocationKind::device));
  auto* const pinned = static_cast<std::byte*>(space.allocate(16, AllocationKind::pinned));
  GlobalMemory memory(space.snapshot(), {});
  Scratch scratch(16, 32, {});
  const auto address = reinterpret_cast<std::uint64_t>(device);
  *memory.at(address, 4, Access::write, 0) = std::byte{1};
  StoreJournal journal;
  {
    const StoreJournal::Recording recording(journal);
    memory.record();
    scratch.record(true);
    *memory.at(address, 4, Access::write, 0) = std::byte{2};
    *scratch.at(5, 8, 4, Access::write) = std::byte{3};
    CHECK_FALSE(journal.has_host_access());
    memory.at(reinterpret_cast<std::uint64_t>(pinned), 4, Access::read, 0);
    CHECK(journal.has_host_access());
  }
  scratch.record(false);
  *memory.at(address + 4, 4, Access::write, 0) = std::byte{4};
  journal.roll_back();
  CHECK(*device == std::byte{1});
  CHECK(device[4] == std::byte{4});
  CHECK(*scratch.at(5, 8, 4, Access::read) == std::byte{0});
}
