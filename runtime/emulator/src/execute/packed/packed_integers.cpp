// V_PK_* on 16-bit integers.
#include <algorithm>
#include <array>
#include <cstdint>

#include "execute/packed/packed_lanes.hpp"
#include "execute/packed/packed_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using value::I16;
using value::U16;

// Operands and results are wide, so the result is exact. It is saturated if the instruction has clamp, and truncated to
// 16 bits if not.
using Wide = std::int64_t;
constexpr auto kAdd = [](const Mode&, Wide a, Wide b) { return a + b; };
constexpr auto kSubtract = [](const Mode&, Wide a, Wide b) { return a - b; };
constexpr auto kMultiply = [](const Mode&, Wide a, Wide b) { return a * b; };
constexpr auto kMultiplyAdd = [](const Mode&, Wide a, Wide b, Wide c) { return a * b + c; };
constexpr auto kMinimum = [](const Mode&, Wide a, Wide b) { return std::min(a, b); };
constexpr auto kMaximum = [](const Mode&, Wide a, Wide b) { return std::max(a, b); };
// Only four bits of the count are used.
constexpr auto kShiftLeft = [](const Mode&, Wide count, Wide a) { return (a << (count & 15)) & 0xffff; };
constexpr auto kShiftRight = [](const Mode&, Wide count, Wide a) { return a >> (count & 15); };

constexpr std::array kOperations = std::to_array<Operation>({
    {"V_PK_ADD_U16", packed<U16(U16, U16), kAdd>},
    {"V_PK_ADD_I16", packed<I16(I16, I16), kAdd>},
    {"V_PK_SUB_U16", packed<U16(U16, U16), kSubtract>},
    {"V_PK_SUB_I16", packed<I16(I16, I16), kSubtract>},
    {"V_PK_MUL_LO_U16", packed<U16(U16, U16), kMultiply>},
    {"V_PK_MAD_U16", packed<U16(U16, U16, U16), kMultiplyAdd>},
    {"V_PK_MAD_I16", packed<I16(I16, I16, I16), kMultiplyAdd>},
    {"V_PK_MIN_U16", packed<U16(U16, U16), kMinimum>},
    {"V_PK_MIN_I16", packed<I16(I16, I16), kMinimum>},
    {"V_PK_MAX_U16", packed<U16(U16, U16), kMaximum>},
    {"V_PK_MAX_I16", packed<I16(I16, I16), kMaximum>},
    {"V_PK_LSHLREV_B16", packed<U16(U16, U16), kShiftLeft>},
    {"V_PK_LSHRREV_B16", packed<U16(U16, U16), kShiftRight>},
    {"V_PK_ASHRREV_I16", packed<I16(U16, I16), kShiftRight>},
});

}  // namespace

Operations packed_integers() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
