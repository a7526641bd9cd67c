#include <cstring>

#include "runtime/emulator/execute/atomic_cases.hpp"
#include "runtime/emulator/execute/transfer_cases.hpp"
#include "runtime/emulator/fault_of.hpp"
#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

/// Returns the value of 4 or 8 bytes at an address of LDS.
std::uint64_t at(Snippet& snippet, std::uint32_t address, unsigned bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, snippet.wave().lds.at(address, bytes, Access::read, /*wave=*/0, /*lane=*/0), bytes);
  return value;
}

void put(Snippet& snippet, std::uint32_t address, unsigned bytes, std::uint64_t value) {
  std::memcpy(snippet.wave().lds.at(address, bytes, Access::write, /*wave=*/0, /*lane=*/0), &value, bytes);
}

std::vector<std::uint32_t> spread(std::uint32_t stride) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t lane = 0; lane < 64; ++lane) result.push_back(lane * stride);
  return result;
}

/// Executes the atomic `name` once for each edge, which is {value in LDS, data operand, value in LDS afterwards}.
/// `name` contains "rtn". The instruction without "rtn" must change LDS in the same way, and not write the register.
/// The default `mode` keeps subnormal numbers of all formats.
void check(const std::string& processor, std::string name, unsigned dwords, const std::vector<AtomicEdge>& edges,
           std::uint32_t mode = 0x3f0) {
  for (const bool returns : {true, false}) {
    if (!returns) {
      if (name.find("xchg") != std::string::npos) continue;  // an exchange always returns the old value
      name = replaced(name, "_rtn", "");
    }
    const auto text = "ds_" + name + " " + (returns ? registers(20, dwords) + ", " : "") + "v2, " +
                      registers(10, dwords) + " offset:24";
    INFO(processor << ": " << text);
    Snippet snippet(processor, text);
    snippet.wave().mode = decode_mode(mode);
    std::vector<std::uint64_t> data;
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      put(snippet, lane * 8 + 24, dwords * 4, edges[lane % edges.size()].memory);
      data.push_back(edges[lane % edges.size()].data);
    }
    snippet.set(2, spread(8)).set64(10, data).set64(20, {0x5555'5555'5555'5555}).run();
    for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
      const auto& edge = edges[lane % edges.size()];
      REQUIRE(at(snippet, lane * 8 + 24, dwords * 4) == edge.after);
      const std::uint64_t unwritten = dwords == 2 ? 0x5555'5555'5555'5555 : 0x55555555;
      REQUIRE((dwords == 2 ? snippet.get64(20, lane) : snippet.get(20, lane)) == (returns ? edge.memory : unwritten));
    }
  }
}

std::string lds_name(const AtomicCase& atomic, const std::string& processor) {
  return has_newer_names(processor) ? replaced(atomic.local, "wrxchg", "storexchg") : atomic.local;
}

/// Returns the value in LDS after an instruction with two data operands, which are `first` in v10 and `second` in v14.
std::uint64_t after_two(const std::string& processor, const std::string& name, unsigned dwords, std::uint64_t memory,
                        std::uint64_t first, std::uint64_t second) {
  Snippet snippet(processor, "ds_" + name + " " + registers(20, dwords) + ", v2, " + registers(10, dwords) + ", " +
                                 registers(14, dwords));
  put(snippet, 64, dwords * 4, memory);
  snippet.set(2, {64}).set64(10, {first}).set64(14, {second});
  snippet.wave().set_exec(1 << 5);  // only lane 5
  snippet.run();
  CHECK((dwords == 2 ? snippet.get64(20, 5) : snippet.get(20, 5)) == memory);
  return at(snippet, 64, dwords * 4);
}

}  // namespace

TEST_CASE("integer atomics work on LDS", "[local-memory][atomic]") {
  for (const std::string processor : kProcessors)
    for (const auto& atomic : integer_atomics())
      check(processor, lds_name(atomic, processor), atomic.dwords, atomic.edges);
}

TEST_CASE("reversed and limited subtractions work on LDS", "[local-memory][atomic]") {
  for (const std::string processor : kProcessors) {
    check(processor, "rsub_rtn_u32", 1, {{5, 9, 4}, {9, 5, 0xfffffffc}});
    check(processor, "rsub_rtn_u64", 2, {{1, 0x1'0000'0000, 0xffffffff}, {1, 0, ~0ull}});
  }
  check("gfx1201", "sub_clamp_rtn_u32", 1, {{9, 5, 4}, {5, 9, 0}, {5, 5, 0}});
  check("gfx1201", "cond_sub_rtn_u32", 1, {{9, 5, 4}, {5, 9, 5}, {5, 5, 0}});
}

TEST_CASE("float atomics work on LDS", "[local-memory][atomic]") {
  for (const std::string processor : kProcessors) {
    const bool renamed = processor == "gfx1201";
    check(processor, "add_rtn_f32", 1, add_f32_edges());
    check(processor, renamed ? "min_num_rtn_f32" : "min_rtn_f32", 1, min_f32_edges());
    check(processor, renamed ? "max_num_rtn_f32" : "max_rtn_f32", 1, max_f32_edges());
    check(processor, renamed ? "min_num_rtn_f64" : "min_rtn_f64", 2, min_f64_edges());
    check(processor, renamed ? "max_num_rtn_f64" : "max_rtn_f64", 2, max_f64_edges());
  }
  for (const std::string processor : {"gfx90a", "gfx942"}) check(processor, "add_rtn_f64", 2, add_f64_edges());
  for (const std::string processor : {"gfx942", "gfx1201"}) {
    check(processor, "pk_add_rtn_f16", 1, pk_add_f16_edges());
    check(processor, "pk_add_rtn_bf16", 1, pk_add_bf16_edges());
  }
}

TEST_CASE("MODE controls the flushing of subnormal numbers in LDS float additions", "[local-memory][atomic]") {
  for (const std::string processor : {"gfx90a", "gfx1100"}) {
    // 1, 2 and 3 are subnormal numbers. The operands of 0x00800001 - 0x00800000 are normal; only its result, 1, is not.
    check(processor, "add_rtn_f32", 1, {{1, 2, 3}, {0x00800001, 0x80800000, 1}});
    check(processor, "add_rtn_f32", 1, {{1, 2, 0}, {0x00800001, 0x80800000, 0}}, 0x3c0);  // flushes f32
  }
}

TEST_CASE("the order of the operands of LDS compare and store depends on the generation", "[local-memory][atomic]") {
  // after_two(..., value in LDS, first operand, second operand) returns the value in LDS afterwards.
  // In the older order, the value to compare with comes first.
  CHECK(after_two("gfx90a", "cmpst_rtn_b32", 1, 5, 5, 9) == 9);
  CHECK(after_two("gfx90a", "cmpst_rtn_b32", 1, 5, 9, 5) == 5);
  CHECK(after_two("gfx1030", "cmpst_rtn_b64", 2, 0x500000005, 0x500000005, 9) == 9);
  CHECK(after_two("gfx1030", "cmpst_rtn_b64", 2, 0x500000005, 0x600000005, 9) == 0x500000005);
  // As floats, -0 (only the sign bit is set) equals 0, and a NaN does not equal itself.
  CHECK(after_two("gfx90a", "cmpst_rtn_f32", 1, 0x80000000, 0, 9) == 9);
  CHECK(after_two("gfx90a", "cmpst_rtn_f32", 1, kNan, kNan, 9) == kNan);
  CHECK(after_two("gfx90a", "cmpst_rtn_f64", 2, kMinimum64, 0, 9) == 9);
  // In the newer order, the value to store comes first.
  for (const std::string processor : {"gfx1100", "gfx1201"}) {
    CHECK(after_two(processor, "cmpstore_rtn_b32", 1, 5, 9, 5) == 9);
    CHECK(after_two(processor, "cmpstore_rtn_b32", 1, 5, 5, 9) == 5);
    CHECK(after_two(processor, "cmpstore_rtn_b64", 2, 0x500000005, 9, 0x500000005) == 9);
    CHECK(after_two(processor, "cmpstore_rtn_b64", 2, 0x500000005, 9, 0x600000005) == 0x500000005);
  }
  CHECK(after_two("gfx1100", "cmpstore_rtn_f32", 1, 0x80000000, 9, 0) == 9);
  CHECK(after_two("gfx1100", "cmpstore_rtn_f64", 2, kNan64, 9, kNan64) == kNan64);
}

TEST_CASE("LDS atomics can have two data operands", "[local-memory][atomic]") {
  // MSKOR clears the bits of the first operand and sets those of the second.
  for (const std::string processor : kProcessors) {
    CHECK(after_two(processor, "mskor_rtn_b32", 1, 0x12345678, 0x0000ffff, 0xaaaa) == 0x1234aaaa);
    CHECK(after_two(processor, "mskor_rtn_b64", 2, 0x12345678'12345678, 0xff, 0x99) == 0x12345678'12345699);
  }
  // WRAP subtracts the first operand or, if the value is less than that, adds the second.
  CHECK(after_two("gfx90a", "wrap_rtn_b32", 1, 10, 4, 100) == 6);
  CHECK(after_two("gfx1100", "wrap_rtn_b32", 1, 3, 4, 100) == 103);
}

TEST_CASE("LDS exchanges work on two addresses", "[local-memory][atomic]") {
  struct Case {
    std::string processor, name;
    unsigned dwords;
    std::uint32_t factor;  ///< of the offsets: the element size or, for st64, 64 times the element size
  };
  for (const Case& exchange :
       {Case{"gfx90a", "wrxchg2_rtn_b32", 1, 4}, Case{"gfx90a", "wrxchg2_rtn_b64", 2, 8},
        Case{"gfx1030", "wrxchg2st64_rtn_b32", 1, 256}, Case{"gfx1030", "wrxchg2st64_rtn_b64", 2, 512},
        Case{"gfx1100", "storexchg_2addr_rtn_b32", 1, 4},
        Case{"gfx1201", "storexchg_2addr_stride64_rtn_b64", 2, 512}}) {
    INFO(exchange.processor << " " << exchange.name);
    const auto bytes = exchange.dwords * 4;
    Snippet snippet(exchange.processor, "ds_" + exchange.name + " " + registers(20, 2 * exchange.dwords) + ", v2, " +
                                            registers(10, exchange.dwords) + ", " + registers(14, exchange.dwords) +
                                            " offset0:2 offset1:5");
    put(snippet, 16 + 2 * exchange.factor, bytes, 0x1111'1111'2222'2222);
    put(snippet, 16 + 5 * exchange.factor, bytes, 0x3333'3333'4444'4444);
    snippet.set(2, {16}).set64(10, {0xa'0000'000a}).set64(14, {0xb'0000'000b});
    snippet.wave().set_exec(1);
    snippet.run();
    const std::uint64_t mask = exchange.dwords == 2 ? ~0ull : 0xffffffff;
    CHECK(at(snippet, 16 + 2 * exchange.factor, bytes) == (0xa'0000'000a & mask));
    CHECK(at(snippet, 16 + 5 * exchange.factor, bytes) == (0xb'0000'000b & mask));
    CHECK((snippet.get64(20) & mask) == (0x1111'1111'2222'2222 & mask));
    CHECK((snippet.get64(20 + exchange.dwords) & mask) == (0x3333'3333'4444'4444 & mask));
  }
}

TEST_CASE("LDS conditional exchange works on each dword separately", "[local-memory][atomic]") {
  // A dword is exchanged if bit 31 of its data is set. This bit is not stored.
  for (const std::string processor : {"gfx90a", "gfx1100", "gfx1201"})
    check(processor, "condxchg32_rtn_b64", 2,
          {{0x11111111'22222222, 0x80000005'80000006, 0x00000005'00000006},
           {0x11111111'22222222, 0x80000005'00000006, 0x00000005'22222222},
           {0x11111111'22222222, 0x00000005'ffffffff, 0x11111111'7fffffff}});
}

TEST_CASE("LDS append and consume count the active lanes", "[local-memory][atomic]") {
  for (const std::string processor : {"gfx90a", "gfx1030", "gfx1100", "gfx1201"}) {
    INFO(processor);
    Snippet snippet(processor, "ds_append v10 offset:4\nds_consume v11 offset:8");
    put(snippet, 0x104, 4, 1000);
    put(snippet, 0x108, 4, 3);
    snippet.wave().scalar[kM0] = 0xffff0100;  // only the lower half is an address
    snippet.set(10, {7}).set(11, {7});
    snippet.wave().set_exec(0x80000f0);  // five lanes: 4 to 7 and 27
    snippet.run();
    CHECK(at(snippet, 0x104, 4) == 1005);
    CHECK(at(snippet, 0x108, 4) == 0xfffffffe);  // 3 - 5
    CHECK(snippet.get(10, 4) == 1000);
    CHECK(snippet.get(10, 27) == 1000);
    CHECK(snippet.get(11, 5) == 3);
    CHECK(snippet.get(10, 3) == 7);
    snippet.wave().set_exec(0);
    snippet.run();
    CHECK(at(snippet, 0x104, 4) == 1005);
  }
}

TEST_CASE("atomics of several lanes at one address of LDS are executed in the order of the lanes",
          "[local-memory][atomic]") {
  Snippet snippet("gfx90a", "ds_add_rtn_u32 v20, v2, v10");
  snippet.set(2, {128}).set(10, {3}).run();
  // Each lane reads the sum of the lanes before it, each of which has added 3.
  for (unsigned lane = 0; lane < 64; ++lane) REQUIRE(snippet.get(20, lane) == lane * 3);
}

TEST_CASE("LDS atomics can use accumulators", "[local-memory][atomic]") {
  Snippet snippet("gfx90a", "ds_add_rtn_u32 a4, v2, a6");
  snippet.set(2, spread(4));
  for (unsigned lane = 0; lane < 64; ++lane) {
    put(snippet, lane * 4, 4, lane);
    snippet.wave().accumulator(6)[lane] = 1000;
  }
  snippet.run();
  for (unsigned lane = 0; lane < 64; ++lane) {
    REQUIRE(snippet.wave().accumulator(4)[lane] == lane);
    REQUIRE(at(snippet, lane * 4, 4) == 1000 + lane);
  }
}

TEST_CASE("misaligned LDS atomics are faults", "[local-memory][atomic]") {
  Snippet snippet("gfx1100", "ds_add_u64 v2, v[10:11]");
  auto lane_addresses = spread(8);
  lane_addresses[6] = 52;  // 0x34, not a multiple of 8
  snippet.set(2, lane_addresses);
  const auto fault = fault_of([&] { snippet.run(); });
  CHECK(fault.lane == 6);
  CHECK(fault.what() == std::string("misaligned atomic of 8 bytes at 0x34"));
}
