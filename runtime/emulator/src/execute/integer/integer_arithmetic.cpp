// Integer sums and products (RDNA 3 ISA, 16.7 "VOP2 Instructions", 16.12 "VOP3 & VOP3SD Instructions"; Vega ISA, 12.7,
// 12.11). V_ADD_U32 of gfx9 is V_ADD_NC_U32 of later generations; it has no carry-out.
#include <array>

#include "execute/integer/integer_functions.hpp"
#include "execute/integer/integer_saturation.hpp"
#include "execute/integer/integer_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;
using std::int32_t;
using std::int64_t;
using std::uint32_t;
using std::uint64_t;

constexpr int64_t kMask24 = 0xffffff;

/// Returns the lower 24 bits of a widened operand as a signed number.
constexpr int64_t signed_24(int64_t operand) {
  return integer::extract(operand, 0, 24);
}

constexpr auto kSum = [](int64_t a, int64_t b) { return a + b; };
constexpr auto kDifference = [](int64_t a, int64_t b) { return a - b; };
constexpr auto kReversedDifference = [](int64_t a, int64_t b) { return b - a; };
constexpr auto kProduct = [](int64_t a, int64_t b) { return a * b; };
constexpr auto kMultiplyAdd = [](int64_t a, int64_t b, int64_t c) { return a * b + c; };
constexpr auto kSigned24Product = [](int64_t a, int64_t b) { return signed_24(a) * signed_24(b); };
constexpr auto kUnsigned24Product = [](int64_t a, int64_t b) { return (a & kMask24) * (b & kMask24); };
constexpr auto kSigned24MultiplyAdd = [](int64_t a, int64_t b, int64_t c) { return signed_24(a) * signed_24(b) + c; };
constexpr auto kUnsigned24MultiplyAdd = [](int64_t a, int64_t b, int64_t c) {
  return (a & kMask24) * (b & kMask24) + c;
};

template <auto exact>
uint32_t upper_half(const Mode&, uint32_t a, uint32_t b) {
  return static_cast<uint32_t>(static_cast<uint64_t>(exact(int64_t{a}, int64_t{b})) >> 32);
}

uint32_t product(const Mode&, uint32_t a, uint32_t b) {
  return a * b;
}
uint32_t product_high(const Mode&, uint32_t a, uint32_t b) {
  return static_cast<uint32_t>(uint64_t{a} * b >> 32);
}
int32_t signed_product_high(const Mode&, int32_t a, int32_t b) {
  return static_cast<int32_t>(int64_t{a} * b >> 32);
}
uint64_t shifted_sum_64(const Mode&, uint64_t a, uint32_t shift, uint64_t b) {
  return (a << (shift & 7)) + b;
}

constexpr std::array kTable = std::to_array<Operation>({
    {"V_ADD_U32", saturating<U32(U32, U32), kSum>},
    {"V_ADD_NC_U32", saturating<U32(U32, U32), kSum>},
    {"V_ADD_I32", saturating<I32(I32, I32), kSum>},
    {"V_ADD_NC_I32", saturating<I32(I32, I32), kSum>},
    {"V_ADD_U16", saturating<U16(U16, U16), kSum>},
    {"V_ADD_NC_U16", saturating<U16(U16, U16), kSum>},
    {"V_ADD_I16", saturating<I16(I16, I16), kSum>},
    {"V_ADD_NC_I16", saturating<I16(I16, I16), kSum>},
    {"V_SUB_U32", saturating<U32(U32, U32), kDifference>},
    {"V_SUB_NC_U32", saturating<U32(U32, U32), kDifference>},
    {"V_SUB_I32", saturating<I32(I32, I32), kDifference>},
    {"V_SUB_NC_I32", saturating<I32(I32, I32), kDifference>},
    {"V_SUB_U16", saturating<U16(U16, U16), kDifference>},
    {"V_SUB_NC_U16", saturating<U16(U16, U16), kDifference>},
    {"V_SUB_I16", saturating<I16(I16, I16), kDifference>},
    {"V_SUB_NC_I16", saturating<I16(I16, I16), kDifference>},
    {"V_SUBREV_U32", saturating<U32(U32, U32), kReversedDifference>},
    {"V_SUBREV_NC_U32", saturating<U32(U32, U32), kReversedDifference>},
    {"V_SUBREV_U16", saturating<U16(U16, U16), kReversedDifference>},
    {"V_MUL_LO_U16", saturating<U16(U16, U16), kProduct>},
    {"V_MUL_LO_U32", lane_wise<U32(U32, U32), product>},
    {"V_MUL_LO_I32", lane_wise<U32(U32, U32), product>},
    {"V_MUL_HI_U32", lane_wise<U32(U32, U32), product_high>},
    {"V_MUL_HI_I32", lane_wise<I32(I32, I32), signed_product_high>},
    {"V_MUL_U32_U24", saturating<U32(U32, U32), kUnsigned24Product>},
    {"V_MUL_I32_I24", saturating<I32(U32, U32), kSigned24Product>},
    {"V_MUL_HI_U32_U24", lane_wise<U32(U32, U32), upper_half<kUnsigned24Product>>},
    {"V_MUL_HI_I32_I24", lane_wise<U32(U32, U32), upper_half<kSigned24Product>>},
    {"V_MAD_U32_U24", saturating<U32(U32, U32, U32), kUnsigned24MultiplyAdd>},
    {"V_MAD_I32_I24", saturating<I32(U32, U32, I32), kSigned24MultiplyAdd>},
    {"V_MAD_U16", saturating<U16(U16, U16, U16), kMultiplyAdd>},
    {"V_MAD_I16", saturating<I16(I16, I16, I16), kMultiplyAdd>},
    {"V_MAD_LEGACY_U16", saturating<U16(U16, U16, U16), kMultiplyAdd>},
    {"V_MAD_LEGACY_I16", saturating<I16(I16, I16, I16), kMultiplyAdd>},
    {"V_MAD_U32_U16", saturating<U32(U16, U16, U32), kMultiplyAdd>},
    {"V_MAD_I32_I16", saturating<I32(I16, I16, I32), kMultiplyAdd>},
    {"V_ADD3_U32",
     lane_wise<U32(U32, U32, U32), [](const Mode&, uint32_t a, uint32_t b, uint32_t c) { return a + b + c; }>},
    {"V_LSHL_ADD_U32", lane_wise<U32(U32, U32, U32), [](const Mode&, uint32_t a, uint32_t b,
                                                        uint32_t c) { return integer::shift_left(a, b) + c; }>},
    {"V_ADD_LSHL_U32", lane_wise<U32(U32, U32, U32), [](const Mode&, uint32_t a, uint32_t b,
                                                        uint32_t c) { return integer::shift_left(a + b, c); }>},
    {"V_LSHL_ADD_U64", lane_wise<U64(U64, U32, U64), shifted_sum_64>},
    {"V_XAD_U32",
     lane_wise<U32(U32, U32, U32), [](const Mode&, uint32_t a, uint32_t b, uint32_t c) { return (a ^ b) + c; }>},
});

}  // namespace

Operations integer_arithmetic() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
