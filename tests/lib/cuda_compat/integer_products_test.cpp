// Tests the __dp4a() that adds single products. Plain C++ uses it, and so do targets without an instruction for four
// products.
#include "rocm_bindgen_compat/math/integer_products.hpp"

#include <cstdint>
#include <random>

#include "support/catch.hpp"

namespace {

int64_t signed_byte(uint32_t word, int n) {
  const auto byte = static_cast<int64_t>(word >> (8 * n) & 255);
  return byte < 128 ? byte : byte - 256;
}

}  // namespace

TEST_CASE("integer products: sums of four products of bytes are right modulo 2^32") {
  std::mt19937 random(41);
  for (int i = 0; i < 100000; ++i) {
    // Some words have the bytes with the largest magnitude, so that sums exceed 32 bits.
    const auto word = [&] { return i % 4 == 0 ? (random() % 2 == 0 ? 0x80808080u : 0x7f7f7f7fu) : random(); };
    const uint32_t a = static_cast<uint32_t>(word()), b = static_cast<uint32_t>(word());
    const uint32_t before = i % 3 == 0 ? 0x7fffffffu : static_cast<uint32_t>(random());
    auto wanted = static_cast<int64_t>(before), unsigned_wanted = wanted;
    for (int n = 0; n < 4; ++n) {
      wanted += signed_byte(a, n) * signed_byte(b, n);
      unsigned_wanted += static_cast<int64_t>(a >> (8 * n) & 255) * static_cast<int64_t>(b >> (8 * n) & 255);
    }
    CAPTURE(a, b, before);
    REQUIRE(static_cast<uint32_t>(__dp4a(static_cast<int>(a), static_cast<int>(b), static_cast<int>(before))) ==
            static_cast<uint32_t>(wanted));
    REQUIRE(__dp4a(a, b, before) == static_cast<uint32_t>(unsigned_wanted));
  }
}
