// Instructions that convert between 8-bit floats and f32; float8.hpp has the encodings.
#include "execute/convert/conversion_tables.hpp"
#include "execute/convert/float8.hpp"
#include "execute/float/float_arithmetic.hpp"
#include "execute/lanes/lanes.hpp"

namespace rocm_bindgen::emulator {
namespace {

using value::F32;

using FormatOf = Float8 (*)(const Target&);

// None of these instructions has output modifiers, and their SDWA forms have no selection of the destination. They
// write whole registers, or the part that op_sel or byte_sel selects, and keep the rest.

std::uint8_t byte_of(std::uint32_t dword, unsigned index) {
  return static_cast<std::uint8_t>(dword >> (8 * index));
}

/// With SDWA, the selected byte is already the lowest one. On gfx12, byte_sel selects the byte.
template <FormatOf format_of>
void widen(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const auto format = format_of(wave.target);
  const auto index = static_cast<unsigned>(instruction.immediate & 3);
  auto* const destination = wave.row(instruction.dst);
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto code = byte_of(sources.dword(0, lane), index);
    destination[lane] = static_cast<std::uint32_t>(bits_of(decode_float8(format, code)));
  });
}

/// Converts two bytes to two registers. op_sel selects the upper two bytes.
template <FormatOf format_of>
void widen_pair(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const auto format = format_of(wave.target);
  const unsigned first = instruction.src[0].op_sel ? 2 : 0;
  auto* const low = wave.row(instruction.dst);
  auto* const high = wave.row(instruction.dst, 1);
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto dword = sources.dword(0, lane);
    low[lane] = static_cast<std::uint32_t>(bits_of(decode_float8(format, byte_of(dword, first))));
    high[lane] = static_cast<std::uint32_t>(bits_of(decode_float8(format, byte_of(dword, first + 1))));
  });
}

/// Converts to two bytes in the half of the destination that op_sel selects.
template <FormatOf format_of>
void narrow_pair(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const auto format = format_of(wave.target);
  const unsigned shift = instruction.modifiers.op_sel_destination ? 16 : 0;
  auto* const destination = wave.row(instruction.dst);
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto code = [&](unsigned n) -> std::uint32_t {
      return encode_float8(format, sources.get<F32>(n, lane), wave.mode.saturates_overflow);
    };
    const auto codes = code(0) | code(1) << 8;
    destination[lane] = (destination[lane] & ~(0xffffu << shift)) | codes << shift;
  });
}

/// Converts to the byte that byte_sel selects on gfx12, and bits 2 and 3 of op_sel on gfx942.
template <FormatOf format_of>
void narrow_stochastic(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  const auto format = format_of(wave.target);
  const unsigned by_op_sel =
      (instruction.modifiers.op_sel_destination ? 2u : 0u) | (instruction.src[2].op_sel ? 1u : 0u);
  const bool has_byte_select = wave.target.generation >= Generation::gfx12;
  const unsigned shift = 8 * (has_byte_select ? static_cast<unsigned>(instruction.immediate & 3) : by_op_sel);
  auto* const destination = wave.row(instruction.dst);
  for_each_lane(sources.active(), [&](unsigned lane) {
    const std::uint32_t code = encode_float8_stochastic(format, sources.get<F32>(0, lane), sources.dword(1, lane),
                                                        wave.mode.saturates_overflow);
    destination[lane] = (destination[lane] & ~(0xffu << shift)) | code << shift;
  });
}

constexpr Operation kOperations[] = {
    {"V_CVT_F32_FP8", widen<fp8_of>},
    {"V_CVT_F32_BF8", widen<bf8_of>},
    {"V_CVT_PK_F32_FP8", widen_pair<fp8_of>},
    {"V_CVT_PK_F32_BF8", widen_pair<bf8_of>},
    {"V_CVT_PK_FP8_F32", narrow_pair<fp8_of>},
    {"V_CVT_PK_BF8_F32", narrow_pair<bf8_of>},
    {"V_CVT_SR_FP8_F32", narrow_stochastic<fp8_of>},
    {"V_CVT_SR_BF8_F32", narrow_stochastic<bf8_of>},
};

}  // namespace

Operations float8_conversions() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
