#include "runtime/emulator/execute/transfer_cases.hpp"
#include "runtime/emulator/fault_of.hpp"
#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

constexpr std::uint32_t kBefore = 0xcafe1234;

std::uint64_t address_of(const void* memory) {
  return reinterpret_cast<std::uint64_t>(memory);
}

std::uint8_t* patterned(Snippet& snippet, std::size_t bytes) {
  auto* memory = static_cast<std::uint8_t*>(snippet.allocate(bytes));
  for (std::size_t n = 0; n < bytes; ++n) memory[n] = pattern(n);
  return memory;
}

/// Addresses of consecutive lanes, `stride` bytes apart.
std::vector<std::uint64_t> addresses(std::uint64_t base, std::uint64_t stride, unsigned lanes) {
  std::vector<std::uint64_t> result;
  for (unsigned lane = 0; lane < lanes; ++lane) result.push_back(base + lane * stride);
  return result;
}

/// Checks that each lane has loaded from memory + first + lane * stride.
void check_load(const LoadCase& load, Snippet& snippet, const std::uint8_t* memory, std::size_t first,
                std::size_t stride) {
  for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
    const auto expected = load.expected(memory + first + lane * stride, kBefore);
    for (unsigned n = 0; n < load.dwords; ++n) REQUIRE(snippet.get(10 + n, lane) == expected[n]);
  }
}

/// Checks that each lane has stored to memory + first + lane * stride, and that the rest of the `size` bytes is
/// unchanged.
void check_store(const StoreCase& store, Snippet& snippet, const std::uint8_t* memory, std::size_t size,
                 std::size_t first, std::size_t stride) {
  std::vector<std::uint8_t> expected(size);
  for (std::size_t n = 0; n < size; ++n) expected[n] = pattern(n);
  for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
    Registers data;
    for (unsigned n = 0; n < 4; ++n) data[n] = snippet.get(10 + n, lane);
    std::memcpy(&expected[first + lane * stride], reinterpret_cast<const char*>(data.data()) + store.first_byte,
                store.bytes);
  }
  REQUIRE(std::equal(expected.begin(), expected.end(), memory));
}

/// Sets v10 to v13 to values that differ between registers and between lanes.
void set_data(Snippet& snippet) {
  for (unsigned n = 0; n < 4; ++n) {
    std::vector<std::uint32_t> values;
    for (std::uint32_t lane = 0; lane < 64; ++lane) values.push_back(0x9e3779b9u * (lane * 4 + n + 1));
    snippet.set(10 + n, values);
  }
}

}  // namespace

TEST_CASE("global loads work for every width and alignment", "[flat]") {
  for (const std::string processor : kProcessors)
    for (const auto& load : kLoads)
      // With stride 16, all addresses have the same alignment; with 19, they have every alignment.
      for (const std::size_t stride : {std::size_t{16}, std::size_t{19}}) {
        const auto name = "global_" + name_of(load, processor);
        INFO(processor << " " << name << " stride " << stride);
        Snippet snippet(processor, name + " " + registers(10, load.dwords) + ", v[2:3], off offset:5");
        const auto* memory = patterned(snippet, 2048);
        snippet.set64(2, addresses(address_of(memory) + 16, stride, snippet.wave().lanes));
        snippet.set(10, {kBefore}).run();
        check_load(load, snippet, memory, 16 + 5, stride);
      }
}

TEST_CASE("global stores work for every width and alignment", "[flat]") {
  for (const std::string processor : kProcessors)
    for (const auto& store : kStores)
      // With stride 16, all addresses have the same alignment; with 19, they have every alignment.
      for (const std::size_t stride : {std::size_t{16}, std::size_t{19}}) {
        const auto name = "global_" + name_of(store, processor);
        INFO(processor << " " << name << " stride " << stride);
        Snippet snippet(processor, name + " v[2:3], " + registers(10, store.dwords) + ", off offset:-3");
        const auto* memory = patterned(snippet, 2048);
        snippet.set64(2, addresses(address_of(memory) + 16, stride, snippet.wave().lanes));
        set_data(snippet);
        snippet.run();
        check_store(store, snippet, memory, 2048, 16 - 3, stride);
      }
}

TEST_CASE("global addresses can have a scalar base and an unsigned 32-bit offset", "[flat]") {
  for (const std::string processor : kProcessors) {
    INFO(processor);
    const bool newer = has_newer_names(processor);
    Snippet snippet(processor, newer ? "global_load_b32 v10, v2, s[4:5] offset:8\nglobal_store_b32 v2, v11, s[4:5]"
                                     : "global_load_dword v10, v2, s[4:5] offset:8\n"
                                       "global_store_dword v2, v11, s[4:5]");
    auto* memory = patterned(snippet, 1024);
    // The offset must not be sign-extended, so the base is more than 2 GiB below the memory.
    constexpr std::uint32_t offset = 0x90000000;
    std::vector<std::uint32_t> offsets;
    for (std::uint32_t lane = 0; lane < 64; ++lane) offsets.push_back(offset + lane * 12);
    snippet.set(2, offsets).set_scalar64(4, address_of(memory) - offset).set(11, {0x11223344}).run();
    for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
      std::uint32_t expected = 0;
      for (std::size_t n = 4; n-- > 0;) expected = expected << 8 | pattern(lane * 12 + 8 + n);
      REQUIRE(snippet.get(10, lane) == expected);
      REQUIRE(bytes_at<std::uint32_t>(memory + lane * 12) == 0x11223344);
    }
  }
}

TEST_CASE("a load can write its own address registers", "[flat]") {
  Snippet snippet("gfx1100", "global_load_b64 v[2:3], v[2:3], off");
  const auto* memory = patterned(snippet, 1024);
  snippet.set64(2, addresses(address_of(memory), 8, 32)).run();
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(snippet.get64(2, lane) == bytes_at<std::uint64_t>(memory + lane * 8));
}

TEST_CASE("inactive lanes neither load nor store nor fault", "[flat]") {
  for (const std::string processor : {"gfx90a", "gfx1100"}) {
    INFO(processor);
    const bool newer = has_newer_names(processor);
    Snippet snippet(processor, newer ? "global_load_b32 v10, v[2:3], off\nglobal_store_b32 v[2:3], v11, off"
                                     : "global_load_dword v10, v[2:3], off\nglobal_store_dword v[2:3], v11, off");
    auto* memory = patterned(snippet, 256);
    const auto last = snippet.wave().lanes - 1;
    std::vector<std::uint64_t> lane_addresses(snippet.wave().lanes, 0x10);  // an access to 0x10 would be a fault
    lane_addresses[1] = address_of(memory);
    lane_addresses[last] = address_of(memory) + 8;
    snippet.set64(2, lane_addresses).set(10, {kBefore}).set(11, {7});
    snippet.wave().set_exec(2 | std::uint64_t{1} << last);
    snippet.run();
    CHECK(snippet.get(10, 0) == kBefore);
    CHECK(snippet.get(10, 1) == static_cast<std::uint32_t>(pattern(0) | pattern(1) << 8 | pattern(2) << 16) +
                                    std::uint32_t{pattern(3)} * 0x1000000u);
    CHECK(snippet.get(10, 2) == kBefore);
    CHECK(bytes_at<std::uint32_t>(memory) == 7);
    CHECK(memory[4] == pattern(4));
    CHECK(bytes_at<std::uint32_t>(memory + 8) == 7);
  }
}

TEST_CASE("accumulators are loaded and stored", "[flat]") {
  Snippet snippet("gfx90a",
                  "global_load_dwordx2 a[4:5], v[2:3], off\nglobal_store_dwordx2 v[2:3], a[4:5], off offset:16");
  auto* memory = patterned(snippet, 64 * 32);
  snippet.set64(2, addresses(address_of(memory), 32, 64)).run();
  for (unsigned lane = 0; lane < 64; ++lane) {
    const auto* at = memory + lane * 32;
    REQUIRE(snippet.wave().accumulator(5)[lane] == bytes_at<std::uint32_t>(at + 4));
    REQUIRE(bytes_at<std::uint64_t>(at) == bytes_at<std::uint64_t>(at + 16));
  }
}

TEST_CASE("each lane of a flat access selects its memory", "[flat]") {
  for (const std::string processor : kProcessors) {
    INFO(processor);
    const bool newer = has_newer_names(processor);
    Snippet snippet(processor,
                    newer ? "flat_store_b64 v[2:3], v[10:11]\nflat_load_b64 v[12:13], v[2:3] offset:4"
                          : "flat_store_dwordx2 v[2:3], v[10:11]\nflat_load_dwordx2 v[12:13], v[2:3] offset:4");
    auto* memory = static_cast<std::uint8_t*>(snippet.allocate(1024));
    std::vector<std::uint64_t> lane_addresses, data;
    for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
      const std::uint64_t bases[] = {address_of(memory) + lane * 16, kSharedAperture + 0x100 + lane * 16,
                                     kPrivateAperture + 0x20};
      lane_addresses.push_back(bases[lane % 3]);
      data.push_back(0x0102030405060708 * (lane + 1));
    }
    snippet.set64(2, lane_addresses).set64(10, data).run();
    for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
      const auto lane_id = static_cast<int>(lane);
      auto& wave = snippet.wave();
      std::uint64_t stored = 0;
      if (lane % 3 == 0)
        stored = bytes_at<std::uint64_t>(memory + lane * 16);
      else if (lane % 3 == 1)
        std::memcpy(&stored, wave.lds.at(0x100 + lane * 16, 8, Access::read, /*wave=*/0, lane_id), 8);
      else
        wave.scratch.read(lane_id, 0x20, &stored, 8);
      REQUIRE(stored == data[lane]);
      // The load at offset 4 reads the upper dword, and the zeros after it.
      REQUIRE(snippet.get64(12, lane) == data[lane] >> 32);
    }
  }
}

TEST_CASE("flat loads and stores work for every width", "[flat]") {
  for (const std::string processor : {"gfx90a", "gfx1100"}) {
    for (const auto& load : kLoads) {
      INFO(processor << " " << load.older);
      Snippet snippet(processor, "flat_" + name_of(load, processor) + " " + registers(10, load.dwords) + ", v[2:3]");
      const auto* memory = patterned(snippet, 2048);
      snippet.set64(2, addresses(address_of(memory), 17, snippet.wave().lanes)).set(10, {kBefore}).run();
      check_load(load, snippet, memory, 0, 17);
    }
    for (const auto& store : kStores) {
      INFO(processor << " " << store.older);
      Snippet snippet(processor, "flat_" + name_of(store, processor) + " v[2:3], " + registers(10, store.dwords));
      const auto* memory = patterned(snippet, 2048);
      snippet.set64(2, addresses(address_of(memory), 16, snippet.wave().lanes));
      set_data(snippet);
      snippet.run();
      check_store(store, snippet, memory, 2048, 0, 16);
    }
  }
}

TEST_CASE("a global access out of bounds is a fault with lane and address", "[flat]") {
  for (const std::string processor : {"gfx90a", "gfx1100"}) {
    INFO(processor);
    Snippet snippet(processor, has_newer_names(processor) ? "global_store_b32 v[2:3], v10, off"
                                                          : "global_store_dword v[2:3], v10, off");
    const auto base = address_of(snippet.allocate(4 * 20));
    snippet.set64(2, addresses(base, 4, snippet.wave().lanes));
    const auto fault = fault_of([&] { snippet.run(); });
    CHECK(fault.lane == 20);
    CHECK(fault.has_address);
    CHECK(fault.address == base + 80);
    CHECK(without_address(fault) ==
          "write of 4 bytes at ADDRESS is out of bounds: right at the end of a device allocation of 80 bytes");
  }
}

TEST_CASE("flat accesses beyond LDS and scratch are faults", "[flat]") {
  Snippet snippet("gfx1100", "flat_load_b32 v10, v[2:3]");
  snippet.set64(2, {kSharedAperture + 32768});
  CHECK(fault_of([&] { snippet.run(); }).what() ==
        std::string("LDS read of 4 bytes at 0x8000 is beyond the workgroup's 32768 bytes"));
  snippet.set64(2, {kPrivateAperture + 1024});
  CHECK(fault_of([&] { snippet.run(); }).what() ==
        std::string("scratch read of 4 bytes at 0x400 is beyond the lane's 1024 bytes"));
}

TEST_CASE("global ADDTID instructions access consecutive dwords", "[flat]") {
  for (const std::string processor : {"gfx1030", "gfx1100", "gfx1201"}) {
    INFO(processor);
    Snippet snippet(processor, has_newer_names(processor) ? "global_load_addtid_b32 v10, s[4:5] offset:4\n"
                                                            "global_store_addtid_b32 v11, s[4:5] offset:512"
                                                          : "global_load_dword_addtid v10, s[4:5] offset:4\n"
                                                            "global_store_dword_addtid v11, s[4:5] offset:512");
    const auto* memory = patterned(snippet, 1024);
    std::vector<std::uint32_t> data;
    for (std::uint32_t lane = 0; lane < 32; ++lane) data.push_back(lane * 1000);
    snippet.set_scalar64(4, address_of(memory)).set(11, data).run();
    for (unsigned lane = 0; lane < 32; ++lane) {
      REQUIRE(snippet.get(10, lane) == bytes_at<std::uint32_t>(memory + 4 + lane * 4));
      REQUIRE(bytes_at<std::uint32_t>(memory + 512 + lane * 4) == lane * 1000);
    }
  }
}

TEST_CASE("global loads can write to LDS", "[flat]") {
  struct Case {
    const char* name;
    std::uint32_t (*expected)(const std::uint8_t*);
  };
  const Case cases[] = {
      {"global_load_lds_dword", [](const std::uint8_t* at) { return bytes_at<std::uint32_t>(at); }},
      {"global_load_lds_ubyte", [](const std::uint8_t* at) { return std::uint32_t{*at}; }},
      {"global_load_lds_sbyte",
       [](const std::uint8_t* at) { return static_cast<std::uint32_t>(int{static_cast<std::int8_t>(*at)}); }},
      {"global_load_lds_ushort", [](const std::uint8_t* at) { return std::uint32_t{bytes_at<std::uint16_t>(at)}; }},
      {"global_load_lds_sshort",
       [](const std::uint8_t* at) { return static_cast<std::uint32_t>(int{bytes_at<std::int16_t>(at)}); }},
  };
  for (const auto& one : cases) {
    INFO(one.name);
    Snippet snippet("gfx942", std::string(one.name) + " v[2:3], off offset:16");
    const auto* memory = patterned(snippet, 1024);
    snippet.set64(2, addresses(address_of(memory), 12, 64));
    snippet.wave().scalar[kM0] = 0x200;
    snippet.run();
    for (unsigned lane = 0; lane < 64; ++lane) {
      std::uint32_t dword;
      std::memcpy(&dword, snippet.wave().lds.at(0x200 + 16 + lane * 4, 4, Access::read, /*wave=*/0, /*lane=*/0), 4);
      REQUIRE(dword == one.expected(memory + lane * 12 + 16));
    }
  }
}

TEST_CASE("cache control does not change registers and memory", "[flat]") {
  Snippet("gfx1201", "global_wb\nglobal_inv\nglobal_wbinv").run();
  Snippet("gfx1100", "buffer_gl0_inv\nbuffer_gl1_inv").run();
  Snippet("gfx90a", "buffer_wbl2\nbuffer_invl2\nbuffer_wbinvl1\nbuffer_wbinvl1_vol").run();
  Snippet("gfx942", "buffer_wbl2 sc1\nbuffer_inv sc1").run();
}

TEST_CASE("loads of memory that was never written are faults", "[flat]") {
  Checks checks;
  checks.uninit = true;
  Snippet snippet("gfx1100", "global_store_b16 v[2:3], v10, off\nglobal_load_b32 v11, v[4:5], off", 0, checks);
  const auto base = address_of(snippet.allocate(1024));
  snippet.set64(2, addresses(base, 2, 32)).set64(4, addresses(base, 4, 32));
  // 32 lanes wrote 64 bytes, which are the dwords of the first 16 lanes.
  const auto fault = fault_of([&] { snippet.run(); });
  CHECK(fault.lane == 16);
  CHECK(fault.address == base + 64);
  CHECK(snippet.get(11, 15) == 0);
}
