#include "runtime/emulator/execute/atomic_cases.hpp"
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

struct Buffer {
  std::uint64_t base = 0;
  std::uint32_t stride = 0;            ///< in bytes
  std::uint32_t records = 0xffffffff;  ///< how many bytes, or how many records if there is a stride
  bool swizzled = false;               ///< with elements of four bytes
  unsigned index_stride = 0;           ///< 8 << index_stride records are interleaved
  bool adds_lane = false;              ///< the lane's number is added to the index
  /// OOB_SELECT, from gfx10 on. 3: the offset is checked (raw buffers); 0: the index, and the offset within the record;
  /// 1: the index; 2: only accesses to an empty buffer are out of range.
  unsigned bounds = 3;
};

/// Writes the descriptor to s[4:7].
void set_buffer(Snippet& snippet, const std::string& processor, const Buffer& buffer) {
  // Before gfx11, swizzling has one bit, 31. From gfx11 on, it has two bits, 30 and 31, of which the value 1 selects
  // elements of four bytes.
  const bool two_bits = has_newer_names(processor);
  const std::uint32_t swizzle = buffer.swizzled ? (two_bits ? 1u << 30 : 1u << 31) : 0;
  const bool old = processor.substr(0, 4) == "gfx9";
  snippet.set_scalar(4, static_cast<std::uint32_t>(buffer.base));
  snippet.set_scalar(5, static_cast<std::uint32_t>(buffer.base >> 32) | buffer.stride << 16 | swizzle);
  snippet.set_scalar(6, buffer.records);
  snippet.set_scalar(7,
                     buffer.index_stride << 21 | (buffer.adds_lane ? 1u << 23 : 0) | (old ? 0 : buffer.bounds << 28));
}

std::uint8_t* patterned(Snippet& snippet, std::size_t bytes) {
  auto* memory = static_cast<std::uint8_t*>(snippet.allocate(bytes));
  for (std::size_t n = 0; n < bytes; ++n) memory[n] = pattern(n);
  return memory;
}

/// Returns first + lane * stride for each lane.
std::vector<std::uint32_t> spread(std::uint32_t first, std::uint32_t stride) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t lane = 0; lane < 64; ++lane) result.push_back(first + lane * stride);
  return result;
}

std::string load_name(const std::string& processor) {
  return has_newer_names(processor) ? "buffer_load_b32" : "buffer_load_dword";
}

/// The descriptor of the stack (AMDGPUUsage, "Private Segment Buffer").
Buffer stack(unsigned lanes) {
  Buffer buffer;
  buffer.base = kScratchBase;
  buffer.swizzled = true;
  buffer.index_stride = lanes == 64 ? 3 : 2;  // 8 << 3 = 64 and 8 << 2 = 32
  buffer.adds_lane = true;
  return buffer;
}

}  // namespace

TEST_CASE("buffer loads and stores work for every width", "[buffer]") {
  for (const std::string processor : kProcessors) {
    for (const auto& load : kLoads) {
      INFO(processor << " " << load.older);
      Snippet snippet(processor, "buffer_" + name_of(load, processor) + " " + registers(10, load.dwords) +
                                     ", v2, s[4:7], s8 offen offset:7");
      const auto* memory = patterned(snippet, 2048);
      set_buffer(snippet, processor, {.base = address_of(memory), .records = 2048});
      snippet.set(2, spread(4, 17)).set_scalar(8, 5).set(10, {kBefore}).run();
      for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
        // v2, the offset and s8 are 4 + lane * 17, 7 and 5.
        const auto expected = load.expected(memory + 4 + 7 + 5 + lane * 17, kBefore);
        for (unsigned n = 0; n < load.dwords; ++n) REQUIRE(snippet.get(10 + n, lane) == expected[n]);
      }
    }
    for (const auto& store : kStores) {
      INFO(processor << " " << store.older);
      Snippet snippet(processor, "buffer_" + name_of(store, processor) + " " + registers(10, store.dwords) +
                                     ", v2, s[4:7], s8 offen offset:7");
      const auto* memory = patterned(snippet, 2048);
      set_buffer(snippet, processor, {.base = address_of(memory), .records = 2048});
      snippet.set(2, spread(4, 17)).set_scalar(8, 5);
      for (unsigned n = 0; n < 4; ++n) snippet.set(10 + n, spread(0x89abcdefu + n * 0x11223344u, 0x01030507u));
      std::vector<std::uint8_t> expected(memory, memory + 2048);
      snippet.run();
      for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
        Registers data;
        for (unsigned n = 0; n < 4; ++n) data[n] = snippet.get(10 + n, lane);
        // 16 is the sum of v2's first value, s8 and the offset: 4 + 5 + 7.
        std::memcpy(&expected[16 + lane * 17], reinterpret_cast<const char*>(data.data()) + store.first_byte,
                    store.bytes);
      }
      REQUIRE(std::equal(expected.begin(), expected.end(), memory));
    }
  }
}

TEST_CASE("buffer addresses are computed from an offset, an index, both or neither", "[buffer]") {
  struct Form {
    const char* operands;
    std::uint32_t (*offset)(std::uint32_t lane);
  };
  // v2 is the index or, if there is no index, the offset. If there are both, v3 is the offset.
  const Form forms[] = {
      {"off, s[4:7], s8 offset:12", [](std::uint32_t) { return 4u + 12; }},
      {"v2, s[4:7], s8 offen offset:12", [](std::uint32_t lane) { return 4 + 12 + lane; }},
      {"v2, s[4:7], s8 idxen offset:12", [](std::uint32_t lane) { return 4 + 12 + lane * 20; }},
      {"v[2:3], s[4:7], s8 idxen offen offset:12", [](std::uint32_t lane) { return 4 + 12 + lane * 20 + lane % 3; }},
  };
  for (const std::string processor : kProcessors)
    for (const auto& form : forms) {
      INFO(processor << " " << form.operands);
      Snippet snippet(processor, load_name(processor) + " v10, " + form.operands);
      const auto* memory = patterned(snippet, 2048);
      set_buffer(snippet, processor, {.base = address_of(memory), .stride = 20, .records = 2048});
      std::vector<std::uint32_t> offsets;
      for (std::uint32_t lane = 0; lane < 64; ++lane) offsets.push_back(lane % 3);
      snippet.set(2, spread(0, 1)).set(3, offsets).set_scalar(8, 4).run();
      for (std::uint32_t lane = 0; lane < snippet.wave().lanes; ++lane)
        REQUIRE(snippet.get(10, lane) == bytes_at<std::uint32_t>(memory + form.offset(lane)));
    }
}

TEST_CASE("raw buffers: each dword out of range reads 0 and is not stored", "[buffer]") {
  for (const std::string processor : kProcessors) {
    INFO(processor);
    const bool newer = has_newer_names(processor);
    Snippet snippet(
        processor,
        newer ? "buffer_load_b128 v[10:13], v2, s[4:7], s9 offen\nbuffer_store_b64 v[14:15], v2, s[4:7], s9 offen"
              : "buffer_load_dwordx4 v[10:13], v2, s[4:7], s9 offen\nbuffer_store_dwordx2 v[14:15], v2, s[4:7], s9 "
                "offen");
    auto* memory = patterned(snippet, 256);
    set_buffer(snippet, processor, {.base = address_of(memory), .records = 100});
    const std::vector<std::uint32_t> offsets = {92, 96, 100, 0x80000000, 0xfffffffc};
    snippet.set(2, offsets).set(10, {kBefore}).set(13, {kBefore}).set(14, {1}).set(15, {2});
    snippet.wave().set_exec(0x1f);
    snippet.run();
    for (unsigned lane = 0; lane < 5; ++lane)
      for (unsigned n = 0; n < 4; ++n) {
        const auto offset = std::uint64_t{offsets[lane]} + 4 * n;
        std::uint32_t expected = 0;
        // The load came before the store, so it read the pattern.
        if (offset < 100)
          for (unsigned byte = 0; byte < 4; ++byte) expected |= std::uint32_t{pattern(offset + byte)} << (8 * byte);
        REQUIRE(snippet.get(10 + n, lane) == expected);
      }
    // Lane 0 stores 1 at 92 and 2 at 96. Then lane 1 stores 1 at 96; its 2 at 100 is out of range.
    CHECK(bytes_at<std::uint32_t>(memory + 92) == 1);
    CHECK(bytes_at<std::uint32_t>(memory + 96) == 1);
    for (std::size_t n = 100; n < 256; ++n) REQUIRE(memory[n] == pattern(n));
  }
}

TEST_CASE("raw buffers: the scalar offset counts towards the size", "[buffer]") {
  for (const std::string processor : {"gfx90a", "gfx1100"}) {
    INFO(processor);
    Snippet snippet(processor, load_name(processor) + " v10, v2, s[4:7], s8 offen");
    const auto* memory = patterned(snippet, 256);
    set_buffer(snippet, processor, {.base = address_of(memory), .records = 100});
    snippet.set_scalar(8, 40).set(2, {56, 60}).run();
    CHECK(snippet.get(10, 0) == bytes_at<std::uint32_t>(memory + 96));
    CHECK(snippet.get(10, 1) == 0);
    snippet.set_scalar(8, 104).set(2, {0}).run();
    CHECK(snippet.get(10, 0) == 0);
  }
}

TEST_CASE("the range check of raw buffers uses the last byte from gfx11 on and the first byte before", "[buffer]") {
  for (const std::string processor : {"gfx90a", "gfx1030", "gfx1100", "gfx1201"}) {
    INFO(processor);
    Snippet snippet(processor, load_name(processor) + " v10, v2, s[4:7], s9 offen");
    const auto* memory = patterned(snippet, 256);
    set_buffer(snippet, processor, {.base = address_of(memory), .records = 98});
    // The dword at 94 ends with the last byte of the buffer. The one at 95 begins inside and ends outside.
    snippet.set(2, {94, 95}).run();
    CHECK(snippet.get(10, 0) == bytes_at<std::uint32_t>(memory + 94));
    CHECK(snippet.get(10, 1) == (has_newer_names(processor) ? 0 : bytes_at<std::uint32_t>(memory + 95)));
  }
}

TEST_CASE("structured buffers are limited by their records", "[buffer]") {
  for (const std::string processor : {"gfx90a", "gfx1030", "gfx1100"}) {
    INFO(processor);
    Snippet snippet(processor, load_name(processor) + " v10, v[2:3], s[4:7], s9 idxen offen");
    const auto* memory = patterned(snippet, 1024);
    set_buffer(snippet, processor, {.base = address_of(memory), .stride = 16, .records = 5, .bounds = 0});
    snippet.set(2, {4, 5, 0, 0}).set(3, {12, 0, 14, 16}).run();
    const auto at = [&](std::size_t offset) { return bytes_at<std::uint32_t>(memory + offset); };
    CHECK(snippet.get(10, 0) == at(4 * 16 + 12));
    CHECK(snippet.get(10, 1) == 0);  // there is no record 5
    // Byte 17 is the last one of lane 2's dword, and beyond the stride: from gfx11 on, all of a dword must be in its
    // record. Lane 3's dword begins beyond the stride: on gfx9, only the index is checked.
    CHECK(snippet.get(10, 2) == (processor == "gfx1100" ? 0 : at(14)));
    CHECK(snippet.get(10, 3) == (processor == "gfx90a" ? at(16) : 0));
  }
}

TEST_CASE("buffers without a range check are only out of range if they are empty", "[buffer]") {
  for (const std::string processor : {"gfx1030", "gfx1100"}) {
    INFO(processor);
    Snippet snippet(processor, load_name(processor) + " v10, v2, s[4:7], s9 offen");
    const auto* memory = patterned(snippet, 1024);
    Buffer buffer{.base = address_of(memory), .records = 1, .bounds = 2};
    set_buffer(snippet, processor, buffer);
    snippet.set(2, {512}).run();
    CHECK(snippet.get(10) == bytes_at<std::uint32_t>(memory + 512));
    buffer.records = 0;
    set_buffer(snippet, processor, buffer);
    snippet.run();
    CHECK(snippet.get(10) == 0);
    // The address is in the range of the descriptor, but in no allocation.
    buffer.records = 1;
    set_buffer(snippet, processor, buffer);
    snippet.set(2, {1024});
    CHECK(without_address(fault_of([&] { snippet.run(); })) ==
          "read of 4 bytes at ADDRESS is out of bounds: right at the end of a device allocation of 1024 bytes");
  }
}

TEST_CASE("swizzled buffers interleave records", "[buffer]") {
  // The first dwords of eight records are contiguous, followed by their second dwords (Vega ISA, 8.1.5.3).
  for (const std::string processor : {"gfx90a", "gfx1030", "gfx1100"}) {
    INFO(processor);
    Snippet snippet(processor, load_name(processor) + " v10, v[2:3], s[4:7], s9 idxen offen");
    const auto* memory = patterned(snippet, 4096);
    set_buffer(
        snippet, processor,
        {.base = address_of(memory), .stride = 8, .records = 100, .swizzled = true, .index_stride = 0, .bounds = 1});
    snippet.set(2, {0, 1, 7, 8, 9}).set(3, {0, 4, 4, 0, 4}).run();
    // Eight dwords have 32 bytes, and eight records have 64.
    const std::size_t expected_offsets[] = {0, 32 + 4, 32 + 28, 64, 64 + 32 + 4};
    for (unsigned lane = 0; lane < 5; ++lane)
      CHECK(snippet.get(10, lane) == bytes_at<std::uint32_t>(memory + expected_offsets[lane]));
  }
}

TEST_CASE("buffer accesses to the stack access the lane's scratch", "[buffer]") {
  struct Case {
    std::string processor;
    unsigned lanes;
  };
  for (const Case& one : {Case{"gfx90a", 64}, Case{"gfx1030", 32}, Case{"gfx1030", 64}}) {
    INFO(one.processor << " " << one.lanes);
    // The scalar offset, which is a stack pointer, counts the bytes of the whole wave; the register counts those of the
    // lane. The sum of the register and the instruction's offset may wrap around to a small offset.
    Snippet snippet(one.processor,
                    "buffer_store_dword v10, v2, s[4:7], s8 offen offset:4\n"
                    "buffer_load_dword v11, v2, s[4:7], s8 offen offset:4\n"
                    "buffer_store_byte v10, off, s[4:7], s8 offset:101\n"
                    "buffer_load_ushort v12, off, s[4:7], s8 offset:100\n"
                    "buffer_load_dword v13, off, s[4:7], s8 offset:99\n"
                    "buffer_load_dword v14, v3, s[4:7], s8 offen offset:16",
                    one.lanes);
    set_buffer(snippet, one.processor, stack(one.lanes));
    snippet.set(10, spread(0x11223344, 0x01010101)).set(2, spread(0, 4)).set(3, {0xfffffffc});
    snippet.set_scalar(8, 64 * one.lanes).run();  // 64 bytes of each lane
    for (unsigned lane = 0; lane < one.lanes; ++lane) {
      const auto lane_id = static_cast<int>(lane);
      std::vector<std::uint8_t> lane_bytes(1024);
      snippet.wave().scratch.read(lane_id, 0, lane_bytes.data(), 1024);
      const std::uint32_t value = 0x11223344 + lane * 0x01010101;
      // The dword of lane 24 is at 100, so its second byte is replaced by the byte that is stored at 101.
      if (lane != 24) REQUIRE(bytes_at<std::uint32_t>(&lane_bytes[64 + lane * 4 + 4]) == value);
      REQUIRE(snippet.get(11, lane) == value);
      REQUIRE(lane_bytes[64 + 101] == (value & 0xff));
      REQUIRE(snippet.get(12, lane) == bytes_at<std::uint16_t>(&lane_bytes[64 + 100]));
      REQUIRE(snippet.get(13, lane) == bytes_at<std::uint32_t>(&lane_bytes[64 + 99]));
      REQUIRE(snippet.get(14, lane) == bytes_at<std::uint32_t>(&lane_bytes[64 + 12]));
    }
  }
}

TEST_CASE("a buffer access beyond the stack is a fault of the lane", "[buffer]") {
  Snippet snippet("gfx90a", "buffer_load_dword v10, v2, s[4:7], s9 offen");
  set_buffer(snippet, "gfx90a", stack(64));
  std::vector<std::uint32_t> offsets(64, 0);
  offsets[21] = 1024;
  snippet.set(2, offsets);
  const auto fault = fault_of([&] { snippet.run(); });
  CHECK(fault.lane == 21);
  CHECK(fault.what() == std::string("scratch read of 4 bytes at 0x400 is beyond the lane's 1024 bytes"));
}

TEST_CASE("buffer atomics change memory and return the previous value", "[buffer][atomic]") {
  for (const std::string processor : kProcessors) {
    const std::string returning = processor == "gfx942"               ? " sc0"
                                  : processor.substr(0, 5) == "gfx12" ? " th:TH_ATOMIC_RETURN"
                                                                      : " glc";
    for (const auto& one : integer_atomics()) {
      const auto name = std::string("buffer_atomic_") + (has_newer_names(processor) ? one.newer : one.older) + " " +
                        registers(10, one.dwords);
      INFO(processor << " " << name);
      Snippet snippet(processor, name + ", v2, s[4:7], s9 offen offset:8" + returning);
      auto* memory = static_cast<std::uint8_t*>(snippet.allocate(2048));
      set_buffer(snippet, processor, {.base = address_of(memory), .records = 2048});
      std::vector<std::uint64_t> data;
      for (unsigned lane = 0; lane < 64; ++lane) {
        const auto& edge = one.edges[lane % one.edges.size()];
        std::memcpy(memory + lane * 16 + 8, &edge.memory, one.dwords * 4);
        data.push_back(edge.data);
      }
      snippet.set(2, spread(0, 16)).set64(10, data).run();
      for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
        const auto& edge = one.edges[lane % one.edges.size()];
        std::uint64_t after = 0;
        std::memcpy(&after, memory + lane * 16 + 8, one.dwords * 4);
        REQUIRE(after == edge.after);
        REQUIRE((one.dwords == 2 ? snippet.get64(10, lane) : snippet.get(10, lane)) == edge.memory);
      }
    }
  }
}

TEST_CASE("buffer atomics out of range return 0, and compare and swap works", "[buffer][atomic]") {
  for (const std::string processor : {"gfx90a", "gfx1100"}) {
    INFO(processor);
    Snippet snippet(processor, has_newer_names(processor)
                                   ? "buffer_atomic_cmpswap_b32 v[10:11], v2, s[4:7], s9 offen glc"
                                   : "buffer_atomic_cmpswap v[10:11], v2, s[4:7], s9 offen glc");
    auto* memory = static_cast<std::uint32_t*>(snippet.allocate(64));
    memory[0] = 5;
    memory[1] = 6;
    memory[2] = 7;
    set_buffer(snippet, processor, {.base = address_of(memory), .records = 8});
    // Lane 0's comparison succeeds, and lane 1's fails. Lane 2 is out of range.
    snippet.set(2, {0, 4, 8}).set(10, {99}).set(11, {5, 5, 7});
    snippet.wave().set_exec(7);
    snippet.run();
    CHECK(memory[0] == 99);
    CHECK(memory[1] == 6);
    CHECK(memory[2] == 7);
    CHECK(snippet.get(10, 0) == 5);
    CHECK(snippet.get(10, 1) == 6);
    CHECK(snippet.get(10, 2) == 0);
    CHECK(snippet.get(11, 0) == 5);
  }
}

TEST_CASE("buffer atomics work on floats", "[buffer][atomic]") {
  for (const std::string processor : {"gfx90a", "gfx1100", "gfx1201"}) {
    INFO(processor);
    Snippet snippet(processor, "buffer_atomic_add_f32 v10, v2, s[4:7], s9 offen");
    auto* memory = static_cast<float*>(snippet.allocate(64));
    memory[0] = 1.5f;
    set_buffer(snippet, processor, {.base = address_of(memory), .records = 64});
    snippet.set(2, {0}).set(10, {0x40000000}).run();  // each lane adds 2.0
    CHECK(memory[0] == 1.5f + 2.0f * static_cast<float>(snippet.wave().lanes));
    CHECK(snippet.get(10) == 0x40000000);
  }
}

TEST_CASE("buffer instructions load to LDS and store from it", "[buffer]") {
  for (const std::string processor : {"gfx90a", "gfx942", "gfx1030"}) {
    INFO(processor);
    Snippet snippet(processor,
                    "buffer_load_dword v2, s[4:7], s8 offen offset:4 lds\n"
                    "s_add_u32 m0, m0, 0x1000\n"
                    "buffer_load_sbyte v2, s[4:7], s8 offen offset:4 lds");
    const auto* memory = patterned(snippet, 1024);
    set_buffer(snippet, processor, {.base = address_of(memory), .records = 512});
    snippet.set(2, spread(0, 12)).set_scalar(8, 8);
    // The address in memory is v2 + s8 + the offset, lane * 12 + 8 + 4; that in LDS is M0 + the offset + lane * 4.
    snippet.wave().scalar[kM0] = 0x100;
    snippet.run();
    for (std::uint32_t lane = 0; lane < snippet.wave().lanes; ++lane) {
      std::uint32_t whole_dword, byte;
      std::memcpy(&whole_dword, snippet.wave().lds.at(0x104 + lane * 4, 4, Access::read, /*wave=*/0, /*lane=*/0), 4);
      std::memcpy(&byte, snippet.wave().lds.at(0x1104 + lane * 4, 4, Access::read, /*wave=*/0, /*lane=*/0), 4);
      const bool in_range = lane * 12 + 12 < 512;
      REQUIRE(whole_dword == (in_range ? bytes_at<std::uint32_t>(memory + lane * 12 + 12) : 0));
      REQUIRE(byte == (in_range ? static_cast<std::uint32_t>(int{bytes_at<std::int8_t>(memory + lane * 12 + 12)}) : 0));
    }
  }
  // Lane 5: in LDS at M0 + the offset + 5 * 4, in memory at s8 + the offset = 12.
  Snippet back("gfx90a", "buffer_store_lds_dword s[4:7], s8 offset:4 lds");
  auto* memory = static_cast<std::uint8_t*>(back.allocate(64));
  set_buffer(back, "gfx90a", {.base = address_of(memory), .records = 64});
  const std::uint32_t value = 0x01020304;
  std::memcpy(back.wave().lds.at(0x20 + 4 + 5 * 4, 4, Access::write, /*wave=*/0, /*lane=*/0), &value, 4);
  back.wave().scalar[kM0] = 0x20;
  back.set_scalar(8, 8);
  back.wave().set_exec(1 << 5);
  back.run();
  CHECK(bytes_at<std::uint32_t>(memory + 12) == value);
}

TEST_CASE("buffer loads to LDS work under their newer names", "[buffer]") {
  Snippet snippet("gfx1100", "buffer_load_lds_b32 v2, s[4:7], s8 offen offset:4");
  const auto* memory = patterned(snippet, 1024);
  set_buffer(snippet, "gfx1100", {.base = address_of(memory), .records = 512});
  snippet.wave().scalar[kM0] = 0x100;
  snippet.set(2, spread(0, 12)).run();
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    std::uint32_t dword;
    std::memcpy(&dword, snippet.wave().lds.at(0x104 + lane * 4, 4, Access::read, /*wave=*/0, /*lane=*/0), 4);
    REQUIRE(dword == bytes_at<std::uint32_t>(memory + lane * 12 + 4));
  }
}
