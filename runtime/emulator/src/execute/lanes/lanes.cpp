#include "execute/lanes/lanes.hpp"

#include "execute/float/half.hpp"
#include "execute/lanes/dpp.hpp"

namespace rocm_bindgen::emulator {
namespace {

std::uint32_t selected(std::uint32_t dword, SdwaSelect select, bool sign_extend) {
  const auto part = [&](unsigned shift, unsigned bits) {
    const auto value = dword >> shift & ((1u << bits) - 1);
    return sign_extend && (value >> (bits - 1) & 1) != 0 ? value | ~0u << bits : value;
  };
  switch (select) {
    case SdwaSelect::byte_0:
      return part(0, 8);
    case SdwaSelect::byte_1:
      return part(8, 8);
    case SdwaSelect::byte_2:
      return part(16, 8);
    case SdwaSelect::byte_3:
      return part(24, 8);
    case SdwaSelect::word_0:
      return part(0, 16);
    case SdwaSelect::word_1:
      return part(16, 16);
    case SdwaSelect::dword:
      break;
  }
  return dword;
}

/// Returns the destination dword after `bits` have been written to the selected part of it.
std::uint32_t merged(std::uint32_t old, std::uint32_t bits, SdwaSelect select, SdwaUnused unused) {
  unsigned shift = 0, width = 32;
  if (select <= SdwaSelect::byte_3) {
    shift = 8 * static_cast<unsigned>(select);
    width = 8;
  } else if (select <= SdwaSelect::word_1) {
    shift = 16 * (static_cast<unsigned>(select) - static_cast<unsigned>(SdwaSelect::word_0));
    width = 16;
  } else {
    return bits;
  }
  const auto mask = ((1u << width) - 1) << shift;
  const auto placed = bits << shift & mask;
  if (unused == SdwaUnused::preserve) return (old & ~mask) | placed;
  if (unused == SdwaUnused::sign_extend && (placed >> (shift + width - 1) & 1) != 0)
    return placed | ~0u << (shift + width - 1);
  return placed;
}

}  // namespace

Sources::Sources(Wave& wave, const Instruction& instruction)
    : instruction_(instruction), wave_(wave), active_(wave.exec()) {
  for (unsigned n = 0; n < instruction.sources && n < rows_.size(); ++n) {
    const auto& operand = instruction.src[n];
    if (operand.file == RegisterFile::vector || operand.file == RegisterFile::accumulator) {
      rows_[n].low = wave.row(operand);
      rows_[n].high = operand.dwords > 1 ? rows_[n].low + kMaxLanes : rows_[n].low;
      rows_[n].stride = 1;
      continue;
    }
    // A constant may have 64 bits; its `dwords` is always 1.
    const auto value = operand.dwords > 1 || operand.is_constant() ? wave.read64(operand) : wave.read32(operand);
    broadcast_[n] = {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
    rows_[n] = {broadcast_[n].data(), broadcast_[n].data() + 1, 0};
  }
  switch (instruction.modifiers.lanes) {
    case Modifiers::Lanes::plain:
      break;
    case Modifiers::Lanes::dpp:
    case Modifiers::Lanes::dpp8:
      gather_dpp();
      break;
    case Modifiers::Lanes::sdwa:
      gather_sdwa();
      break;
  }
}

void Sources::gather_dpp() {
  auto& row = rows_[0];
  std::uint64_t writing = 0;
  for_each_lane(active_, [&](unsigned lane) {
    const auto from = dpp_source(wave_, instruction_.modifiers, lane);
    if (!from.writes) return;
    writing |= std::uint64_t{1} << lane;
    gathered_[0][lane] = from.lane < 0 ? 0 : row.low[static_cast<unsigned>(from.lane) * row.stride];
    gathered_[1][lane] = from.lane < 0 ? 0 : row.high[static_cast<unsigned>(from.lane) * row.stride];
  });
  active_ = writing;
  row = {gathered_[0].data(), gathered_[1].data(), 1};
}

void Sources::gather_sdwa() {
  for (unsigned n = 0; n < instruction_.sources && n < 2; ++n) {
    auto& row = rows_[n];
    auto& gathered = gathered_[n == 0 ? 0 : 2];
    for (unsigned lane = 0; lane < wave_.lanes; ++lane)
      gathered[lane] = selected(row.low[lane * row.stride], instruction_.modifiers.source_select[n],
                                instruction_.src[n].sign_extend);
    row = {gathered.data(), gathered.data(), 1};
  }
}

template <class Type>
std::uint64_t finish(const Wave& wave, const Instruction& instruction, typename Type::Host host) {
  auto bits = Type::to_bits(host);
  if constexpr (Type::kFloating) {
    const auto& modifiers = instruction.modifiers;
    if (modifiers.omod != 0 || modifiers.clamp) {
      double wide;
      if constexpr (Type::kBits == 16)
        wide = to_double(host);
      else
        wide = host;
      constexpr std::array<double, 4> kScale = {1, 2, 4, 0.5};
      wide *= kScale[modifiers.omod & 3];
      // With DX10_CLAMP, clamping a NaN gives 0; without it, the NaN stays.
      if (modifiers.clamp)
        wide = wide > 1 ? 1 : wide >= 0 ? wide : std::isnan(wide) && !wave.mode.dx10_clamp ? wide : 0;
      if constexpr (std::is_same_v<typename Type::Host, Half>)
        bits = half_from_double(wide).bits;
      else if constexpr (std::is_same_v<typename Type::Host, Brain>)
        bits = brain_from_double(wide).bits;
      else
        bits = Type::to_bits(static_cast<typename Type::Host>(wide));
    }
    constexpr bool single = Type::kBits == 32;
    if (single ? wave.mode.flush_outputs_32 : wave.mode.flush_outputs_16_64) bits = value::flush_denormal<Type>(bits);
  }
  return bits;
}

template std::uint64_t finish<value::F64>(const Wave&, const Instruction&, double);
template std::uint64_t finish<value::F32>(const Wave&, const Instruction&, float);
template std::uint64_t finish<value::F16>(const Wave&, const Instruction&, Half);
template std::uint64_t finish<value::BF16>(const Wave&, const Instruction&, Brain);
template std::uint64_t finish<value::U64>(const Wave&, const Instruction&, std::uint64_t);
template std::uint64_t finish<value::I64>(const Wave&, const Instruction&, std::int64_t);
template std::uint64_t finish<value::U32>(const Wave&, const Instruction&, std::uint32_t);
template std::uint64_t finish<value::I32>(const Wave&, const Instruction&, std::int32_t);
template std::uint64_t finish<value::U16>(const Wave&, const Instruction&, std::uint16_t);
template std::uint64_t finish<value::I16>(const Wave&, const Instruction&, std::int16_t);

void write_lane(Wave& wave, const Instruction& instruction, unsigned lane, std::uint64_t bits, unsigned bit_count) {
  const auto& destination = instruction.dst;
  std::uint32_t& low = wave.row(destination)[lane];
  const auto dword = static_cast<std::uint32_t>(bits);
  if (instruction.modifiers.lanes == Modifiers::Lanes::sdwa) {
    low = merged(low, dword, instruction.modifiers.destination_select, instruction.modifiers.destination_unused);
  } else if (bit_count == 16) {
    if (instruction.modifiers.op_sel_destination)
      low = (low & 0xffff) | dword << 16;
    else
      low = instruction.preserves_high_half ? (low & 0xffff0000) | (dword & 0xffff) : dword & 0xffff;
  } else {
    low = dword;
    if (bit_count == 64) wave.row(destination, 1)[lane] = static_cast<std::uint32_t>(bits >> 32);
  }
}

}  // namespace rocm_bindgen::emulator
