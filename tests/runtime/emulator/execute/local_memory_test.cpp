#include "runtime/emulator/execute/transfer_cases.hpp"
#include "runtime/emulator/fault_of.hpp"
#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

constexpr std::uint32_t kLdsBytes = 32768;
constexpr std::uint32_t kBefore = 0xcafe1234;

// Columns: both names, registers, bytes, and the result.
const LoadCase kLocalLoads[] = {
    {"ds_read_b32", "ds_load_b32", 1, 4, whole<1>},
    {"ds_read_b64", "ds_load_b64", 2, 8, whole<2>},
    {"ds_read_b96", "ds_load_b96", 3, 12, whole<3>},
    {"ds_read_b128", "ds_load_b128", 4, 16, whole<4>},
    {"ds_read_u8", "ds_load_u8", 1, 1, widened<std::uint8_t>},
    {"ds_read_i8", "ds_load_i8", 1, 1, widened<std::int8_t>},
    {"ds_read_u16", "ds_load_u16", 1, 2, widened<std::uint16_t>},
    {"ds_read_i16", "ds_load_i16", 1, 2, widened<std::int16_t>},
    {"ds_read_u8_d16", "ds_load_u8_d16", 1, 1, low_half<std::uint8_t>},
    {"ds_read_u8_d16_hi", "ds_load_u8_d16_hi", 1, 1, high_half<std::uint8_t>},
    {"ds_read_i8_d16", "ds_load_i8_d16", 1, 1, low_half<std::int8_t>},
    {"ds_read_i8_d16_hi", "ds_load_i8_d16_hi", 1, 1, high_half<std::int8_t>},
    {"ds_read_u16_d16", "ds_load_u16_d16", 1, 2, low_half<std::uint16_t>},
    {"ds_read_u16_d16_hi", "ds_load_u16_d16_hi", 1, 2, high_half<std::uint16_t>},
};

// Columns: both names, registers, bytes, and the first byte of the registers that is stored.
const StoreCase kLocalStores[] = {
    {"ds_write_b32", "ds_store_b32", 1, 4, 0},
    {"ds_write_b64", "ds_store_b64", 2, 8, 0},
    {"ds_write_b96", "ds_store_b96", 3, 12, 0},
    {"ds_write_b128", "ds_store_b128", 4, 16, 0},
    {"ds_write_b8", "ds_store_b8", 1, 1, 0},
    {"ds_write_b16", "ds_store_b16", 1, 2, 0},
    {"ds_write_b8_d16_hi", "ds_store_b8_d16_hi", 1, 1, 2},
    {"ds_write_b16_d16_hi", "ds_store_b16_d16_hi", 1, 2, 2},
};

/// The host address of the first byte of LDS; the others follow it.
std::uint8_t* lds_of(Snippet& snippet) {
  auto& lds = snippet.wave().lds;
  return reinterpret_cast<std::uint8_t*>(lds.at(0, 1, Access::read, /*wave=*/0, /*lane=*/0));
}

/// Fills LDS with pattern() and returns its host address.
std::uint8_t* patterned(Snippet& snippet) {
  auto* bytes = lds_of(snippet);
  for (std::size_t n = 0; n < kLdsBytes; ++n) bytes[n] = pattern(n);
  return bytes;
}

/// A value for each lane: `first`, first + stride, ...
std::vector<std::uint32_t> spread(std::uint32_t first, std::uint32_t stride) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t lane = 0; lane < 64; ++lane) result.push_back(first + lane * stride);
  return result;
}

/// Sets v10 to v17 to values that differ between registers and between lanes.
void set_data(Snippet& snippet) {
  for (unsigned n = 0; n < 8; ++n) snippet.set(10 + n, spread(0x89abcdefu + n * 0x11223344u, 0x01030507u));
}

}  // namespace

TEST_CASE("LDS loads work at every alignment", "[local-memory]") {
  for (const std::string processor : kProcessors)
    for (const auto& load : kLocalLoads)
      // With stride 16, all addresses have the same alignment; with 19, they have every alignment.
      for (const std::uint32_t stride : {16u, 19u}) {
        INFO(processor << " " << load.older << " stride " << stride);
        Snippet snippet(processor, name_of(load, processor) + " " + registers(10, load.dwords) + ", v2 offset:1000");
        const auto* lds = patterned(snippet);
        snippet.set(2, spread(8, stride)).set(10, {kBefore}).run();
        for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
          const auto expected = load.expected(lds + 8 + 1000 + lane * stride, kBefore);
          for (unsigned n = 0; n < load.dwords; ++n) REQUIRE(snippet.get(10 + n, lane) == expected[n]);
        }
      }
}

TEST_CASE("LDS stores work for every width", "[local-memory]") {
  for (const std::string processor : kProcessors)
    for (const auto& store : kLocalStores) {
      INFO(processor << " " << store.older);
      Snippet snippet(processor, name_of(store, processor) + " v2, " + registers(10, store.dwords) + " offset:65");
      auto* lds = patterned(snippet);
      std::vector<std::uint8_t> expected(lds, lds + kLdsBytes);
      set_data(snippet);
      snippet.set(2, spread(4, 20));
      for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
        Registers data;
        for (unsigned n = 0; n < 4; ++n) data[n] = snippet.get(10 + n, lane);
        std::memcpy(&expected[4 + 65 + lane * 20], reinterpret_cast<const char*>(data.data()) + store.first_byte,
                    store.bytes);
      }
      snippet.run();
      REQUIRE(std::equal(expected.begin(), expected.end(), lds));
    }
}

TEST_CASE("LDS instructions can access two addresses", "[local-memory]") {
  struct Case {
    const char *older, *newer;
    unsigned dwords;       ///< per address
    std::uint32_t factor;  ///< of the offsets: the element size or, for st64, 64 times the element size
  };
  const Case loads[] = {{"ds_read2_b32", "ds_load_2addr_b32", 1, 4},
                        {"ds_read2_b64", "ds_load_2addr_b64", 2, 8},
                        {"ds_read2st64_b32", "ds_load_2addr_stride64_b32", 1, 256},
                        {"ds_read2st64_b64", "ds_load_2addr_stride64_b64", 2, 512}};
  const Case stores[] = {{"ds_write2_b32", "ds_store_2addr_b32", 1, 4},
                         {"ds_write2_b64", "ds_store_2addr_b64", 2, 8},
                         {"ds_write2st64_b32", "ds_store_2addr_stride64_b32", 1, 256},
                         {"ds_write2st64_b64", "ds_store_2addr_stride64_b64", 2, 512}};
  for (const std::string processor : kProcessors) {
    for (const auto& load : loads) {
      INFO(processor << " " << load.older);
      Snippet snippet(processor, (has_newer_names(processor) ? load.newer : load.older) + std::string(" ") +
                                     registers(10, 2 * load.dwords) + ", v2 offset0:3 offset1:17");
      const auto* lds = patterned(snippet);
      snippet.set(2, spread(12, 4)).run();
      for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane)
        for (unsigned n = 0; n < 2 * load.dwords; ++n) {
          const auto address = 12 + lane * 4 + (n < load.dwords ? 3 : 17) * load.factor + n % load.dwords * 4;
          REQUIRE(snippet.get(10 + n, lane) == bytes_at<std::uint32_t>(lds + address));
        }
    }
    for (const auto& store : stores) {
      INFO(processor << " " << store.older);
      Snippet snippet(processor, (has_newer_names(processor) ? store.newer : store.older) + std::string(" v2, ") +
                                     registers(10, store.dwords) + ", " + registers(14, store.dwords) +
                                     " offset0:3 offset1:21");
      auto* lds = patterned(snippet);
      std::vector<std::uint8_t> expected(lds, lds + kLdsBytes);
      set_data(snippet);
      // Lanes must not overlap. With small factors, a lane's data ends at most 21 * 8 + 8 = 176 bytes after its
      // address. With large ones, all data at offset 3 is before all data at offset 21.
      snippet.set(2, spread(12, store.factor < 256 ? 192 : 16));
      for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane)
        for (unsigned n = 0; n < 2 * store.dwords; ++n) {
          const bool first = n < store.dwords;
          const auto address = snippet.get(2, lane) + (first ? 3 : 21) * store.factor + n % store.dwords * 4;
          const auto value = snippet.get((first ? 10 : 14) + n % store.dwords, lane);
          std::memcpy(&expected[address], &value, 4);
        }
      snippet.run();
      REQUIRE(std::equal(expected.begin(), expected.end(), lds));
    }
  }
}

TEST_CASE("a load from two addresses can write its own address register", "[local-memory]") {
  Snippet snippet("gfx1100", "ds_load_2addr_b32 v[2:3], v2 offset0:1 offset1:2");
  const auto* lds = patterned(snippet);
  snippet.set(2, spread(0, 8)).run();
  for (unsigned lane = 0; lane < 32; ++lane) {
    CHECK(snippet.get(2, lane) == bytes_at<std::uint32_t>(lds + lane * 8 + 4));
    CHECK(snippet.get(3, lane) == bytes_at<std::uint32_t>(lds + lane * 8 + 8));
  }
}

TEST_CASE("LDS ADDTID instructions access consecutive dwords from M0 on", "[local-memory]") {
  for (const std::string processor : {"gfx90a", "gfx1030", "gfx1100", "gfx1201"}) {
    INFO(processor);
    const bool newer = has_newer_names(processor);
    Snippet snippet(processor, newer ? "ds_load_addtid_b32 v10 offset:8\nds_store_addtid_b32 v11 offset:4096"
                                     : "ds_read_addtid_b32 v10 offset:8\nds_write_addtid_b32 v11 offset:4096");
    const auto* lds = patterned(snippet);
    snippet.wave().scalar[kM0] = 0xabcd0100;  // only the lower half is an address
    snippet.set(11, spread(77, 3)).run();
    for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
      REQUIRE(snippet.get(10, lane) == bytes_at<std::uint32_t>(lds + 0x108 + lane * 4));
      REQUIRE(bytes_at<std::uint32_t>(lds + 0x1100 + lane * 4) == 77 + lane * 3);
    }
  }
}

TEST_CASE("LDS addresses wrap around in 32 bits", "[local-memory]") {
  Snippet snippet("gfx90a", "ds_read_b32 v10, v2 offset:16");
  const auto* lds = patterned(snippet);
  snippet.set(2, {0xfffffff8}).run();  // 0xfffffff8 + 16 = 8, modulo 2^32
  CHECK(snippet.get(10, 40) == bytes_at<std::uint32_t>(lds + 8));
}

TEST_CASE("inactive lanes change neither LDS nor registers", "[local-memory]") {
  Snippet snippet("gfx1100", "ds_load_b32 v10, v2\nds_store_b32 v2, v11");
  const auto* lds = patterned(snippet);
  // Inactive lanes have addresses beyond the end of LDS, where an access would be a fault.
  snippet.set(2, spread(kLdsBytes, 4)).set(10, {kBefore}).set(11, {9});
  snippet.wave().vector(2)[7] = 64;
  snippet.wave().set_exec(1 << 7);
  snippet.run();
  CHECK(snippet.get(10, 6) == kBefore);
  CHECK(snippet.get(10, 7) == (pattern(64) | std::uint32_t{pattern(65)} << 8 | std::uint32_t{pattern(66)} << 16 |
                               std::uint32_t{pattern(67)} << 24));
  CHECK(bytes_at<std::uint32_t>(lds + 64) == 9);
  CHECK(lds[68] == pattern(68));
}

TEST_CASE("LDS accesses out of bounds are faults with lane and address", "[local-memory]") {
  for (const std::string processor : {"gfx90a", "gfx1100"}) {
    INFO(processor);
    Snippet snippet(processor, has_newer_names(processor) ? "ds_store_b64 v2, v[10:11] offset:8"
                                                          : "ds_write_b64 v2, v[10:11] offset:8");
    auto lane_addresses = spread(0, 8);
    lane_addresses[13] = kLdsBytes - 12;  // with the offset 8, only 4 of the 8 bytes are within LDS
    snippet.set(2, lane_addresses);
    const auto fault = fault_of([&] { snippet.run(); });
    CHECK(fault.lane == 13);
    CHECK(fault.address == kLdsBytes - 4);
    CHECK(fault.what() == std::string("LDS write of 8 bytes at 0x7ffc is beyond the workgroup's 32768 bytes"));
  }
}

TEST_CASE("a race of two waves on LDS is reported unless a barrier separates them", "[local-memory]") {
  Checks checks;
  checks.race = true;
  Snippet snippet("gfx1100", "ds_load_b32 v10, v2", 0, checks);
  snippet.wave().lds.at(0x40, 4, Access::write, /*wave=*/3, /*lane=*/17);
  snippet.set(2, spread(0x38, 4));  // lane 2 of wave 0 reads 0x38 + 2 * 4 = 0x40
  CHECK(fault_of([&] { snippet.run(); }).what() ==
        std::string("LDS race at 0x40: written by wave 3 lane 17 and read by wave 0 lane 2 with no barrier between"));
  snippet.wave().lds.barrier();
  snippet.run();  // throws no Fault
}

TEST_CASE("GDS instructions are faults", "[local-memory]") {
  Snippet snippet("gfx1030", "ds_read_b32 v10, v2 gds");
  CHECK(fault_of([&] { snippet.run(); }).what() == std::string("global data share (GDS) is not emulated"));
}
