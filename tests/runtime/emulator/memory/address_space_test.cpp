#include "memory/address_space.hpp"

#include <cstring>
#include <thread>
#include <vector>

#include "runtime/emulator/fault_of.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

constexpr std::uint64_t kCapacity = 1 << 20;

std::uint64_t address_of(const void* memory) {
  return reinterpret_cast<std::uint64_t>(memory);
}

/// Returns the message of the fault that the access must cause, without the address.
std::string fault_at(const AddressSpace& space, std::uint64_t address, std::uint64_t bytes, Access access,
                     Checks checks = {}) {
  GlobalMemory memory(space.snapshot(), checks);
  const auto fault = fault_of([&] { memory.at(address, bytes, access, 7); });
  CHECK(fault.lane == 7);
  CHECK(fault.has_address);
  CHECK(fault.address == address);
  return without_address(fault);
}

}  // namespace

TEST_CASE("memory is zeroed, aligned to a page, and separated from other allocations", "[memory]") {
  AddressSpace space(kCapacity, {});
  std::vector<std::uint64_t> begins;
  for (const std::uint64_t bytes : {1u, 400u, 4096u, 5000u}) {
    auto* memory = static_cast<unsigned char*>(space.allocate(bytes, AllocationKind::device));
    REQUIRE(memory != nullptr);
    CHECK(address_of(memory) % kPage == 0);
    for (std::uint64_t n = 0; n < bytes; ++n) REQUIRE(memory[n] == 0);
    std::memset(memory, 0xff, bytes);
  }
  const auto snapshot = space.snapshot();
  const auto& entries = snapshot->entries();
  REQUIRE(entries.size() == 4);
  for (std::size_t n = 1; n < entries.size(); ++n) {
    const auto end = entries[n - 1]->end();
    CHECK(entries[n]->begin >= (end + kPage - 1) / kPage * kPage + kPage);
  }
  CHECK(space.used() == 1 + 400 + 4096 + 5000);
}

TEST_CASE("capacity limits device memory and not pinned memory", "[memory]") {
  AddressSpace space(1000, {});
  CHECK(space.capacity() == 1000);
  auto* first = space.allocate(600, AllocationKind::device);
  REQUIRE(first != nullptr);
  CHECK(space.allocate(401, AllocationKind::device) == nullptr);
  CHECK(space.allocate(5000, AllocationKind::pinned) != nullptr);
  CHECK(space.used() == 600);
  REQUIRE(space.release(first, AllocationKind::device));
  CHECK(space.used() == 0);
  CHECK(space.allocate(1000, AllocationKind::code_object) != nullptr);
  CHECK(space.allocate(~std::uint64_t{0}, AllocationKind::pinned) == nullptr);
}

TEST_CASE("allocations of zero bytes have unique addresses and no accessible bytes", "[memory]") {
  AddressSpace space(kCapacity, {});
  auto* one = space.allocate(0, AllocationKind::device);
  auto* other = space.allocate(0, AllocationKind::device);
  REQUIRE(one != nullptr);
  CHECK(one != other);
  CHECK(fault_at(space, address_of(one), 1, Access::read) ==
        "read of 1 byte at ADDRESS is out of bounds: right at the end of a device allocation of 0 bytes");
  CHECK(space.release(one, AllocationKind::device));
}

TEST_CASE("only the start of a live allocation of the given kind can be released, and only once", "[memory]") {
  AddressSpace space(kCapacity, {});
  auto* memory = static_cast<char*>(space.allocate(100, AllocationKind::pinned));
  CHECK_FALSE(space.release(memory + 1, AllocationKind::pinned));
  CHECK_FALSE(space.release(memory, AllocationKind::device));
  CHECK_FALSE(space.release(nullptr, AllocationKind::pinned));
  CHECK(space.release(memory, AllocationKind::pinned));
  CHECK_FALSE(space.release(memory, AllocationKind::pinned));
}

TEST_CASE("accesses inside an allocation are at the host's address", "[memory]") {
  AddressSpace space(kCapacity, {});
  auto* memory = static_cast<std::byte*>(space.allocate(400, AllocationKind::device));
  GlobalMemory global(space.snapshot(), {});
  for (const auto access : {Access::read, Access::write, Access::atomic}) {
    CHECK(global.at(address_of(memory), 4, access, 0) == memory);
    CHECK(global.at(address_of(memory) + 399, 1, access, 0) == memory + 399);
    CHECK(global.at(address_of(memory) + 384, 16, access, 0) == memory + 384);
  }
}

TEST_CASE("an address out of bounds is reported relative to the nearest allocation", "[memory]") {
  AddressSpace space(kCapacity, {});
  const auto begin = address_of(space.allocate(400, AllocationKind::device));
  CHECK(fault_at(space, begin + 412, 4, Access::read) ==
        "read of 4 bytes at ADDRESS is out of bounds: 12 bytes past the end of a device allocation of 400 bytes");
  CHECK(fault_at(space, begin + 400, 8, Access::write) ==
        "write of 8 bytes at ADDRESS is out of bounds: right at the end of a device allocation of 400 bytes");
  CHECK(fault_at(space, begin + 398, 4, Access::read) ==
        "read of 4 bytes at ADDRESS is out of bounds: it reaches 2 bytes past the end of a device allocation of 400 "
        "bytes");
  CHECK(fault_at(space, begin - 8, 4, Access::atomic) ==
        "atomic of 4 bytes at ADDRESS is out of bounds: 8 bytes before a device allocation of 400 bytes");
  CHECK(fault_at(space, 16, 4, Access::read) ==
        "read of 4 bytes at ADDRESS is out of bounds: it is a null pointer access");
  CHECK(fault_at(space, 0xdead'beef'dead'beef, 4, Access::read) ==
        "read of 4 bytes at ADDRESS is out of bounds: no allocation is near");
  CHECK(fault_at(space, ~std::uint64_t{0}, 4, Access::read) ==
        "read of 4 bytes at ADDRESS is out of bounds: no allocation is near");
}

TEST_CASE("an access out of bounds is a fault after a valid access to the same allocation", "[memory]") {
  AddressSpace space(kCapacity, {});
  const auto begin = address_of(space.allocate(400, AllocationKind::device));
  const auto constant = address_of(space.allocate(64, AllocationKind::code_object, false));
  GlobalMemory global(space.snapshot(), {});
  global.at(begin, 4, Access::write, 0);
  CHECK_THROWS_AS(global.at(begin + 397, 4, Access::read, 0), Fault);
  global.at(constant, 4, Access::read, 0);
  CHECK_THROWS_AS(global.at(constant, 4, Access::write, 0), Fault);
  global.at(begin, 4, Access::write, 0);
}

TEST_CASE("a write to read-only memory is a fault", "[memory]") {
  AddressSpace space(kCapacity, {});
  const auto begin = address_of(space.allocate(64, AllocationKind::code_object, false));
  CHECK(fault_at(space, begin + 4, 4, Access::write) ==
        "write of 4 bytes at ADDRESS is to read-only memory: 4 bytes into a code object of 64 bytes");
  CHECK(fault_at(space, begin, 4, Access::atomic) ==
        "atomic of 4 bytes at ADDRESS is to read-only memory: 0 bytes into a code object of 64 bytes");
}

TEST_CASE("an access to freed memory is reported as a use after free", "[memory]") {
  AddressSpace space(kCapacity, {});
  auto* memory = space.allocate(400, AllocationKind::device);
  REQUIRE(space.release(memory, AllocationKind::device));
  const std::string expected =
      "use after free: read of 4 bytes at ADDRESS is 16 bytes into a freed device allocation of 400 bytes";
  CHECK(fault_at(space, address_of(memory) + 16, 4, Access::read) == expected);
  Checks unchecked;
  unchecked.bounds = false;
  CHECK(fault_at(space, address_of(memory) + 16, 4, Access::read, unchecked) == expected);
  CHECK(fault_at(space, address_of(memory) + 404, 4, Access::read) ==
        "read of 4 bytes at ADDRESS is out of bounds: 4 bytes past the end of a freed device allocation of 400 bytes");
  // The addresses are not reused.
  for (int n = 0; n < 50; ++n) CHECK(space.allocate(400, AllocationKind::device) != memory);
}

TEST_CASE("a snapshot keeps memory that is freed later", "[memory]") {
  AddressSpace space(kCapacity, {});
  auto* memory = static_cast<unsigned char*>(space.allocate(10000, AllocationKind::device));
  memory[9999] = 42;
  GlobalMemory running(space.snapshot(), {});
  REQUIRE(space.release(memory, AllocationKind::device));
  CHECK(*running.at(address_of(memory) + 9999, 1, Access::read, 0) == std::byte{42});
  GlobalMemory later(space.snapshot(), {});
  CHECK_THROWS_AS(later.at(address_of(memory), 1, Access::read, 0), Fault);
}

TEST_CASE("the oldest freed allocations are forgotten first", "[memory]") {
  AddressSpace space(kCapacity, {});
  auto* first = space.allocate(16, AllocationKind::device);
  const auto old = space.snapshot();
  REQUIRE(space.release(first, AllocationKind::device));
  void* last = nullptr;
  for (int n = 0; n < 2000; ++n) {
    last = space.allocate(16, AllocationKind::device);
    REQUIRE(space.release(last, AllocationKind::device));
  }
  CHECK(space.snapshot()->entries().size() == 1024);  // the largest number of freed allocations that stay in the list
  CHECK_THAT(fault_at(space, address_of(first), 4, Access::read), !Catch::StartsWith("use after free"));
  CHECK_THAT(fault_at(space, address_of(last), 4, Access::read), Catch::StartsWith("use after free"));
  CHECK(old->entries().size() == 1);
  *static_cast<char*>(first) = 1;  // does not crash, because the old snapshot keeps the memory mapped
}

TEST_CASE("without the check of bounds, accesses are limited by pages", "[memory]") {
  // An allocation of 400 bytes has one page, 4096 bytes.
  AddressSpace space(kCapacity, {});
  const auto begin = address_of(space.allocate(400, AllocationKind::device));
  Checks unchecked;
  unchecked.bounds = false;
  GlobalMemory global(space.snapshot(), unchecked);
  CHECK(global.at(begin + 4092, 4, Access::write, 0) == reinterpret_cast<std::byte*>(begin + 4092));
  CHECK_THROWS_AS(global.at(begin + 4096, 4, Access::read, 0), Fault);
  CHECK_THROWS_AS(global.at(begin + 4094, 4, Access::read, 0), Fault);
  CHECK_THROWS_AS(global.at(begin - 4, 4, Access::read, 0), Fault);
}

TEST_CASE("a range is covered only if it is inside one live allocation", "[memory]") {
  AddressSpace space(kCapacity, {});
  auto* memory = static_cast<char*>(space.allocate(400, AllocationKind::device));
  std::string why;
  CHECK(space.covers(memory, 400, why));
  CHECK(space.covers(memory + 400, 0, why));
  CHECK_FALSE(space.covers(memory + 1, 400, why));
  CHECK(why == "it reaches 1 byte past the end of a device allocation of 400 bytes");
  CHECK_FALSE(space.covers(nullptr, 4, why));
  CHECK(why == "it is a null pointer access");
  REQUIRE(space.release(memory, AllocationKind::device));
  CHECK_FALSE(space.covers(memory + 4, 4, why));
  CHECK(why == "4 bytes into a freed device allocation of 400 bytes");
}

TEST_CASE("reads of device memory that was never written are faults", "[memory]") {
  Checks checks;
  checks.uninit = true;
  AddressSpace space(kCapacity, checks);
  auto* memory = space.allocate(400, AllocationKind::device);
  const auto begin = address_of(memory);
  CHECK(fault_at(space, begin + 8, 4, Access::read, checks) ==
        "uninitialised read of 4 bytes at ADDRESS: byte 0 was never written (8 bytes into a device allocation "
        "of 400 bytes)");
  CHECK(fault_at(space, begin + 8, 4, Access::atomic, checks).rfind("uninitialised atomic of 4 bytes", 0) == 0);

  GlobalMemory global(space.snapshot(), checks);
  global.at(begin + 8, 2, Access::write, 0);
  global.at(begin + 8, 2, Access::read, 0);
  CHECK(fault_at(space, begin + 8, 4, Access::read, checks).find("byte 2 was never written") != std::string::npos);
  space.mark_initialized(static_cast<char*>(memory) + 10, 2);
  global.at(begin + 8, 4, Access::atomic, 0);
  // Pinned memory is not checked.
  const auto pinned = address_of(space.allocate(64, AllocationKind::pinned));
  GlobalMemory(space.snapshot(), checks).at(pinned, 4, Access::read, 0);
}

TEST_CASE("a copy of memory that was never written counts as never written", "[memory]") {
  Checks checks;
  checks.uninit = true;
  AddressSpace space(kCapacity, checks);
  auto* const one = static_cast<char*>(space.allocate(100, AllocationKind::device));
  auto* const other = static_cast<char*>(space.allocate(100, AllocationKind::device));
  CHECK(space.never_written(one, 100) == 0u);
  space.mark_initialized(one, 60);
  CHECK_FALSE(space.never_written(one, 60));
  CHECK(space.never_written(one, 100) == 60u);
  space.copy_initialized(other, one + 50, 50);
  CHECK(space.never_written(other, 50) == 10u);
  // A copy may also take marks away, and its ranges may overlap.
  space.mark_initialized(other, 100);
  space.copy_initialized(other + 20, one + 50, 20);
  CHECK(space.never_written(other, 100) == 30u);
  CHECK_FALSE(space.never_written(other + 40, 60));
  space.copy_initialized(one + 30, one, 70);
  CHECK(space.never_written(one, 100) == 90u);
  space.copy_initialized(one, one + 30, 70);
  CHECK(space.never_written(one, 70) == 60u);
  // Memory of which the device knows nothing, and memory that is not checked, count as written.
  std::vector<char> host(100);
  space.copy_initialized(one, host.data(), 100);
  CHECK_FALSE(space.never_written(one, 100));
  CHECK_FALSE(space.never_written(space.allocate(64, AllocationKind::pinned), 64));
}

TEST_CASE("memory that was allocated after a snapshot is found in the address space", "[memory]") {
  AddressSpace space(kCapacity, {});
  Checks checks;
  checks.bounds = true;
  const auto first = address_of(space.allocate(64, AllocationKind::device));
  GlobalMemory global(space.snapshot(), checks, &space), fixed(space.snapshot(), checks);
  global.at(first, 4, Access::write, 0);
  auto* const memory = space.allocate(64, AllocationKind::device);
  const auto later = address_of(memory);
  CHECK(reinterpret_cast<std::uint64_t>(global.at(later + 60, 4, Access::write, 0)) == later + 60);
  global.at(first, 4, Access::read, 0);
  CHECK_THROWS_AS(fixed.at(later, 4, Access::write, 0), Fault);
  CHECK_THROWS_AS(global.at(later + 64, 4, Access::write, 0), Fault);
  // A wave that has used memory keeps it until it looks for other memory.
  space.release(memory, AllocationKind::device);
  CHECK_THROWS_AS(global.at(later + 1024, 4, Access::read, 0), Fault);
  CHECK_THROWS_AS(global.at(later, 4, Access::read, 0), Fault);
}

TEST_CASE("several threads can take snapshots and allocate and release memory at the same time", "[memory]") {
  AddressSpace space(std::uint64_t{1} << 30, {});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int n = 0; n < 200; ++n) {
        auto* memory = space.allocate(100, AllocationKind::device);
        GlobalMemory global(space.snapshot(), {});
        *global.at(address_of(memory), 1, Access::write, 0) = std::byte{1};
        space.release(memory, AllocationKind::device);
        *global.at(address_of(memory) + 99, 1, Access::write, 0) = std::byte{1};
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(space.used() == 0);
}

TEST_CASE("parts of an allocation can be read-only", "[memory]") {
  AddressSpace space(kCapacity, {});
  auto* memory = space.allocate(1000, AllocationKind::code_object, /*writable=*/true,
                                {{100, 200, "code is"}, {300, 301, "constants are"}});
  const auto begin = address_of(memory);
  GlobalMemory access(space.snapshot(), {});
  for (const auto kind : {Access::write, Access::atomic}) {
    for (const std::uint64_t at : {0u, 96u, 200u, 296u, 301u, 996u})
      CHECK(access.at(begin + at, 4, kind, 1) != nullptr);
    for (const std::uint64_t at : {97u, 100u, 150u, 199u})
      CHECK_THAT(fault_at(space, begin + at, 4, kind),
                 Catch::EndsWith("a code object of 1000 bytes, where its code is"));
    for (const std::uint64_t at : {297u, 300u})
      CHECK_THAT(fault_at(space, begin + at, 4, kind), Catch::EndsWith(", where its constants are"));
  }
  for (std::uint64_t at = 0; at <= 996; ++at) CHECK(access.at(begin + at, 4, Access::read, 1) != nullptr);
}

TEST_CASE("registered host memory can be used by the device until it is unregistered", "[memory]") {
  AddressSpace space(kCapacity, {});
  std::vector<int> lent(100, 3);
  const auto begin = address_of(lent.data());
  const auto bytes = lent.size() * sizeof(int);
  CHECK(space.find(lent.data()) == nullptr);
  REQUIRE(space.adopt(lent.data(), bytes));
  GlobalMemory memory(space.snapshot(), {});
  CHECK(memory.at(begin + 4, 4, Access::write, 7) == reinterpret_cast<std::byte*>(lent.data() + 1));
  CHECK_THAT(fault_at(space, begin + bytes, 4, Access::read), Catch::Contains("registered range of host memory"));
  CHECK(space.used() == 0);
  REQUIRE(space.find(lent.data() + 99) != nullptr);
  CHECK(space.find(lent.data() + 99)->begin == begin);
  CHECK(space.find(lent.data() + 100) == nullptr);

  // No other range may overlap it, be null or be empty, and it cannot be freed like an allocation.
  CHECK_FALSE(space.adopt(lent.data() + 99, 4));
  CHECK_FALSE(space.adopt(reinterpret_cast<char*>(lent.data()) - 4, 8));
  CHECK_FALSE(space.adopt(nullptr, 8));
  CHECK_FALSE(space.adopt(lent.data() + 100, 0));
  CHECK_FALSE(space.release(lent.data(), AllocationKind::registered));
  CHECK_FALSE(space.disown(lent.data() + 1));

  REQUIRE(space.disown(lent.data()));
  CHECK_FALSE(space.disown(lent.data()));
  CHECK(space.find(lent.data()) == nullptr);
  CHECK(lent == std::vector<int>(100, 3));
  CHECK(space.adopt(lent.data(), bytes));
}

TEST_CASE("an allocation is found by each of its addresses while it lives", "[memory]") {
  AddressSpace space(kCapacity, {});
  auto* memory = static_cast<char*>(space.allocate(100, AllocationKind::managed));
  REQUIRE(space.find(memory + 99) != nullptr);
  CHECK(space.find(memory + 99)->begin == address_of(memory));
  CHECK(space.find(memory + 99)->kind == AllocationKind::managed);
  CHECK(space.find(memory + 100) == nullptr);
  CHECK(space.find(memory - 1) == nullptr);
  REQUIRE(space.release(memory, AllocationKind::managed));
  CHECK(space.find(memory) == nullptr);
}
