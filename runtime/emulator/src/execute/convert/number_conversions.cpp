// Conversions between floats of 16, 32 and 64 bits and integers.
#include <cmath>

#include "execute/convert/conversion_tables.hpp"
#include "execute/convert/saturation.hpp"
#include "execute/float/float_arithmetic.hpp"
#include "execute/float/half.hpp"
#include "execute/lanes/lanes.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;

// The host's conversions quiet NaNs and keep the upper bits of their payload, as the device's do.

Half half_of_single(const Mode& mode, float x) {
  return half_result(mode, x);
}
float single_of_half(const Mode&, Half x) {
  return static_cast<float>(to_double(x));
}
float single_of_double(const Mode&, double x) {
  return static_cast<float>(x);
}
double double_of_single(const Mode&, float x) {
  return x;
}

template <class Float, class Integer>
Float float_of(const Mode&, Integer x) {
  return static_cast<Float>(x);
}
template <class Integer>
Half half_of(const Mode& mode, Integer x) {
  return half_result(mode, x);
}

template <class Integer, class Float>
Integer integer_of(const Mode&, Float x) {
  return saturated<Integer>(to_double(x));
}
/// Rounds ties up: the result is floor(x + 1/2). The sum is computed in double, because rounding it to float could
/// change its floor.
std::int32_t nearest(const Mode&, float x) {
  return saturated<std::int32_t>(std::floor(double{x} + 0.5));
}
std::int32_t floor(const Mode&, float x) {
  return saturated<std::int32_t>(std::floor(double{x}));
}

template <class To, class From>
To extended(const Mode&, From x) {
  return static_cast<To>(x);
}

template <unsigned byte>
float single_of_byte(const Mode&, std::uint32_t x) {
  return static_cast<float>(x >> (8 * byte) & 0xff);
}
/// Converts the lowest four bits, as a signed number, in units of 1/16.
float offset_of_nibble(const Mode&, std::uint32_t x) {
  const auto nibble = static_cast<int>(x & 0xf);
  return static_cast<float>(nibble < 8 ? nibble : nibble - 16) / 16;
}

constexpr Operation kOperations[] = {
    {"V_CVT_F16_F32", lane_wise<F16(F32), half_of_single>},
    {"V_CVT_F32_F16", lane_wise<F32(F16), single_of_half>},
    {"V_CVT_F32_F64", lane_wise<F32(F64), single_of_double>},
    {"V_CVT_F64_F32", lane_wise<F64(F32), double_of_single>},
    {"V_CVT_F32_I32", lane_wise<F32(I32), float_of<float, std::int32_t>>},
    {"V_CVT_F32_U32", lane_wise<F32(U32), float_of<float, std::uint32_t>>},
    {"V_CVT_F64_I32", lane_wise<F64(I32), float_of<double, std::int32_t>>},
    {"V_CVT_F64_U32", lane_wise<F64(U32), float_of<double, std::uint32_t>>},
    {"V_CVT_F16_I16", lane_wise<F16(I16), half_of<std::int16_t>>},
    {"V_CVT_F16_U16", lane_wise<F16(U16), half_of<std::uint16_t>>},
    {"V_CVT_I32_F32", lane_wise<I32(F32), integer_of<std::int32_t, float>>},
    {"V_CVT_U32_F32", lane_wise<U32(F32), integer_of<std::uint32_t, float>>},
    {"V_CVT_I32_F64", lane_wise<I32(F64), integer_of<std::int32_t, double>>},
    {"V_CVT_U32_F64", lane_wise<U32(F64), integer_of<std::uint32_t, double>>},
    {"V_CVT_I16_F16", lane_wise<I16(F16), integer_of<std::int16_t, Half>>},
    {"V_CVT_U16_F16", lane_wise<U16(F16), integer_of<std::uint16_t, Half>>},
    {"V_CVT_RPI_I32_F32", lane_wise<I32(F32), nearest>},
    {"V_CVT_NEAREST_I32_F32", lane_wise<I32(F32), nearest>},
    {"V_CVT_FLR_I32_F32", lane_wise<I32(F32), floor>},
    {"V_CVT_FLOOR_I32_F32", lane_wise<I32(F32), floor>},
    {"V_CVT_I32_I16", lane_wise<I32(I16), extended<std::int32_t, std::int16_t>>},
    {"V_CVT_U32_U16", lane_wise<U32(U16), extended<std::uint32_t, std::uint16_t>>},
    {"V_CVT_F32_UBYTE0", lane_wise<F32(U32), single_of_byte<0>>},
    {"V_CVT_F32_UBYTE1", lane_wise<F32(U32), single_of_byte<1>>},
    {"V_CVT_F32_UBYTE2", lane_wise<F32(U32), single_of_byte<2>>},
    {"V_CVT_F32_UBYTE3", lane_wise<F32(U32), single_of_byte<3>>},
    {"V_CVT_OFF_F32_I4", lane_wise<F32(U32), offset_of_nibble>},
};

}  // namespace

Operations number_conversions() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
