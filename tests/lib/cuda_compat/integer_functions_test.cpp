#include "rocm_bindgen_compat/math/integer_functions.hpp"

#include <cstdint>
#include <random>

#include "rocm_bindgen_compat/math/integer_products.hpp"
#include "support/catch.hpp"

TEST_CASE("bits are counted and found") {
  CHECK(__popc(0xf0f0u) == 8);
  CHECK(__popcll(0xff000000000000ffull) == 16);
  CHECK(__clz(0) == 32);
  CHECK(__clz(1) == 31);
  CHECK(__clz(-1) == 0);
  CHECK(__clzll(0) == 64);
  CHECK(__clzll(1ll << 40) == 23);
  CHECK(__ffs(0) == 0);
  CHECK(__ffs(0x50) == 5);
  CHECK(__ffsll(1ll << 50) == 51);
  CHECK(__brev(0x00000013u) == 0xc8000000u);
  CHECK(__brevll(1) == 1ull << 63u);
  CHECK(__brevll(0x0000000300000000ull) == 0x00000000c0000000ull);
  CHECK(__nv_bswap16(0x1234) == 0x3412);
  CHECK(__nv_bswap32(0x12345678u) == 0x78563412u);
  CHECK(__nv_bswap64(0x0102030405060708ull) == 0x0807060504030201ull);
}

TEST_CASE("bytes are selected from two words") {
  // Each digit of the selector is the index of a byte: 0 to 3 in the first word, 4 to 7 in the second.
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x3210u) == 0x33221100u);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x7531u) == 0x77553311u);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x0123u) == 0x00112233u);
  // Selectors from 8 to 15 repeat the sign of a byte: bytes 5 (0x85) and 0 (0xf0) are negative, byte 1 (0x11) is not.
  CHECK(__byte_perm(0x332211f0u, 0x77668544u, 0x8d9du) == 0xffff00ffu);
  // The selector's upper half is ignored.
  CHECK(__byte_perm(0x01020304u, 0, 0xabcd4440u) == 0x00000004u);
}

TEST_CASE("two words are shifted together") {
  // The second argument is the upper word; _l returns the upper word of the result, _r the lower one. The distance is
  // taken modulo 32, but clamped to 32 by the forms with a `c`.
  CHECK(__funnelshift_l(0x89abcdefu, 0x01234567u, 8) == 0x23456789u);
  CHECK(__funnelshift_l(1, 2, 0) == 2);
  CHECK(__funnelshift_l(1, 2, 32) == 2);
  CHECK(__funnelshift_lc(1, 2, 32) == 1);
  CHECK(__funnelshift_lc(1, 2, 99) == 1);
  CHECK(__funnelshift_r(0x89abcdefu, 0x01234567u, 8) == 0x6789abcdu);
  CHECK(__funnelshift_r(1, 2, 0) == 1);
  CHECK(__funnelshift_r(1, 2, 33) == 0);
  CHECK(__funnelshift_rc(1, 2, 32) == 2);
}

TEST_CASE("averages, products and differences of words are right") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    const auto x = static_cast<int>(random()), y = static_cast<int>(random());
    const auto u = static_cast<unsigned>(x), v = static_cast<unsigned>(y);
    const std::int64_t wide_x = x, wide_y = y;
    const std::uint64_t wide_u = u, wide_v = v;
    REQUIRE(__hadd(x, y) == (wide_x + wide_y) >> 1);
    REQUIRE(__rhadd(x, y) == (wide_x + wide_y + 1) >> 1);
    REQUIRE(__uhadd(u, v) == (wide_u + wide_v) >> 1u);
    REQUIRE(__urhadd(u, v) == (wide_u + wide_v + 1) >> 1u);
    REQUIRE(__mulhi(x, y) == (wide_x * wide_y) >> 32);
    REQUIRE(__umulhi(u, v) == (wide_u * wide_v) >> 32u);
    const std::uint64_t distance = wide_x < wide_y ? wide_y - wide_x : wide_x - wide_y;
    REQUIRE(__sad(x, y, 7) == static_cast<unsigned>(distance + 7));
    REQUIRE(__usad(u, v, 7) == static_cast<unsigned>((u < v ? v - u : u - v) + 7));
    const std::int64_t low = (wide_x << 40) >> 40, other_low = (wide_y << 40) >> 40;
    REQUIRE(__mul24(x, y) == static_cast<int>(low * other_low));
    REQUIRE(__umul24(u, v) == static_cast<unsigned>((wide_u & 0xffffff) * (wide_v & 0xffffff)));
  }
  CHECK(__umul64hi(~0ull, ~0ull) == ~0ull - 1);
  CHECK(__umul64hi(1ull << 63u, 6) == 3);
  CHECK(__mul64hi(-1, 5) == -1);
  CHECK(__mul64hi(1ll << 62, -8) == -2);
}

TEST_CASE("the n-th set bit is found") {
  // __fns(mask, base, n) searches from bit `base` upwards, or downwards if n is negative. n == 0 asks whether bit
  // `base` itself is set. In 0xf0, bits 4 to 7 are set.
  constexpr unsigned kNone = 0xffffffffu;
  CHECK(__fns(0x000000f0u, 0, 1) == 4);
  CHECK(__fns(0x000000f0u, 4, 1) == 4);
  CHECK(__fns(0x000000f0u, 4, 4) == 7);
  CHECK(__fns(0x000000f0u, 4, 5) == kNone);
  CHECK(__fns(0x000000f0u, 31, -1) == 7);
  CHECK(__fns(0x000000f0u, 6, -3) == 4);
  CHECK(__fns(0x000000f0u, 6, -4) == kNone);
  CHECK(__fns(0x000000f0u, 5, 0) == 5);
  CHECK(__fns(0x000000f0u, 3, 0) == kNone);
  CHECK(__fns(0x80000000u, 31, 1) == 31);
}

TEST_CASE("dot products of bytes and halfwords are right") {
  CHECK(__dp4a(0x01020304, 0x01010101, 5) == 15);
  // As signed numbers, the byte 0xff is -1 and 0x80 is -128, and the halfword 0xffff is -1 and 0x8000 is -32768.
  CHECK(__dp4a(static_cast<int>(0xff80ff80u), 0x7f7f7f7f, 0) == 2 * (-127 - 128 * 127));
  CHECK(__dp4a(0xff80ff80u, 0x7f7f7f7fu, 1u) == 1 + 2 * (255 * 127 + 128 * 127));
  // dp2a multiplies the halfwords of the first word by the lower (_lo) or upper (_hi) two bytes of the second.
  CHECK(__dp2a_lo(0x00020003, 0x7f7f0405, 1) == 1 + 3 * 5 + 2 * 4);
  CHECK(__dp2a_hi(0x00020003, 0x04057f7f, 1) == 1 + 3 * 5 + 2 * 4);
  CHECK(__dp2a_lo(static_cast<int>(0xffff8000u), 0x0000ff02, 0) == 1 - 65536);  // -1 * -1 - 32768 * 2
  CHECK(__dp2a_lo(0xffff8000u, 0x0000ff02u, 0u) == 65535u * 255 + 32768 * 2);
  CHECK(__dp2a_hi(0xffff8000u, 0xff020000u, 3u) == 3 + 65535u * 255 + 32768 * 2);
}
