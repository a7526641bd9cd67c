#include <algorithm>
#include <cstring>

#include "runtime/emulator/execute/atomic_cases.hpp"
#include "runtime/emulator/execute/transfer_cases.hpp"
#include "runtime/emulator/fault_of.hpp"
#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

std::uint64_t address_of(const void* memory) {
  return reinterpret_cast<std::uint64_t>(memory);
}

/// Returns the modifier that makes an atomic return the previous value. Its name depends on the generation.
std::string returning(const std::string& processor) {
  if (processor == "gfx942") return "sc0";
  return processor.substr(0, 5) == "gfx12" ? "th:TH_ATOMIC_RETURN" : "glc";
}

enum class Where { global, flat, flat_to_local, flat_to_scratch };

/// Executes the atomic in all lanes. Each lane has its own edge values, and its own place in memory: 16 bytes after
/// that of the lane before, or the same offset of its own scratch.
void check(const std::string& processor, const std::string& name, unsigned dwords, const std::vector<AtomicEdge>& edges,
           Where where, bool returns) {
  const bool is_global = where == Where::global;
  std::string text = std::string(is_global ? "global" : "flat") + "_atomic_" + name + " ";
  if (returns) text += registers(20, dwords) + ", ";
  text += "v[2:3], " + registers(10, dwords) + (is_global ? ", off offset:8" : " offset:8");
  if (returns) text += " " + returning(processor);
  INFO(processor << ": " << text);
  Snippet snippet(processor, text);
  auto* memory = static_cast<std::uint8_t*>(snippet.allocate(1024));
  auto& wave = snippet.wave();
  const auto bytes = dwords * 4;
  const auto host_address = [&](unsigned lane) -> void* {
    if (where == Where::flat_to_local) return wave.lds.at(lane * 16 + 8, bytes, Access::read, /*wave=*/0, /*lane=*/0);
    return memory + lane * 16 + 8;
  };
  // In scratch, the address 16 and the instruction's offset 8 give 24.
  const auto put = [&](unsigned lane, std::uint64_t value) {
    if (where == Where::flat_to_scratch)
      wave.scratch.write(static_cast<int>(lane), 24, &value, bytes);
    else
      std::memcpy(host_address(lane), &value, bytes);
  };
  const auto get = [&](unsigned lane) {
    std::uint64_t value = 0;
    if (where == Where::flat_to_scratch)
      wave.scratch.read(static_cast<int>(lane), 24, &value, bytes);
    else
      std::memcpy(&value, host_address(lane), bytes);
    return value;
  };
  std::vector<std::uint64_t> addresses, data;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    put(lane, edges[lane % edges.size()].memory);
    data.push_back(edges[lane % edges.size()].data);
    addresses.push_back(where == Where::flat_to_scratch ? kPrivateAperture + 16
                        : where == Where::flat_to_local ? kSharedAperture + lane * 16
                                                        : address_of(memory) + lane * 16);
  }
  snippet.set64(2, addresses).set64(10, data).set64(20, {0x5555'5555'5555'5555}).run();
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const auto& edge = edges[lane % edges.size()];
    REQUIRE(get(lane) == edge.after);
    const std::uint64_t got = dwords == 2 ? snippet.get64(20, lane) : snippet.get(20, lane);
    const std::uint64_t unwritten = dwords == 2 ? 0x5555'5555'5555'5555 : 0x55555555;
    REQUIRE(got == (returns ? edge.memory : unwritten));
  }
}

}  // namespace

TEST_CASE("integer atomics work on global memory, LDS and scratch", "[flat][atomic]") {
  for (const std::string processor : kProcessors)
    for (const auto& one : integer_atomics()) {
      const std::string name = has_newer_names(processor) ? one.newer : one.older;
      for (const auto where : {Where::global, Where::flat, Where::flat_to_local, Where::flat_to_scratch})
        for (const bool returns : {false, true}) check(processor, name, one.dwords, one.edges, where, returns);
    }
}

TEST_CASE("float additions work on global memory and LDS", "[flat][atomic]") {
  for (const std::string processor : {"gfx90a", "gfx942", "gfx1100", "gfx1201"})
    for (const bool returns : {false, true}) check(processor, "add_f32", 1, add_f32_edges(), Where::global, returns);
  for (const std::string processor : {"gfx942", "gfx1100"})
    check(processor, "add_f32", 1, add_f32_edges(), Where::flat_to_local, true);
  for (const std::string processor : {"gfx90a", "gfx942"})
    for (const auto where : {Where::global, Where::flat, Where::flat_to_local})
      check(processor, "add_f64", 2, add_f64_edges(), where, true);
}

TEST_CASE("CDNA 2 flushes subnormal numbers in f32 atomic additions and others keep them", "[flat][atomic]") {
  // Two subnormal sums, and the difference of two normal numbers that is the smallest subnormal one.
  check("gfx90a", "add_f32", 1, {{1, 2, 0}, {0x80000001, 0x80000001, 0x80000000}, {0x00800001, 0x80800000, 0}},
        Where::global, true);
  for (const std::string processor : {"gfx942", "gfx1100", "gfx1201"})
    check(processor, "add_f32", 1, {{1, 2, 3}, {0x80000001, 0x80000001, 0x80000002}, {0x00800001, 0x80800000, 1}},
          Where::global, true);
}

TEST_CASE("float minima and maxima work on global memory", "[flat][atomic]") {
  check("gfx1030", "fmin", 1, min_f32_edges(), Where::global, true);
  check("gfx1030", "fmax", 1, max_f32_edges(), Where::global, true);
  check("gfx1030", "fmin_x2", 2, min_f64_edges(), Where::global, true);
  check("gfx1030", "fmax_x2", 2, max_f64_edges(), Where::flat, true);
  check("gfx1100", "min_f32", 1, min_f32_edges(), Where::global, false);
  check("gfx1100", "max_f32", 1, max_f32_edges(), Where::flat, true);
  check("gfx1201", "min_num_f32", 1, min_f32_edges(), Where::global, true);
  check("gfx1201", "max_num_f32", 1, max_f32_edges(), Where::global, true);
  for (const std::string processor : {"gfx90a", "gfx942"}) {
    check(processor, "min_f64", 2, min_f64_edges(), Where::global, true);
    check(processor, "max_f64", 2, max_f64_edges(), Where::flat, false);
  }
}

TEST_CASE("packed additions work on global memory", "[flat][atomic]") {
  for (const bool returns : {false, true}) {
    check("gfx90a", "pk_add_f16", 1, pk_add_f16_edges(), Where::global, returns);
    for (const std::string processor : {"gfx942", "gfx1201"})
      for (const auto where : {Where::global, Where::flat}) {
        check(processor, "pk_add_f16", 1, pk_add_f16_edges(), where, returns);
        check(processor, "pk_add_bf16", 1, pk_add_bf16_edges(), where, returns);
      }
  }
}

TEST_CASE("clamped and conditional atomic subtractions do not go below 0", "[flat][atomic]") {
  const std::vector<AtomicEdge> clamped = {{9, 5, 4}, {5, 9, 0}, {5, 5, 0}};
  check("gfx1030", "csub", 1, clamped, Where::global, true);
  check("gfx1100", "csub_u32", 1, clamped, Where::global, true);
  check("gfx1201", "sub_clamp_u32", 1, clamped, Where::flat, true);
  check("gfx1201", "cond_sub_u32", 1, {{9, 5, 4}, {5, 9, 5}, {5, 5, 0}}, Where::global, true);
}

TEST_CASE("compare and swap works on global memory", "[flat][atomic]") {
  for (const std::string processor : kProcessors) {
    INFO(processor);
    const bool newer = has_newer_names(processor);
    Snippet snippet(processor, (newer ? "global_atomic_cmpswap_b32 v20, v[2:3], v[10:11], off "
                                      : "global_atomic_cmpswap v20, v[2:3], v[10:11], off ") +
                                   returning(processor) +
                                   (newer ? "\nflat_atomic_cmpswap_b64 v[22:23], v[4:5], v[12:15] "
                                          : "\nflat_atomic_cmpswap_x2 v[22:23], v[4:5], v[12:15] ") +
                                   returning(processor));
    auto* memory = static_cast<std::uint64_t*>(snippet.allocate(2048));
    std::vector<std::uint64_t> narrow, wide;
    for (unsigned lane = 0; lane < 64; ++lane) {
      memory[lane] = lane;
      memory[64 + lane] = 0x1'0000'0000 * lane + 5;
      narrow.push_back(address_of(memory + lane));
      wide.push_back(address_of(memory + 64 + lane));
    }
    // Even lanes compare equal. Odd lanes of the wide form differ only in the upper half.
    std::vector<std::uint32_t> compared;
    std::vector<std::uint64_t> compared_wide;
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      compared.push_back(lane % 2 == 0 ? lane : lane + 1);
      compared_wide.push_back(0x1'0000'0000 * (lane % 2 == 0 ? lane : lane + 1) + 5);
    }
    snippet.set64(2, narrow).set64(4, wide).set(10, {77}).set(11, compared);
    snippet.set64(12, {0x77'0000'0088}).set64(14, compared_wide).run();
    for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
      REQUIRE(snippet.get(20, lane) == lane);
      REQUIRE(snippet.get64(22, lane) == 0x1'0000'0000u * lane + 5);
      REQUIRE(memory[lane] == (lane % 2 == 0 ? 77u : lane));
      REQUIRE(memory[64 + lane] == (lane % 2 == 0 ? 0x77'0000'0088u : 0x1'0000'0000 * lane + 5));
    }
  }
}

TEST_CASE("compare and swap of floats compares values", "[flat][atomic]") {
  Snippet snippet("gfx1030", "global_atomic_fcmpswap v20, v[2:3], v[10:11], off glc");
  auto* memory = static_cast<std::uint32_t*>(snippet.allocate(16));
  // -0 equals 0, and a NaN equals nothing.
  const std::uint32_t before[] = {0x80000000, kNan, 0x3f800000, 0x3f800000};
  std::copy(std::begin(before), std::end(before), memory);
  const auto base = address_of(memory);
  snippet.set64(2, {base, base + 4, base + 8, base + 12}).set(10, {7}).set(11, {0, kNan, 0x3f800000, 0x3f800001});
  snippet.wave().set_exec(0xf);
  snippet.run();
  CHECK(memory[0] == 7);
  CHECK(memory[1] == kNan);
  CHECK(memory[2] == 7);
  CHECK(memory[3] == 0x3f800000);
}

TEST_CASE("atomics of several lanes at one address are executed in the order of the lanes", "[flat][atomic]") {
  for (const std::string processor : {"gfx90a", "gfx1100"}) {
    INFO(processor);
    Snippet snippet(processor, has_newer_names(processor) ? "global_atomic_add_u32 v20, v2, v10, s[4:5] glc"
                                                          : "global_atomic_add v20, v2, v10, s[4:5] glc");
    auto* memory = static_cast<std::uint32_t*>(snippet.allocate(4));
    *memory = 100;
    std::vector<std::uint32_t> data;
    for (std::uint32_t lane = 0; lane < 64; ++lane) data.push_back(lane + 1);
    snippet.set_scalar64(4, address_of(memory)).set(2, {0}).set(10, data);
    snippet.wave().set_exec(snippet.wave().all_lanes() & ~std::uint64_t{4});  // lane 2 is inactive
    snippet.run();
    std::uint32_t sum = 100;
    for (std::uint32_t lane = 0; lane < snippet.wave().lanes; ++lane) {
      if (lane == 2) continue;
      REQUIRE(snippet.get(20, lane) == sum);
      sum += lane + 1;
    }
    CHECK(*memory == sum);
  }
}

TEST_CASE("misaligned atomics are a fault with lane and address", "[flat][atomic]") {
  struct Case {
    std::string processor, text;
    std::uint64_t offset;
    std::string expected;
  };
  for (const Case& one :
       {Case{"gfx90a", "global_atomic_add v[2:3], v10, off", 2, "misaligned atomic of 4 bytes at ADDRESS"},
        Case{"gfx1100", "global_atomic_add_u64 v[2:3], v[10:11], off", 4, "misaligned atomic of 8 bytes at ADDRESS"}}) {
    INFO(one.text);
    Snippet snippet(one.processor, one.text);
    const auto base = address_of(snippet.allocate(1024));
    std::vector<std::uint64_t> lane_addresses(64, base);
    lane_addresses[9] = base + one.offset;
    snippet.set64(2, lane_addresses);
    const auto fault = fault_of([&] { snippet.run(); });
    CHECK(fault.lane == 9);
    CHECK(fault.address == base + one.offset);
    CHECK(without_address(fault) == one.expected);
  }
}
