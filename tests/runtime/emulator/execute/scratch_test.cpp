#include "runtime/emulator/execute/transfer_cases.hpp"
#include "runtime/emulator/fault_of.hpp"
#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

/// The initial byte at an offset of a lane's scratch.
std::uint8_t lane_pattern(unsigned lane, std::size_t offset) {
  return pattern(lane * 1000 + offset);
}

/// Fills the first 256 bytes of each lane's scratch; the tests read no others.
void fill(Wave& wave) {
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    for (unsigned offset = 0; offset < 256; ++offset)
      *wave.scratch.at(static_cast<int>(lane), offset, 1, Access::write) =
          static_cast<std::byte>(lane_pattern(lane, offset));
}

/// Returns the first 256 bytes of a lane's scratch in the order of their offsets.
std::vector<std::uint8_t> bytes_of(Wave& wave, unsigned lane) {
  std::vector<std::uint8_t> bytes(256);
  wave.scratch.read(static_cast<int>(lane), 0, bytes.data(), 256);
  return bytes;
}

}  // namespace

TEST_CASE("scratch loads work at every alignment", "[scratch]") {
  for (const std::string processor : kProcessors)
    for (const auto& load : kLoads) {
      const auto name = "scratch_" + name_of(load, processor);
      INFO(processor << " " << name);
      Snippet snippet(processor, name + " " + registers(10, load.dwords) + ", v2, off offset:6");
      fill(snippet.wave());
      // Offsets with every alignment; the largest is 63 * 2 + 63 / 3 = 147.
      std::vector<std::uint32_t> offsets;
      for (std::uint32_t lane = 0; lane < 64; ++lane) offsets.push_back(lane * 2 + lane / 3);
      snippet.set(2, offsets).set(10, {0xcafe1234}).run();
      for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
        const auto expected = load.expected(&bytes_of(snippet.wave(), lane)[offsets[lane] + 6], 0xcafe1234);
        for (unsigned n = 0; n < load.dwords; ++n) REQUIRE(snippet.get(10 + n, lane) == expected[n]);
      }
    }
}

TEST_CASE("scratch stores work at every alignment", "[scratch]") {
  for (const std::string processor : kProcessors)
    for (const auto& store : kStores) {
      const auto name = "scratch_" + name_of(store, processor);
      INFO(processor << " " << name);
      Snippet snippet(processor, name + " v2, " + registers(10, store.dwords) + ", off offset:6");
      fill(snippet.wave());
      // Offsets with every alignment; the largest is 63 * 2 + 63 / 3 = 147.
      std::vector<std::uint32_t> offsets;
      for (std::uint32_t lane = 0; lane < 64; ++lane) offsets.push_back(lane * 2 + lane / 3);
      snippet.set(2, offsets);
      // Lanes with even and odd numbers store different values.
      for (unsigned n = 0; n < 4; ++n) snippet.set(10 + n, {0x9e3779b9u * (n + 1), 0x7f4a7c15u * (n + 3)});
      snippet.run();
      for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
        std::vector<std::uint8_t> expected(256);
        for (std::size_t n = 0; n < 256; ++n) expected[n] = lane_pattern(lane, n);
        Registers data;
        for (unsigned n = 0; n < 4; ++n) data[n] = snippet.get(10 + n, lane);
        std::memcpy(&expected[offsets[lane] + 6], reinterpret_cast<const char*>(data.data()) + store.first_byte,
                    store.bytes);
        REQUIRE(bytes_of(snippet.wave(), lane) == expected);
      }
    }
}

TEST_CASE("scratch addresses are computed from a register, a scalar, both or neither", "[scratch]") {
  struct Form {
    const char* operands;                 ///< v2 is 24, and s4 is 40
    std::uint32_t offset;                 ///< the sum of the operands
    std::vector<std::string> processors;  ///< those that have this form
  };
  const std::vector<std::string> all(std::begin(kProcessors), std::end(kProcessors));
  const Form forms[] = {
      {"v2, off", 24, all},
      {"v2, off offset:-8", 16, all},
      {"off, s4", 40, all},
      {"off, s4 offset:4", 44, all},
      {"off, off offset:12", 12, {"gfx942", "gfx1030", "gfx1100", "gfx1201"}},
      {"v2, s4", 64, {"gfx942", "gfx1100", "gfx1201"}},
      {"v2, s4 offset:8", 72, {"gfx942", "gfx1100", "gfx1201"}},
  };
  for (const auto& form : forms)
    for (const auto& processor : form.processors) {
      INFO(processor << " " << form.operands);
      const std::string name = has_newer_names(processor) ? "scratch_load_b32" : "scratch_load_dword";
      Snippet snippet(processor, name + " v10, " + form.operands);
      fill(snippet.wave());
      snippet.set(2, {24}).set_scalar(4, 40).run();
      for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane)
        REQUIRE(snippet.get(10, lane) == bytes_at<std::uint32_t>(&bytes_of(snippet.wave(), lane)[form.offset]));
    }
}

TEST_CASE("scratch offsets wrap around in 32 bits", "[scratch]") {
  Snippet snippet("gfx1100", "scratch_load_b32 v10, v2, off offset:16");
  fill(snippet.wave());
  snippet.set(2, {0xfffffff8}).run();  // 0xfffffff8 + 16 = 8, modulo 2^32
  CHECK(snippet.get(10, 5) == bytes_at<std::uint32_t>(&bytes_of(snippet.wave(), 5)[8]));
}

TEST_CASE("a scratch access out of bounds is a fault of the lane", "[scratch]") {
  for (const std::string processor : {"gfx90a", "gfx1100"}) {
    INFO(processor);
    Snippet snippet(processor, has_newer_names(processor) ? "scratch_store_b64 v2, v[10:11], off"
                                                          : "scratch_store_dwordx2 v2, v[10:11], off");
    std::vector<std::uint32_t> offsets(64, 0);
    offsets[11] = 1020;  // only 4 of the 8 bytes are within the 1024 bytes of the lane
    snippet.set(2, offsets);
    const auto fault = fault_of([&] { snippet.run(); });
    CHECK(fault.lane == 11);
    CHECK(fault.what() == std::string("scratch write of 8 bytes at 0x3fc is beyond the lane's 1024 bytes"));
  }
}

TEST_CASE("scratch of inactive lanes is not changed", "[scratch]") {
  Snippet snippet("gfx1100", "scratch_store_b32 off, v10, off");
  fill(snippet.wave());
  snippet.set(10, {5});
  snippet.wave().set_exec(0x10);  // only lane 4
  snippet.run();
  CHECK(bytes_at<std::uint32_t>(bytes_of(snippet.wave(), 4).data()) == 5);
  CHECK(bytes_of(snippet.wave(), 3)[0] == lane_pattern(3, 0));
}

TEST_CASE("scratch loads can write to LDS", "[scratch]") {
  Snippet snippet("gfx942", "scratch_load_lds_dword v2, off offset:4\nscratch_load_lds_sbyte off, s4 offset:512");
  fill(snippet.wave());
  snippet.wave().scalar[kM0] = 0x100;
  // The instruction's offset is added to both addresses. In scratch: v2 + 4 = 12, and s4 + 512 = 33. In LDS: M0 + the
  // offset + lane * 4, which is 0x104 + lane * 4 and 0x300 + lane * 4.
  snippet.set(2, {8}).set_scalar(4, static_cast<std::uint32_t>(-512 + 33)).run();
  for (unsigned lane = 0; lane < 64; ++lane) {
    const auto lane_bytes = bytes_of(snippet.wave(), lane);
    std::uint32_t dword, byte;
    std::memcpy(&dword, snippet.wave().lds.at(0x104 + lane * 4, 4, Access::read, /*wave=*/0, /*lane=*/0), 4);
    std::memcpy(&byte, snippet.wave().lds.at(0x300 + lane * 4, 4, Access::read, /*wave=*/0, /*lane=*/0), 4);
    REQUIRE(dword == bytes_at<std::uint32_t>(&lane_bytes[12]));
    REQUIRE(byte == static_cast<std::uint32_t>(int{static_cast<std::int8_t>(lane_bytes[33])}));
  }
}
