// Conversions to pairs of 16-bit integers or halves in one register, and to one byte of a register.
#include <algorithm>
#include <cmath>

#include "execute/convert/conversion_tables.hpp"
#include "execute/convert/saturation.hpp"
#include "execute/float/float_arithmetic.hpp"
#include "execute/float/half.hpp"
#include "execute/lanes/lanes.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;

/// Maps [-1, 1] to the range of the integer without its lowest number. Rounds to nearest even in every rounding mode.
struct SignedNorm {
  static std::int16_t of(double x) {
    constexpr double largest = 32767;
    return x != x ? std::int16_t{0}
                  : static_cast<std::int16_t>(std::clamp(rounded_to_even(x * largest), -largest, largest));
  }
};
struct UnsignedNorm {
  static std::uint16_t of(double x) {
    constexpr double largest = 65535;
    return x != x ? std::uint16_t{0}
                  : static_cast<std::uint16_t>(std::clamp(rounded_to_even(x * largest), 0.0, largest));
  }
};

template <class Integer>
struct Truncated {
  static Integer of(double x) { return saturated<Integer>(x); }
};

std::uint32_t packed(std::uint32_t low, std::uint32_t high) {
  return (low & 0xffff) | high << 16;
}

template <class Conversion, class Float>
std::uint32_t pair_of(const Mode&, Float low, Float high) {
  return packed(static_cast<std::uint32_t>(Conversion::of(to_double(low))),
                static_cast<std::uint32_t>(Conversion::of(to_double(high))));
}
template <class Conversion>
auto norm_of(const Mode&, Half x) {
  return Conversion::of(to_double(x));
}

std::uint32_t pair_of_signed(const Mode&, std::int32_t low, std::int32_t high) {
  const auto clamped = [](std::int32_t x) { return static_cast<std::uint32_t>(std::clamp(x, -0x8000, 0x7fff)); };
  return packed(clamped(low), clamped(high));
}
std::uint32_t pair_of_unsigned(const Mode&, std::uint32_t low, std::uint32_t high) {
  return packed(std::min(low, 0xffffu), std::min(high, 0xffffu));
}

/// Rounds in the rounding mode of single precision.
std::uint32_t with_byte(std::uint32_t rest, std::uint32_t index, float x) {
  const unsigned shift = 8 * (index & 3);
  const std::uint32_t byte = saturated<std::uint8_t>(std::rint(x));
  return (rest & ~(0xffu << shift)) | byte << shift;
}
std::uint32_t insert_byte(const Mode&, float x, std::uint32_t index, std::uint32_t rest) {
  return with_byte(rest, index, x);
}
/// The other bytes are those of the destination.
void accumulate_byte(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const RoundingScope rounding(wave.mode.round_32);
  auto* const destination = wave.row(instruction.dst);
  for_each_lane(sources.active(), [&](unsigned lane) {
    destination[lane] = with_byte(destination[lane], sources.dword(1, lane), sources.get<F32>(0, lane));
  });
}

/// Rounds towards zero in every rounding mode.
void pack_towards_zero(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const RoundingScope rounding(Rounding::toward_zero);
  const auto converted = [&](unsigned n, unsigned lane) -> std::uint32_t {
    const std::uint64_t bits = half_from_double(sources.get<F32>(n, lane)).bits;
    return static_cast<std::uint32_t>(wave.mode.flush_outputs_16_64 ? flush_denormal<F16>(bits) : bits);
  };
  for_each_lane(sources.active(), [&](unsigned lane) {
    write_lane(wave, instruction, lane, packed(converted(0, lane), converted(1, lane)), 32);
  });
}

template <class Type, class Conversion>
constexpr Handler pair = lane_wise<U32(Type, Type), pair_of<Conversion, typename Type::Host>>;

// Names of gfx9 and gfx10 have no underscore between PK and NORM or RTZ; those of gfx11 and gfx12 have one.
constexpr Operation kOperations[] = {
    {"V_CVT_NORM_I16_F16", lane_wise<I16(F16), norm_of<SignedNorm>>},
    {"V_CVT_NORM_U16_F16", lane_wise<U16(F16), norm_of<UnsignedNorm>>},
    {"V_CVT_PKNORM_I16_F32", pair<F32, SignedNorm>},
    {"V_CVT_PKNORM_U16_F32", pair<F32, UnsignedNorm>},
    {"V_CVT_PKNORM_I16_F16", pair<F16, SignedNorm>},
    {"V_CVT_PKNORM_U16_F16", pair<F16, UnsignedNorm>},
    {"V_CVT_PK_NORM_I16_F32", pair<F32, SignedNorm>},
    {"V_CVT_PK_NORM_U16_F32", pair<F32, UnsignedNorm>},
    {"V_CVT_PK_NORM_I16_F16", pair<F16, SignedNorm>},
    {"V_CVT_PK_NORM_U16_F16", pair<F16, UnsignedNorm>},
    {"V_CVT_PK_I16_F32", pair<F32, Truncated<std::int16_t>>},
    {"V_CVT_PK_U16_F32", pair<F32, Truncated<std::uint16_t>>},
    {"V_CVT_PK_I16_I32", lane_wise<U32(I32, I32), pair_of_signed>},
    {"V_CVT_PK_U16_U32", lane_wise<U32(U32, U32), pair_of_unsigned>},
    {"V_CVT_PK_U8_F32", lane_wise<U32(F32, U32, U32), insert_byte>},
    {"V_CVT_PKACCUM_U8_F32", accumulate_byte},
    {"V_CVT_PKRTZ_F16_F32", pack_towards_zero},
    {"V_CVT_PK_RTZ_F16_F32", pack_towards_zero},
};

}  // namespace

Operations pack_conversions() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
