#include "execute/float/two_over_pi.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "execute/float/float_bits.hpp"

namespace rocm_bindgen::emulator {
namespace {

constexpr unsigned kDigits = 1201, kWord = 64, kSegment = 53;

/// The binary digits of 2/pi after the point. The first one is in the highest bit. Digits beyond `kDigits` are zeros.
constexpr std::array<std::uint64_t, 19> kTwoOverPi = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000};
static_assert(kTwoOverPi.size() * kWord >= kDigits);

std::uint64_t digits_from(unsigned first) {
  const auto word = [](unsigned index) { return index < kTwoOverPi.size() ? kTwoOverPi[index] : 0; };
  const unsigned index = first / kWord, shift = first % kWord;
  const auto digits = word(index) << shift | (shift == 0 ? 0 : word(index + 1) >> (kWord - shift));
  return digits >> (kWord - kSegment);
}

}  // namespace

double two_over_pi_segment(double argument, unsigned segment) {
  // Thresholds of the stored exponent, which is 1023 more than the exponent. From `large` (2^54) on, the product of the
  // argument with the leading digits consists of whole turns. From `very_large` (2^945) on, the segment would be too
  // small to multiply with.
  constexpr int large = 1077, very_large = 1968;
  constexpr int extra_scale = 128;
  const int exponent = value::stored_exponent<value::F64>(std::bit_cast<std::uint64_t>(argument));
  const int shift = static_cast<int>(kSegment * (segment & 0x1f)) + (exponent > large ? exponent - large : 0);
  const int scale = -static_cast<int>(kSegment) - shift + (exponent >= very_large ? extra_scale : 0);
  return std::ldexp(static_cast<double>(digits_from(static_cast<unsigned>(shift))), scale);
}

}  // namespace rocm_bindgen::emulator
