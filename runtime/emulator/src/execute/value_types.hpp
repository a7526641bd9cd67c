// The types of operands, as tags: how the dwords of a lane are converted to a host value and back.
//
// A handler states its types in a signature, as in lane_wise<F32(F32, F32), function>. The tag determines how many
// registers an operand has, which modifiers apply to it and which part of MODE governs its rounding and subnormal
// numbers. Signed and unsigned integers have separate tags because extension and saturation differ.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace rocm_bindgen::emulator {

/// The bits of an f16. C++20 has no such type; half.hpp has its conversions.
struct Half {
  std::uint16_t bits = 0;
};
/// The bits of a bf16.
struct Brain {
  std::uint16_t bits = 0;
};

namespace value {

template <class HostType, unsigned bit_count, bool floating>
struct Type {
  using Host = HostType;
  static constexpr unsigned kBits = bit_count;
  static constexpr unsigned kDwords = bit_count == 64 ? 2 : 1;
  static constexpr bool kFloating = floating;
  static constexpr std::uint64_t kSign = std::uint64_t{1} << (bit_count - 1);

  static Host from_bits(std::uint64_t bits) {
    if constexpr (bit_count == 64)
      return std::bit_cast<Host>(bits);
    else if constexpr (bit_count == 32)
      return std::bit_cast<Host>(static_cast<std::uint32_t>(bits));
    else
      return std::bit_cast<Host>(static_cast<std::uint16_t>(bits));
  }
  static std::uint64_t to_bits(Host host) {
    if constexpr (bit_count == 64)
      return std::bit_cast<std::uint64_t>(host);
    else if constexpr (bit_count == 32)
      return std::bit_cast<std::uint32_t>(host);
    else
      return std::bit_cast<std::uint16_t>(host);
  }
};

using F64 = Type<double, 64, true>;
using F32 = Type<float, 32, true>;
using F16 = Type<Half, 16, true>;
using BF16 = Type<Brain, 16, true>;
using U64 = Type<std::uint64_t, 64, false>;
using I64 = Type<std::int64_t, 64, false>;
using U32 = Type<std::uint32_t, 32, false>;
using I32 = Type<std::int32_t, 32, false>;
using U16 = Type<std::uint16_t, 16, false>;
using I16 = Type<std::int16_t, 16, false>;

/// Replaces a subnormal number by a zero of the same sign. 16-bit types other than F16 are returned unchanged.
template <class Type>
std::uint64_t flush_denormal(std::uint64_t bits) {
  constexpr std::uint64_t exponent = std::is_same_v<Type, F64>   ? 0x7ff0000000000000
                                     : std::is_same_v<Type, F32> ? 0x7f800000
                                     : std::is_same_v<Type, F16> ? 0x7c00
                                                                 : 0;
  if constexpr (exponent == 0)
    return bits;
  else
    return (bits & exponent) == 0 ? bits & Type::kSign : bits;
}

}  // namespace value
}  // namespace rocm_bindgen::emulator
