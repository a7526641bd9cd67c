// The types of the elements of matrix operands. Each type states how many bits an element has in a lane's registers,
// and how its bits are converted to a host value.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "execute/convert/float8.hpp"
#include "execute/float/half.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator::matrix {

struct F64 {
  using Host = double;
  static constexpr unsigned kBits = 64;
  static Host from_bits(std::uint64_t bits) { return std::bit_cast<double>(bits); }
  static std::uint64_t to_bits(Host value) { return std::bit_cast<std::uint64_t>(value); }
};

struct F32 {
  using Host = float;
  static constexpr unsigned kBits = 32;
  static Host from_bits(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
  static std::uint64_t to_bits(Host value) { return std::bit_cast<std::uint32_t>(value); }
};

/// An f32 of which only 10 stored bits of the significand are used.
struct XF32 {
  using Host = float;
  static constexpr unsigned kBits = 32;
  static constexpr std::uint32_t kMask = 0xffffe000;
  static Host from_bits(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) & kMask); }
};

struct F16 {
  using Host = float;
  static constexpr unsigned kBits = 16;
  static constexpr float kSmallestNormal = 0x1p-14f;
  static Host from_bits(std::uint64_t bits) {
    return static_cast<float>(to_double(Half{static_cast<std::uint16_t>(bits)}));
  }
  static std::uint64_t to_bits(Host value) { return half_from_double(static_cast<double>(value)).bits; }
};

struct BF16 {
  using Host = float;
  static constexpr unsigned kBits = 16;
  static constexpr float kSmallestNormal = 0x1p-126f;
  static Host from_bits(std::uint64_t bits) {
    return std::bit_cast<float>((static_cast<std::uint32_t>(bits) & 0xffff) << 16);
  }
  static std::uint64_t to_bits(Host value) { return brain_from_double(static_cast<double>(value)).bits; }
};

/// The processor determines which of the two encodings of FP8 or BF8 is used.
template <emulator::Float8 (*format)(const Target&)>
struct Float8 {
  using Host = float;
  static constexpr unsigned kBits = 8;
  static Host from_bits(std::uint64_t bits, const Target& target) {
    return decode_float8(format(target), static_cast<std::uint8_t>(bits));
  }
};
using Fp8 = Float8<fp8_of>;
using Bf8 = Float8<bf8_of>;

struct I32 {
  using Host = std::int32_t;
  static constexpr unsigned kBits = 32;
  static Host from_bits(std::uint64_t bits) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)); }
  static std::uint64_t to_bits(Host value) { return static_cast<std::uint32_t>(value); }
};

/// The low `bit_count` bits as a signed number.
template <unsigned bit_count>
struct Signed {
  using Host = std::int32_t;
  static constexpr unsigned kBits = bit_count;
  static Host from_bits(std::uint64_t bits) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits) << (32 - bit_count)) >> (32 - bit_count);
  }
};

/// The low `bit_count` bits as an unsigned number.
template <unsigned bit_count>
struct Unsigned {
  using Host = std::int32_t;
  static constexpr unsigned kBits = bit_count;
  static Host from_bits(std::uint64_t bits) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits) & ((1u << bit_count) - 1));
  }
};

/// Returns element `n` of a lane's registers, counted from the lowest bits.
template <class Element>
typename Element::Host element(Wave& wave, const Operand& operand, unsigned lane, unsigned n) {
  if constexpr (Element::kBits == 64) {
    const std::uint64_t low = wave.row(operand, 2 * n)[lane], high = wave.row(operand, 2 * n + 1)[lane];
    return Element::from_bits(low | high << 32);
  } else {
    const unsigned bit = n * Element::kBits;
    const auto bits = wave.row(operand, bit / 32)[lane] >> bit % 32;
    if constexpr (Element::kBits == 8 && std::is_same_v<typename Element::Host, float>)
      return Element::from_bits(bits, wave.target);
    else
      return Element::from_bits(bits);
  }
}

/// Replaces a NaN by the positive quiet NaN without payload, because AMD does not document which operand's NaN a matrix
/// instruction propagates.
inline float canonical(float value) {
  return value != value ? std::numeric_limits<float>::quiet_NaN() : value;
}
inline double canonical(double value) {
  return value != value ? std::numeric_limits<double>::quiet_NaN() : value;
}
inline std::int32_t canonical(std::int32_t value) {
  return value;
}

}  // namespace rocm_bindgen::emulator::matrix
