// VOP1, VOP2 and VOP3 on f16. Sums and products of halves are exact in double. A fused multiply-add may be inexact in
// double, but then the bits that double keeps determine which half the exact result rounds to, or the result overflows.
// A single rounding from double is therefore correct.
#include "execute/float/float_arithmetic.hpp"
#include "execute/float/float_selection.hpp"
#include "execute/float/half.hpp"
#include "execute/lanes/lanes.hpp"
#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {
namespace {

using value::F16;

Half sum(const Mode& mode, Half a, Half b) {
  return half_result(mode, add(to_double(a), to_double(b)));
}
Half difference(const Mode& mode, Half a, Half b) {
  return half_result(mode, subtract(to_double(a), to_double(b)));
}
Half reversed_difference(const Mode& mode, Half a, Half b) {
  const double result = to_double(b) - to_double(a);
  return half_result(mode, result != result ? nan_of(to_double(a), to_double(b)) : result);
}
Half product(const Mode& mode, Half a, Half b) {
  return half_result(mode, multiply(to_double(a), to_double(b)));
}
/// The sources are in the order of the assembly. V_FMAMK has its constant in the middle: a * K + b.
Half fused(const Mode& mode, Half a, Half b, Half c) {
  return half_result(mode, fused_multiply_add(to_double(a), to_double(b), to_double(c)));
}

Half without_denormal(Half half) {
  return F16::from_bits(value::flush_denormal<F16>(half.bits));
}
/// Rounds twice (CDNA 3 ISA, V_MAD_F16: "denormals are flushed").
Half unfused(const Mode& mode, Half a, Half b, Half c) {
  const auto multiplied = without_denormal(product(mode, without_denormal(a), without_denormal(b)));
  return without_denormal(sum(mode, multiplied, without_denormal(c)));
}

/// The integer part or fraction of a half is a half, so the conversion is exact.
template <double (*function)(double)>
Half rounded(const Mode& mode, Half x) {
  return half_result(mode, function(to_double(x)));
}

Half fract(const Mode& mode, Half x) {
  const auto result = half_result(mode, fraction(to_double(x)));
  // fraction() is below 1, but the largest fractions round to 1 in f16. They become the largest half below 1.
  constexpr std::uint16_t one = 0x3c00;
  return result.bits == one ? Half{one - 1} : result;
}

using ByMode = Selection<F16, SelectByMode>;
using Number = Selection<F16, SelectNumber>;
using Propagating = Selection<F16, SelectPropagating>;

template <auto function>
constexpr Handler one = lane_wise<F16(F16), function>;
template <auto function>
constexpr Handler two = lane_wise<F16(F16, F16), function>;
template <auto function>
constexpr Handler three = lane_wise<F16(F16, F16, F16), function>;

constexpr Operation kOperations[] = {
    {"V_ADD_F16", two<sum>},
    {"V_SUB_F16", two<difference>},
    {"V_SUBREV_F16", two<reversed_difference>},
    {"V_MUL_F16", two<product>},
    {"V_FMA_F16", three<fused>},
    {"V_FMA_LEGACY_F16", three<fused>},
    {"V_FMAC_F16", three<fused>},
    {"V_FMAAK_F16", three<fused>},
    {"V_FMAMK_F16", three<fused>},
    {"V_MAD_F16", three<unfused>},
    {"V_MAD_LEGACY_F16", three<unfused>},
    {"V_MAC_F16", three<unfused>},
    {"V_MADAK_F16", three<unfused>},
    {"V_MADMK_F16", three<unfused>},
    {"V_TRUNC_F16", one<rounded<truncated<double>>>},
    {"V_CEIL_F16", one<rounded<rounded_up<double>>>},
    {"V_FLOOR_F16", one<rounded<rounded_down<double>>>},
    {"V_RNDNE_F16", one<rounded<rounded_to_even>>},
    {"V_FRACT_F16", one<fract>},

    {"V_MIN_F16", two<ByMode::minimum>},
    {"V_MAX_F16", two<ByMode::maximum>},
    {"V_MIN3_F16", three<ByMode::minimum_3>},
    {"V_MAX3_F16", three<ByMode::maximum_3>},
    {"V_MED3_F16", three<ByMode::median>},
    {"V_MINMAX_F16", three<ByMode::maximum_of_minimum>},
    {"V_MAXMIN_F16", three<ByMode::minimum_of_maximum>},
    {"V_MIN_NUM_F16", two<Number::minimum>},
    {"V_MAX_NUM_F16", two<Number::maximum>},
    {"V_MIN3_NUM_F16", three<Number::minimum_3>},
    {"V_MAX3_NUM_F16", three<Number::maximum_3>},
    {"V_MED3_NUM_F16", three<Number::median>},
    {"V_MINMAX_NUM_F16", three<Number::maximum_of_minimum>},
    {"V_MAXMIN_NUM_F16", three<Number::minimum_of_maximum>},
    {"V_MINIMUM_F16", two<Propagating::minimum>},
    {"V_MAXIMUM_F16", two<Propagating::maximum>},
    {"V_MINIMUM3_F16", three<Propagating::minimum_3>},
    {"V_MAXIMUM3_F16", three<Propagating::maximum_3>},
    {"V_MINIMUMMAXIMUM_F16", three<Propagating::maximum_of_minimum>},
    {"V_MAXIMUMMINIMUM_F16", three<Propagating::minimum_of_maximum>},
};

}  // namespace

Operations half_operations() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
