#include <cstring>

#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

using std::uint32_t;
using std::uint64_t;

/// Memory with the dwords 0x1000, 0x1001, ...; its address is in s[0:1].
uint32_t* numbered(Snippet& snippet, unsigned count) {
  auto* memory = static_cast<uint32_t*>(snippet.allocate(count * sizeof(uint32_t)));
  for (unsigned n = 0; n < count; ++n) memory[n] = 0x1000 + n;
  snippet.space().mark_initialized(memory, count * sizeof(uint32_t));
  snippet.set_scalar64(0, reinterpret_cast<uint64_t>(memory));
  return memory;
}

TEST_CASE("scalar memory: loads work for every width", "[scalar_memory]") {
  struct Target {
    const char* processor;
    std::vector<const char*> names;
  };
  const std::vector<Target> targets = {
      {"gfx90a",
       {"s_load_dword s8", "s_load_dwordx2 s[8:9]", "s_load_dwordx4 s[8:11]", "s_load_dwordx8 s[8:15]",
        "s_load_dwordx16 s[8:23]"}},
      {"gfx1100",
       {"s_load_b32 s8", "s_load_b64 s[8:9]", "s_load_b128 s[8:11]", "s_load_b256 s[8:15]", "s_load_b512 s[8:23]"}}};
  for (const auto& target : targets)
    for (unsigned n = 0; n < target.names.size(); ++n) {
      Snippet snippet(target.processor, std::string(target.names[n]) + ", s[0:1], 0x14");
      numbered(snippet, 32);
      for (unsigned reg = 8; reg < 25; ++reg) snippet.set_scalar(reg, 7);
      snippet.run();
      for (unsigned dword = 0; dword < 17; ++dword) {
        INFO(target.processor << " " << target.names[n] << ", dword " << dword);
        REQUIRE(snippet.scalar(8 + dword) == (dword < 1u << n ? 0x1005 + dword : 7));
      }
    }
}

TEST_CASE("scalar memory: offsets are added to the address", "[scalar_memory]") {
  Snippet old("gfx90a",
              "s_load_dword s8, s[0:1], s2\ns_load_dword s9, s[4:5], -0x8\ns_load_dword s10, s[0:1], s2 offset:0x4");
  auto* memory = numbered(old, 32);
  old.set_scalar(2, 12).set_scalar64(4, reinterpret_cast<uint64_t>(memory + 10)).run();
  REQUIRE(old.scalar(8) == 0x1003);   // 12 bytes are 3 dwords
  REQUIRE(old.scalar(9) == 0x1008);   // dword 10, minus 8 bytes
  REQUIRE(old.scalar(10) == 0x1004);  // 12 + 4 bytes

  Snippet snippet("gfx1100",
                  "s_load_b32 s8, s[0:1], s2 offset:0x10\ns_load_b32 s9, s[0:1], null\ns_load_b32 s10, s[0:1], m0");
  numbered(snippet, 32);
  snippet.set_scalar(2, 20).wave().scalar[kM0] = 28;
  snippet.run();
  REQUIRE(snippet.scalar(8) == 0x1009);  // 20 + 16 bytes
  REQUIRE(snippet.scalar(9) == 0x1000);
  REQUIRE(snippet.scalar(10) == 0x1007);
}

TEST_CASE("scalar memory: the lowest two bits of the base and of the offset are each ignored", "[scalar_memory]") {
  Snippet snippet("gfx1100", "s_load_b32 s8, s[0:1], 0x7\ns_load_b32 s9, s[0:1], s2");
  auto* memory = numbered(snippet, 8);
  snippet.set_scalar64(0, reinterpret_cast<uint64_t>(memory) + 3).set_scalar(2, 10).run();
  REQUIRE(snippet.scalar(8) == 0x1001);  // base 3 counts as 0, offset 7 as 4: dword 1
  REQUIRE(snippet.scalar(9) == 0x1002);  // offset 10 counts as 8: dword 2
}

TEST_CASE("scalar memory: an access out of bounds is a fault", "[scalar_memory]") {
  Snippet snippet("gfx1100", "s_load_b64 s[8:9], s[0:1], 0x1c");
  numbered(snippet, 8);
  REQUIRE_THROWS_AS(snippet.run(), Fault);
}

TEST_CASE("scalar memory: the destination may be the address", "[scalar_memory]") {
  Snippet snippet("gfx1100", "s_load_b64 s[0:1], s[0:1], 0x8");
  numbered(snippet, 8);
  REQUIRE(snippet.run().scalar64(0) == 0x0000100300001002);
}

TEST_CASE("scalar memory: gfx12 loads bytes and words", "[scalar_memory]") {
  Snippet snippet("gfx1201",
                  "s_load_u8 s8, s[0:1], 0x1\ns_load_i8 s9, s[0:1], 0x1\ns_load_u16 s10, s[0:1], 0x2\n"
                  "s_load_i16 s11, s[0:1], s2 offset:0x1\ns_load_b96 s[12:14], s[0:1], 0x4");
  auto* memory = numbered(snippet, 8);
  memory[0] = 0x8765c321;
  snippet.set_scalar(2, 1).set_scalar(15, 7).run();
  REQUIRE(snippet.scalar(8) == 0xc3);
  REQUIRE(snippet.scalar(9) == 0xffffffc3);
  REQUIRE(snippet.scalar(10) == 0x8765);
  REQUIRE(snippet.scalar(11) == 0xffff8765);
  REQUIRE(snippet.scalar(14) == 0x1003);
  REQUIRE(snippet.scalar(15) == 7);
}

/// Writes a buffer descriptor to s[4:7].
void describe(Snippet& snippet, const uint32_t* memory, uint32_t stride, uint32_t records) {
  const auto base = reinterpret_cast<uint64_t>(memory);
  snippet.set_scalar(4, static_cast<uint32_t>(base));
  snippet.set_scalar(5, static_cast<uint32_t>(base >> 32) | stride << 16).set_scalar(6, records).set_scalar(7, 0);
}

TEST_CASE("scalar memory: buffers are limited by their descriptor", "[scalar_memory]") {
  for (const auto& [processor, name] :
       {std::pair{"gfx90a", "s_buffer_load_dwordx4"}, std::pair{"gfx1100", "s_buffer_load_b128"}}) {
    Snippet snippet(processor, std::string(name) + " s[8:11], s[4:7], 0x18");
    auto* memory = numbered(snippet, 32);
    const auto loaded = [&](uint32_t stride, uint32_t records) {
      describe(snippet, memory, stride, records);
      snippet.run();
      return std::vector<uint32_t>{snippet.scalar(8), snippet.scalar(9), snippet.scalar(10), snippet.scalar(11)};
    };
    INFO(processor);
    // The load is of dwords 6 to 9, which are the bytes from 24 to 39.
    REQUIRE(loaded(0, 128) == std::vector<uint32_t>{0x1006, 0x1007, 0x1008, 0x1009});
    REQUIRE(loaded(0, 35) == std::vector<uint32_t>{0x1006, 0x1007, 0, 0});       // the third one ends at 36
    REQUIRE(loaded(12, 3) == std::vector<uint32_t>{0x1006, 0x1007, 0x1008, 0});  // 3 records of 12 bytes
    REQUIRE(loaded(0, 0) == std::vector<uint32_t>{0, 0, 0, 0});
    REQUIRE(loaded(0, 24) == std::vector<uint32_t>{0, 0, 0, 0});
  }
}

TEST_CASE("scalar memory: buffer loads add a register's offset", "[scalar_memory]") {
  Snippet snippet("gfx90a", "s_buffer_load_dword s8, s[4:7], s2\ns_buffer_load_dword s9, s[4:7], s3");
  auto* memory = numbered(snippet, 32);
  describe(snippet, memory, 0, 128);
  snippet.set_scalar(2, 16).set_scalar(3, 0xfffffffc).run();
  REQUIRE(snippet.scalar(8) == 0x1004);
  REQUIRE(snippet.scalar(9) == 0);

  Snippet small(
      "gfx1201",
      "s_buffer_load_u8 s8, s[4:7], 0x5\ns_buffer_load_i16 s9, s[4:7], 0x6\ns_buffer_load_u8 s10, s[4:7], 0x8");
  memory = numbered(small, 8);
  memory[1] = 0x9abc7812;
  describe(small, memory, 0, 8);
  small.set_scalar(10, 99).run();
  REQUIRE(small.scalar(8) == 0x78);
  REQUIRE(small.scalar(9) == 0xffff9abc);
  REQUIRE(small.scalar(10) == 0);
}

TEST_CASE("scalar memory: clocks are read and cache control has no effect", "[scalar_memory]") {
  Snippet snippet("gfx90a", "s_memtime s[8:9]\ns_memrealtime s[10:11]\ns_dcache_inv\ns_dcache_wb");
  const auto cycles = snippet.run().scalar64(8), ticks = snippet.scalar64(10);
  REQUIRE(cycles != 0);
  REQUIRE(ticks != 0);
  snippet.run();
  REQUIRE(snippet.scalar64(8) > cycles);
  REQUIRE(snippet.scalar64(10) >= ticks);
  REQUIRE_NOTHROW(Snippet("gfx1100", "s_dcache_inv\ns_gl1_inv").run());
  REQUIRE_NOTHROW(
      Snippet("gfx1201", "s_prefetch_data s[0:1], 100, s1, 3\ns_prefetch_inst_pc_rel 100, s1, 3\ns_dcache_inv").run());
}

}  // namespace
}  // namespace rocm_bindgen::emulator
