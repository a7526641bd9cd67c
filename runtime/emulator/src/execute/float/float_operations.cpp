// VOP1, VOP2 and VOP3 on f32 and f64: sums, products, roundings to integers, minima and maxima.
#include "execute/float/float_arithmetic.hpp"
#include "execute/float/float_selection.hpp"
#include "execute/lanes/lanes.hpp"
#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {
namespace {

using value::F32;
using value::F64;

template <class Float>
Float sum(const Mode&, Float a, Float b) {
  return add(a, b);
}
template <class Float>
Float difference(const Mode&, Float a, Float b) {
  return subtract(a, b);
}
template <class Float>
Float reversed_difference(const Mode&, Float a, Float b) {
  const Float result = b - a;
  return result != result ? nan_of(a, b) : result;
}
template <class Float>
Float product(const Mode&, Float a, Float b) {
  return multiply(a, b);
}
float legacy_product(const Mode&, float a, float b) {
  return multiply_legacy(a, b);
}
/// The sources are in the order of the assembly. V_FMAMK has its constant in the middle: a * K + b.
template <class Float>
Float fused(const Mode&, Float a, Float b, Float c) {
  return fused_multiply_add(a, b, c);
}

/// Rounds twice, and always flushes subnormal numbers, whatever MODE is set to. (LLVM's AMDGPU backend selects these
/// instructions only if subnormal numbers may be flushed.)
float unfused(const Mode&, float a, float b, float c) {
  return flushed(add(flushed(multiply(flushed(a), flushed(b))), flushed(c)));
}
/// Like unfused(), with the rule of DirectX 9 for the product.
float legacy_unfused(const Mode&, float a, float b, float c) {
  return flushed(add(flushed(multiply_legacy(flushed(a), flushed(b))), flushed(c)));
}

/// The product follows the rule of DirectX 9. Subnormal numbers are always flushed, whatever MODE is set to.
float legacy_fused(const Mode&, float a, float b, float c) {
  const float x = flushed(a), y = flushed(b), z = flushed(c);
  return flushed(x == 0 || y == 0 ? add(0.0f, z) : fused_multiply_add(x, y, z));
}

template <class Float>
Float trunc(const Mode&, Float x) {
  return truncated(x);
}
template <class Float>
Float ceil(const Mode&, Float x) {
  return rounded_up(x);
}
template <class Float>
Float floor(const Mode&, Float x) {
  return rounded_down(x);
}
template <class Float>
Float rndne(const Mode&, Float x) {
  return rounded_to_even(x);
}
template <class Float>
Float fract(const Mode&, Float x) {
  return fraction(x);
}

using ByMode32 = Selection<F32, SelectByMode>;
using ByMode64 = Selection<F64, SelectByMode>;
using Number32 = Selection<F32, SelectNumber>;
using Number64 = Selection<F64, SelectNumber>;
using Propagating32 = Selection<F32, SelectPropagating>;
using Propagating64 = Selection<F64, SelectPropagating>;

template <auto function>
constexpr Handler one_32 = lane_wise<F32(F32), function>;
template <auto function>
constexpr Handler two_32 = lane_wise<F32(F32, F32), function>;
template <auto function>
constexpr Handler three_32 = lane_wise<F32(F32, F32, F32), function>;
template <auto function>
constexpr Handler one_64 = lane_wise<F64(F64), function>;
template <auto function>
constexpr Handler two_64 = lane_wise<F64(F64, F64), function>;
template <auto function>
constexpr Handler three_64 = lane_wise<F64(F64, F64, F64), function>;

constexpr Operation kOperations[] = {
    {"V_ADD_F32", two_32<sum<float>>},
    {"V_SUB_F32", two_32<difference<float>>},
    {"V_SUBREV_F32", two_32<reversed_difference<float>>},
    {"V_MUL_F32", two_32<product<float>>},
    {"V_MUL_LEGACY_F32", two_32<legacy_product>},
    {"V_MUL_DX9_ZERO_F32", two_32<legacy_product>},
    {"V_FMA_F32", three_32<fused<float>>},
    {"V_FMAC_F32", three_32<fused<float>>},
    {"V_FMAAK_F32", three_32<fused<float>>},
    {"V_FMAMK_F32", three_32<fused<float>>},
    {"V_MAD_F32", three_32<unfused>},
    {"V_MAC_F32", three_32<unfused>},
    {"V_MADAK_F32", three_32<unfused>},
    {"V_MADMK_F32", three_32<unfused>},
    {"V_MAD_LEGACY_F32", three_32<legacy_unfused>},
    {"V_MAC_LEGACY_F32", three_32<legacy_unfused>},
    {"V_FMA_LEGACY_F32", three_32<legacy_fused>},
    {"V_FMAC_LEGACY_F32", three_32<legacy_fused>},
    {"V_FMA_DX9_ZERO_F32", three_32<legacy_fused>},
    {"V_FMAC_DX9_ZERO_F32", three_32<legacy_fused>},
    {"V_TRUNC_F32", one_32<trunc<float>>},
    {"V_CEIL_F32", one_32<ceil<float>>},
    {"V_FLOOR_F32", one_32<floor<float>>},
    {"V_RNDNE_F32", one_32<rndne<float>>},
    {"V_FRACT_F32", one_32<fract<float>>},

    {"V_MIN_F32", two_32<ByMode32::minimum>},
    {"V_MAX_F32", two_32<ByMode32::maximum>},
    {"V_MIN3_F32", three_32<ByMode32::minimum_3>},
    {"V_MAX3_F32", three_32<ByMode32::maximum_3>},
    {"V_MED3_F32", three_32<ByMode32::median>},
    {"V_MINMAX_F32", three_32<ByMode32::maximum_of_minimum>},
    {"V_MAXMIN_F32", three_32<ByMode32::minimum_of_maximum>},
    {"V_MIN_NUM_F32", two_32<Number32::minimum>},
    {"V_MAX_NUM_F32", two_32<Number32::maximum>},
    {"V_MIN3_NUM_F32", three_32<Number32::minimum_3>},
    {"V_MAX3_NUM_F32", three_32<Number32::maximum_3>},
    {"V_MED3_NUM_F32", three_32<Number32::median>},
    {"V_MINMAX_NUM_F32", three_32<Number32::maximum_of_minimum>},
    {"V_MAXMIN_NUM_F32", three_32<Number32::minimum_of_maximum>},
    {"V_MINIMUM_F32", two_32<Propagating32::minimum>},
    {"V_MAXIMUM_F32", two_32<Propagating32::maximum>},
    {"V_MINIMUM3_F32", three_32<Propagating32::minimum_3>},
    {"V_MAXIMUM3_F32", three_32<Propagating32::maximum_3>},
    {"V_MINIMUMMAXIMUM_F32", three_32<Propagating32::maximum_of_minimum>},
    {"V_MAXIMUMMINIMUM_F32", three_32<Propagating32::minimum_of_maximum>},

    {"V_ADD_F64", two_64<sum<double>>},
    {"V_MUL_F64", two_64<product<double>>},
    {"V_FMA_F64", three_64<fused<double>>},
    {"V_FMAC_F64", three_64<fused<double>>},
    {"V_TRUNC_F64", one_64<trunc<double>>},
    {"V_CEIL_F64", one_64<ceil<double>>},
    {"V_FLOOR_F64", one_64<floor<double>>},
    {"V_RNDNE_F64", one_64<rndne<double>>},
    {"V_FRACT_F64", one_64<fract<double>>},
    {"V_MIN_F64", two_64<ByMode64::minimum>},
    {"V_MAX_F64", two_64<ByMode64::maximum>},
    {"V_MIN_NUM_F64", two_64<Number64::minimum>},
    {"V_MAX_NUM_F64", two_64<Number64::maximum>},
    {"V_MINIMUM_F64", two_64<Propagating64::minimum>},
    {"V_MAXIMUM_F64", two_64<Propagating64::maximum>},
};

}  // namespace

Operations float_operations() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
