// SOPC and the comparisons of SOPK (RDNA 3 ISA, 16.4 "SOPC Instructions", 16.2 "SOPK Instructions"). They write only
// SCC.
#include <array>
#include <functional>

#include "execute/integer/integer_functions.hpp"
#include "execute/scalar/scalar_operands.hpp"
#include "execute/scalar/scalar_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;
using std::int32_t;
using std::uint32_t;

/// The immediate is sign-extended for signed comparisons and zero-extended for unsigned ones.
template <class Integer, class Predicate>
void compare_immediate(Wave& wave, const Instruction& instruction) {
  using Immediate = std::conditional_t<std::is_signed_v<Integer>, std::int16_t, std::uint16_t>;
  wave.scc = Predicate()(static_cast<Integer>(wave.read32(instruction.src[0])),
                         Integer{static_cast<Immediate>(instruction.immediate)});
}

template <bool expected>
bool test_bit(std::uint64_t value, std::uint64_t bit) {
  return (value >> bit & 1) == (expected ? 1 : 0);
}

template <class Type, bool expected>
void compare_bit(Wave& wave, const Instruction& instruction) {
  using Integer = typename Type::Host;
  const auto value = scalar_detail::read<Type>(wave, instruction.src[0]);
  wave.scc = test_bit<expected>(value, integer::shift_count<Integer>(wave.read32(instruction.src[1])));
}

template <class Type, class Predicate>
constexpr Handler kCompare = scalar_compare<Type, Predicate{}>;

// In these names, LG is "less or greater", that is, not equal.
constexpr std::array kTable = std::to_array<Operation>({
    {"S_CMP_EQ_I32", kCompare<I32, std::equal_to<>>},
    {"S_CMP_LG_I32", kCompare<I32, std::not_equal_to<>>},
    {"S_CMP_GT_I32", kCompare<I32, std::greater<>>},
    {"S_CMP_GE_I32", kCompare<I32, std::greater_equal<>>},
    {"S_CMP_LT_I32", kCompare<I32, std::less<>>},
    {"S_CMP_LE_I32", kCompare<I32, std::less_equal<>>},
    {"S_CMP_EQ_U32", kCompare<U32, std::equal_to<>>},
    {"S_CMP_LG_U32", kCompare<U32, std::not_equal_to<>>},
    {"S_CMP_GT_U32", kCompare<U32, std::greater<>>},
    {"S_CMP_GE_U32", kCompare<U32, std::greater_equal<>>},
    {"S_CMP_LT_U32", kCompare<U32, std::less<>>},
    {"S_CMP_LE_U32", kCompare<U32, std::less_equal<>>},
    {"S_CMP_EQ_U64", kCompare<U64, std::equal_to<>>},
    {"S_CMP_LG_U64", kCompare<U64, std::not_equal_to<>>},
    {"S_CMPK_EQ_I32", compare_immediate<int32_t, std::equal_to<>>},
    {"S_CMPK_LG_I32", compare_immediate<int32_t, std::not_equal_to<>>},
    {"S_CMPK_GT_I32", compare_immediate<int32_t, std::greater<>>},
    {"S_CMPK_GE_I32", compare_immediate<int32_t, std::greater_equal<>>},
    {"S_CMPK_LT_I32", compare_immediate<int32_t, std::less<>>},
    {"S_CMPK_LE_I32", compare_immediate<int32_t, std::less_equal<>>},
    {"S_CMPK_EQ_U32", compare_immediate<uint32_t, std::equal_to<>>},
    {"S_CMPK_LG_U32", compare_immediate<uint32_t, std::not_equal_to<>>},
    {"S_CMPK_GT_U32", compare_immediate<uint32_t, std::greater<>>},
    {"S_CMPK_GE_U32", compare_immediate<uint32_t, std::greater_equal<>>},
    {"S_CMPK_LT_U32", compare_immediate<uint32_t, std::less<>>},
    {"S_CMPK_LE_U32", compare_immediate<uint32_t, std::less_equal<>>},
    {"S_BITCMP0_B32", compare_bit<U32, false>},
    {"S_BITCMP1_B32", compare_bit<U32, true>},
    {"S_BITCMP0_B64", compare_bit<U64, false>},
    {"S_BITCMP1_B64", compare_bit<U64, true>},
});

}  // namespace

Operations scalar_compares() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
