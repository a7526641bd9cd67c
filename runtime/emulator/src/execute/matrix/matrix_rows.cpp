#include "execute/matrix/matrix_rows.hpp"

#include <bit>
#include <cstring>
#include <mutex>
#include <type_traits>

#include "execute/matrix/host_vectors.hpp"
#include "execute/matrix/matrix_elements.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace rocm_bindgen::emulator::matrix {
namespace {

/// Converts the half of each dword that begins at `bit`, for a multiple of eight lanes.
HOST_VECTORS void widen_halves(const std::uint32_t* dwords, unsigned bit, unsigned lanes, float* values) {
#if defined(__x86_64__)
  const __m256i low = _mm256_set1_epi32(0xffff);
  const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(bit));
  for (unsigned lane = 0; lane < lanes; lane += 8) {
    const __m256i loaded = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(dwords + lane));
    const __m256i halves = _mm256_and_si256(_mm256_srl_epi32(loaded, shift), low);
    // The instruction packs the two groups of four lanes separately: the halves are in quarters 0 and 2.
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(halves, halves), 0b1000);
    _mm256_storeu_ps(values + lane, _mm256_cvtph_ps(_mm256_castsi256_si128(packed)));
  }
#else
  for (unsigned lane = 0; lane < lanes; ++lane) values[lane] = F16::from_bits(dwords[lane] >> bit & 0xffff);
#endif
}

/// Rounds to nearest, and replaces the half of each dword that begins at `bit`, for a multiple of eight lanes.
HOST_VECTORS void narrow_halves(const float* values, unsigned bit, unsigned lanes, std::uint32_t* dwords) {
#if defined(__x86_64__)
  const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(bit));
  const __m256i kept = _mm256_set1_epi32(static_cast<int>(0xffff0000u >> bit));
  for (unsigned lane = 0; lane < lanes; lane += 8) {
    const __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(values + lane), _MM_FROUND_TO_NEAREST_INT);
    const __m256i placed = _mm256_sll_epi32(_mm256_cvtepu16_epi32(halves), shift);
    auto* const to = reinterpret_cast<__m256i*>(dwords + lane);
    _mm256_storeu_si256(to, _mm256_or_si256(_mm256_and_si256(_mm256_loadu_si256(to), kept), placed));
  }
#else
  for (unsigned lane = 0; lane < lanes; ++lane)
    dwords[lane] = (dwords[lane] & 0xffff0000u >> bit) | static_cast<std::uint32_t>(F16::to_bits(values[lane])) << bit;
#endif
}

HOST_VECTORS void widen_brains(const std::uint32_t* dwords, unsigned bit, unsigned lanes, float* values) {
  for (unsigned lane = 0; lane < lanes; ++lane)
    values[lane] = std::bit_cast<float>(dwords[lane] << (16 - bit) & 0xffff0000u);
}

/// Rounds to nearest, ties to even. A NaN must be canonical: it has no payload whose carry would reach the exponent.
HOST_VECTORS void narrow_brains(const float* values, unsigned bit, unsigned lanes, std::uint32_t* dwords) {
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const auto bits = std::bit_cast<std::uint32_t>(values[lane]);
    const auto rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    dwords[lane] = (dwords[lane] & 0xffff0000u >> bit) | rounded << bit;
  }
}

HOST_VECTORS void mask_dwords(const std::uint32_t* dwords, std::uint32_t mask, unsigned lanes, float* values) {
  for (unsigned lane = 0; lane < lanes; ++lane) values[lane] = std::bit_cast<float>(dwords[lane] & mask);
}

HOST_VECTORS void join_dwords(const std::uint32_t* low, const std::uint32_t* high, unsigned lanes, double* values) {
  for (unsigned lane = 0; lane < lanes; ++lane)
    values[lane] = std::bit_cast<double>(low[lane] | std::uint64_t{high[lane]} << 32);
}

HOST_VECTORS void split_dwords(const double* values, unsigned lanes, std::uint32_t* low, std::uint32_t* high) {
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const auto bits = std::bit_cast<std::uint64_t>(values[lane]);
    low[lane] = static_cast<std::uint32_t>(bits);
    high[lane] = static_cast<std::uint32_t>(bits >> 32);
  }
}

/// Extracts the `bit_count` bits from `bit` on.
HOST_VECTORS void extract_signed(const std::uint32_t* dwords, unsigned bit, unsigned bit_count, unsigned lanes,
                                 std::int32_t* values) {
  for (unsigned lane = 0; lane < lanes; ++lane)
    values[lane] = static_cast<std::int32_t>(dwords[lane] << (32 - bit_count - bit)) >> (32 - bit_count);
}
HOST_VECTORS void extract_unsigned(const std::uint32_t* dwords, unsigned bit, unsigned bit_count, unsigned lanes,
                                   std::int32_t* values) {
  for (unsigned lane = 0; lane < lanes; ++lane)
    values[lane] = static_cast<std::int32_t>(dwords[lane] >> bit & ((1u << bit_count) - 1));
}

/// The values of all codes of an 8-bit float.
using Float8Table = std::array<float, 256>;

Float8Table values_of(const emulator::Float8& format) {
  Float8Table table;
  for (unsigned code = 0; code < table.size(); ++code)
    table[code] = decode_float8(format, static_cast<std::uint8_t>(code));
  return table;
}

/// Targets have one of two encodings (see float8.hpp).
template <emulator::Float8 (*format)(const Target&)>
const Float8Table& float8_table(const Target& target) {
  static std::array<Float8Table, 2> tables;
  static std::array<std::once_flag, 2> made;
  const std::size_t which = target.fnuz_float8 ? 1 : 0;
  std::call_once(made[which], [&] { tables[which] = values_of(format(target)); });
  return tables[which];
}

void look_up_bytes(const std::uint32_t* dwords, unsigned bit, const Float8Table& table, unsigned lanes, float* values) {
  for (unsigned lane = 0; lane < lanes; ++lane) values[lane] = table[dwords[lane] >> bit & 0xff];
}

/// The functions above, by the type of the elements.
template <class Element>
struct Converter;

template <>
struct Converter<F16> {
  static void read(const Target&, const std::uint32_t* dwords, unsigned bit, unsigned lanes, float* values) {
    widen_halves(dwords, bit, lanes, values);
  }
};
template <>
struct Converter<BF16> {
  static void read(const Target&, const std::uint32_t* dwords, unsigned bit, unsigned lanes, float* values) {
    widen_brains(dwords, bit, lanes, values);
  }
};
template <>
struct Converter<F32> {
  static void read(const Target&, const std::uint32_t* dwords, unsigned, unsigned lanes, float* values) {
    std::memcpy(values, dwords, lanes * sizeof(*values));
  }
};
template <>
struct Converter<XF32> {
  static void read(const Target&, const std::uint32_t* dwords, unsigned, unsigned lanes, float* values) {
    mask_dwords(dwords, XF32::kMask, lanes, values);
  }
};
template <emulator::Float8 (*format)(const Target&)>
struct Converter<Float8<format>> {
  static void read(const Target& target, const std::uint32_t* dwords, unsigned bit, unsigned lanes, float* values) {
    look_up_bytes(dwords, bit, float8_table<format>(target), lanes, values);
  }
};
template <unsigned bit_count>
struct Converter<Signed<bit_count>> {
  static void read(const Target&, const std::uint32_t* dwords, unsigned bit, unsigned lanes, std::int32_t* values) {
    extract_signed(dwords, bit, bit_count, lanes, values);
  }
};
template <unsigned bit_count>
struct Converter<Unsigned<bit_count>> {
  static void read(const Target&, const std::uint32_t* dwords, unsigned bit, unsigned lanes, std::int32_t* values) {
    extract_unsigned(dwords, bit, bit_count, lanes, values);
  }
};

}  // namespace

template <class Element>
void read_rows(Wave& wave, const Operand& operand, unsigned count, LaneElements<typename Element::Host>& elements) {
  for (unsigned n = 0; n < count; ++n) {
    auto* const values = &elements[std::size_t{n} * kMaxLanes];
    if constexpr (Element::kBits == 64) {
      join_dwords(wave.row(operand, 2 * n), wave.row(operand, 2 * n + 1), wave.lanes, values);
    } else {
      const unsigned bit = n * Element::kBits;
      Converter<Element>::read(wave.target, wave.row(operand, bit / 32), bit % 32, wave.lanes, values);
    }
  }
}

template <class C>
void read_row(Wave& wave, const Operand& operand, unsigned element, unsigned lane, unsigned columns,
              typename C::Host* values) {
  const unsigned bit = element * C::kBits;
  const auto* const dwords = wave.row(operand, bit / 32) + lane;
  if constexpr (C::kBits == 64)
    join_dwords(dwords, wave.row(operand, bit / 32 + 1) + lane, columns, values);
  else if constexpr (C::kBits == 32)
    std::memcpy(values, dwords, columns * sizeof(*values));
  else
    Converter<C>::read(wave.target, dwords, bit % 32, columns, values);
}

template <class C>
void write_row(Wave& wave, const Operand& operand, unsigned element, unsigned lane, unsigned columns,
               const typename C::Host* values) {
  const unsigned bit = element * C::kBits;
  auto* const dwords = wave.row(operand, bit / 32) + lane;
  if constexpr (C::kBits == 64)
    split_dwords(values, columns, dwords, wave.row(operand, bit / 32 + 1) + lane);
  else if constexpr (C::kBits == 32)
    std::memcpy(dwords, values, columns * sizeof(*values));
  else if constexpr (std::is_same_v<C, F16>)
    narrow_halves(values, bit % 32, columns, dwords);
  else
    narrow_brains(values, bit % 32, columns, dwords);
}

template void read_rows<F64>(Wave&, const Operand&, unsigned, LaneElements<double>&);
template void read_rows<F32>(Wave&, const Operand&, unsigned, LaneElements<float>&);
template void read_rows<XF32>(Wave&, const Operand&, unsigned, LaneElements<float>&);
template void read_rows<F16>(Wave&, const Operand&, unsigned, LaneElements<float>&);
template void read_rows<BF16>(Wave&, const Operand&, unsigned, LaneElements<float>&);
template void read_rows<Fp8>(Wave&, const Operand&, unsigned, LaneElements<float>&);
template void read_rows<Bf8>(Wave&, const Operand&, unsigned, LaneElements<float>&);
template void read_rows<Signed<8>>(Wave&, const Operand&, unsigned, LaneElements<std::int32_t>&);
template void read_rows<Signed<4>>(Wave&, const Operand&, unsigned, LaneElements<std::int32_t>&);
template void read_rows<Unsigned<8>>(Wave&, const Operand&, unsigned, LaneElements<std::int32_t>&);
template void read_rows<Unsigned<4>>(Wave&, const Operand&, unsigned, LaneElements<std::int32_t>&);

template void read_row<F64>(Wave&, const Operand&, unsigned, unsigned, unsigned, double*);
template void read_row<F32>(Wave&, const Operand&, unsigned, unsigned, unsigned, float*);
template void read_row<F16>(Wave&, const Operand&, unsigned, unsigned, unsigned, float*);
template void read_row<BF16>(Wave&, const Operand&, unsigned, unsigned, unsigned, float*);
template void read_row<I32>(Wave&, const Operand&, unsigned, unsigned, unsigned, std::int32_t*);

template void write_row<F64>(Wave&, const Operand&, unsigned, unsigned, unsigned, const double*);
template void write_row<F32>(Wave&, const Operand&, unsigned, unsigned, unsigned, const float*);
template void write_row<F16>(Wave&, const Operand&, unsigned, unsigned, unsigned, const float*);
template void write_row<BF16>(Wave&, const Operand&, unsigned, unsigned, unsigned, const float*);
template void write_row<I32>(Wave&, const Operand&, unsigned, unsigned, unsigned, const std::int32_t*);

}  // namespace rocm_bindgen::emulator::matrix
