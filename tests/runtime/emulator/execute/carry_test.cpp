#include "runtime/emulator/execute/integer_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;
using std::int64_t;
using std::uint32_t;
using std::uint64_t;

// Arbitrary masks, with ones and zeros for both halves of the lanes.
constexpr uint64_t kCarriesIn = 0x123456789abcdef0, kExec = 0xff00ff00f0f0f0f5;
constexpr int64_t kTwoTo32 = int64_t{1} << 32;

/// An instruction's names, and the exact result for two words and the carry that it reads.
struct Sum {
  std::string gfx9, gfx11;
  bool takes_carry;
  std::function<int64_t(int64_t, int64_t, int64_t)> exact;
};

const std::vector<Sum> kSums = {
    {"v_add_co_u32", "v_add_co_u32", false, [](int64_t a, int64_t b, int64_t) { return a + b; }},
    {"v_sub_co_u32", "v_sub_co_u32", false, [](int64_t a, int64_t b, int64_t) { return a - b; }},
    {"v_subrev_co_u32", "v_subrev_co_u32", false, [](int64_t a, int64_t b, int64_t) { return b - a; }},
    {"v_addc_co_u32", "v_add_co_ci_u32", true, [](int64_t a, int64_t b, int64_t c) { return a + b + c; }},
    {"v_subb_co_u32", "v_sub_co_ci_u32", true, [](int64_t a, int64_t b, int64_t c) { return a - b - c; }},
    {"v_subbrev_co_u32", "v_subrev_co_ci_u32", true, [](int64_t a, int64_t b, int64_t c) { return b - a - c; }},
};

/// Runs `assembly` on pairs of words, with the carries that it reads in scalar register `in`, and compares v8 and the
/// mask of carries that it writes to scalar register `out`.
void check(const std::string& processor, const std::string& assembly, const Sum& sum, unsigned in, unsigned out,
           bool clamp = false) {
  Snippet snippet(processor, assembly);
  const unsigned lanes = snippet.wave().lanes;
  for (unsigned round = 0; round < kWords.size(); ++round) {
    std::vector<uint32_t> a, b;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      a.push_back(row(lane, round).a);
      b.push_back(row(lane, round).b);
    }
    snippet.set(0, a).set(1, b).set(8, {0x77777777}).set_scalar64(out, 0).set_scalar64(in, kCarriesIn);
    snippet.wave().set_exec(kExec);
    snippet.run();
    uint64_t carries = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const auto exact = sum.exact(a[lane], b[lane], bit(kCarriesIn, lane));
      const bool carry = exact < 0 || exact >= kTwoTo32;
      // The exact difference is at least -2^32, so it becomes positive before the remainder is computed.
      const auto wrapped = static_cast<uint32_t>((exact + 2 * kTwoTo32) % kTwoTo32);
      const auto expected = carry && clamp ? (exact < 0 ? 0 : 0xffffffff) : wrapped;
      INFO(processor << ": " << assembly << ", lane " << lane << std::hex << ": " << a[lane] << " " << b[lane]);
      REQUIRE(snippet.get(8, lane) == (bit(kExec, lane) ? expected : 0x77777777));
      carries |= uint64_t{carry && bit(kExec, lane)} << lane;
    }
    INFO(processor << ": " << assembly << ", round " << round);
    REQUIRE((lanes == 64 ? snippet.scalar64(out) : snippet.scalar(out)) == carries);
  }
}

TEST_CASE("carries: gfx9 writes VCC or scalar registers", "[carry]") {
  for (const auto& sum : kSums) {
    const std::string in = sum.takes_carry ? ", vcc" : "", in_scalar = sum.takes_carry ? ", s[2:3]" : "";
    check("gfx90a", sum.gfx9 + "_e32 v8, vcc, v0, v1" + in, sum, kVcc, kVcc);
    check("gfx90a", sum.gfx9 + "_e64 v8, s[4:5], v0, v1" + in_scalar, sum, 2, 4);
    check("gfx90a", sum.gfx9 + "_e64 v8, s[2:3], v0, v1" + in_scalar + " clamp", sum, 2, 2, true);
    check("gfx90a", sum.gfx9 + "_sdwa v8, vcc, v0, v1" + in + " dst_sel:DWORD src0_sel:DWORD src1_sel:DWORD", sum, kVcc,
          kVcc);
  }
}

TEST_CASE("carries: gfx11 writes a mask of 32 bits in waves of 32", "[carry]") {
  for (const auto& sum : kSums) {
    const std::string in_scalar = sum.takes_carry ? ", s2" : "";
    check("gfx1100", sum.gfx11 + "_e64 v8, s4, v0, v1" + in_scalar, sum, 2, 4);
    check("gfx1100", sum.gfx11 + "_e64 v8, s2, v0, v1" + in_scalar + " clamp", sum, 2, 2, true);
    if (sum.takes_carry) check("gfx1100", sum.gfx11 + "_e32 v8, vcc_lo, v0, v1, vcc_lo", sum, kVcc, kVcc);
  }
}

TEST_CASE("carries: a wave of 32 writes one register, and none if it is the null register", "[carry]") {
  Snippet snippet("gfx1100", "v_add_co_u32 v8, s4, v0, v1\nv_add_co_u32 v9, null, v0, v1");
  snippet.set(0, {0xffffffff}).set(1, {1}).set_scalar(5, 0x5555).run();
  REQUIRE(snippet.scalar(4) == 0xffffffff);
  REQUIRE(snippet.scalar(5) == 0x5555);
  REQUIRE(snippet.get(8) == 0);
  REQUIRE(snippet.get(9) == 0);
  REQUIRE(snippet.scalar(kNull) == 0);
}

TEST_CASE("carries: DPP selects the lanes that are read and written", "[carry]") {
  for (const auto& [processor, text] :
       {std::pair{"gfx90a", "v_addc_co_u32_dpp v8, vcc, v0, v1, vcc row_shr:1 row_mask:0xf bank_mask:0xf"},
        std::pair{"gfx1100", "v_add_co_ci_u32_dpp v8, vcc_lo, v0, v1, vcc_lo row_shr:1 row_mask:0xf bank_mask:0xf"}}) {
    Snippet snippet(processor, text);
    snippet.set(0, {10, 20, 0xffffffff, 40}).set(1, {1}).set(8, {99}).wave().set_vcc(2);
    snippet.run();
    INFO(processor);
    REQUIRE(snippet.get(8, 0) == 99);            // there is no lane to read, so nothing is written
    REQUIRE(snippet.get(8, 1) == 12);            // 10 + 1 + carry
    REQUIRE(snippet.get(8, 3) == 0);             // ffffffff + 1
    REQUIRE((snippet.wave().vcc() & 0xf) == 8);  // only lane 3 has a carry
  }
}

/// The exact value of a * b + c, which needs 65 bits: the product of two 32-bit numbers and `c` have 64 bits each. The
/// functions compute it in two parts: the low 32 bits, and the bits above them as a 64-bit number.
struct Wide {
  uint64_t low;
  bool bit_64;               ///< of an unsigned sum, the carry; of a signed sum, a copy of its sign
  bool overflows, negative;  ///< `overflows`: the sum does not fit in 64 bits
};

Wide unsigned_sum(uint32_t a, uint32_t b, uint64_t c) {
  const auto product = uint64_t{a} * b;
  const auto low = (product & 0xffffffff) + (c & 0xffffffff);
  const auto high = (product >> 32) + (c >> 32) + (low >> 32);
  return {(high << 32) | (low & 0xffffffff), high >> 32 != 0, high >> 32 != 0, false};
}

Wide signed_sum(uint32_t a, uint32_t b, uint64_t c) {
  const int64_t product = extended(a, 32) * extended(b, 32), addend = static_cast<int64_t>(c);
  const auto low = (static_cast<uint64_t>(product) & 0xffffffff) + (c & 0xffffffff);
  // The shifts are arithmetic, so the upper parts are signed and add up to the upper part of the sum.
  const int64_t high = (product >> 32) + (addend >> 32) + static_cast<int64_t>(low >> 32);
  const bool overflows = high > 0x7fffffff || high < -int64_t{0x80000000};
  return {static_cast<uint64_t>(high) << 32 | (low & 0xffffffff), high < 0, overflows, high < 0};
}

TEST_CASE("carries: 64-bit multiply-adds return the carry", "[carry]") {
  struct Target {
    std::string processor, u64, i64, mask;
  };
  const std::vector<Target> targets = {{"gfx90a", "v_mad_u64_u32", "v_mad_i64_i32", "s[4:5]"},
                                       {"gfx1030", "v_mad_u64_u32", "v_mad_i64_i32", "s4"},
                                       {"gfx1100", "v_mad_u64_u32", "v_mad_i64_i32", "s4"},
                                       {"gfx1201", "v_mad_co_u64_u32", "v_mad_co_i64_i32", "s4"}};
  for (const auto& target : targets)
    for (const bool is_signed : {false, true})
      for (const bool clamp : {false, true})
        each_row(target.processor,
                 (is_signed ? target.i64 : target.u64) + " v[8:9], " + target.mask + ", v0, v1, v[2:3]" +
                     (clamp ? " clamp" : ""),
                 [&](Snippet& snippet, unsigned lane, const Row& values) {
                   const auto c = values.c | uint64_t{values.d} << 32;
                   const auto sum = is_signed ? signed_sum(values.a, values.b, c) : unsigned_sum(values.a, values.b, c);
                   auto expected = sum.low;
                   if (clamp && sum.overflows)
                     expected = is_signed ? (sum.negative ? uint64_t{1} << 63 : ~uint64_t{0} >> 1) : ~uint64_t{0};
                   REQUIRE(snippet.get64(8, lane) == expected);
                   const auto mask = snippet.wave().lanes == 64 ? snippet.scalar64(4) : snippet.scalar(4);
                   REQUIRE(bit(mask, lane) == sum.bit_64);
                 });
}

TEST_CASE("carries: two additions compute a sum of 64 bits", "[carry]") {
  each_row("gfx90a", "v_add_co_u32 v8, vcc, v0, v2\nv_addc_co_u32 v9, vcc, v1, v3, vcc",
           [](Snippet& snippet, unsigned lane, const Row& values) {
             REQUIRE(snippet.get64(8, lane) ==
                     (values.a | uint64_t{values.b} << 32) + (values.c | uint64_t{values.d} << 32));
           });
  each_row("gfx1100", "v_sub_co_u32 v8, vcc_lo, v0, v2\nv_sub_co_ci_u32 v9, vcc_lo, v1, v3, vcc_lo",
           [](Snippet& snippet, unsigned lane, const Row& values) {
             REQUIRE(snippet.get64(8, lane) ==
                     (values.a | uint64_t{values.b} << 32) - (values.c | uint64_t{values.d} << 32));
           });
}

}  // namespace
}  // namespace rocm_bindgen::emulator
