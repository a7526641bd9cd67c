// Handlers of loads and stores between vector registers and an address space. A handler is a combination of a space,
// which provides the memory of a lane (see flat_spaces.hpp), and a form, which states how the bytes are placed in
// registers.
#pragma once

#include <string>

#include "execute/lanes/lanes.hpp"
#include "execute/memory/memory_access.hpp"
#include "execute/operation_table.hpp"

namespace rocm_bindgen::emulator {

/// Extends a value that is narrower than a dword according to the sign of its type.
template <class Narrow>
std::uint32_t extended(std::uint32_t bits) {
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(static_cast<Narrow>(bits)));
}

// The forms convert between a payload and a lane of the registers, of which `row` is the first one.

/// Whole registers, one after the other.
template <unsigned count>
struct WholeDwords {
  static constexpr unsigned kBytes = 4 * count;
  static void put(std::uint32_t* row, unsigned lane, const Payload<kBytes>& payload) {
    for (unsigned n = 0; n < count; ++n) row[n * kMaxLanes + lane] = payload[n];
  }
  static Payload<kBytes> get(const std::uint32_t* row, unsigned lane) {
    Payload<kBytes> payload;
    for (unsigned n = 0; n < count; ++n) payload[n] = row[n * kMaxLanes + lane];
    return payload;
  }
};

/// Loads extend a value to a dword; stores use the low bits of a register.
template <class Narrow>
struct Extended {
  static constexpr unsigned kBytes = sizeof(Narrow);
  static void put(std::uint32_t* row, unsigned lane, const Payload<kBytes>& payload) {
    row[lane] = extended<Narrow>(payload[0]);
  }
  static Payload<kBytes> get(const std::uint32_t* row, unsigned lane) { return {row[lane]}; }
};

/// D16: a load extends to 16 bits and keeps the other half of the register. Stores of the low half use Extended.
template <class Narrow>
struct LowHalf {
  static constexpr unsigned kBytes = sizeof(Narrow);
  static void put(std::uint32_t* row, unsigned lane, const Payload<kBytes>& payload) {
    row[lane] = (row[lane] & 0xffff0000) | (extended<Narrow>(payload[0]) & 0xffff);
  }
};

/// D16_HI: like LowHalf, for the high half.
template <class Narrow>
struct HighHalf {
  static constexpr unsigned kBytes = sizeof(Narrow);
  static void put(std::uint32_t* row, unsigned lane, const Payload<kBytes>& payload) {
    row[lane] = (row[lane] & 0xffff) | extended<Narrow>(payload[0]) << 16;
  }
  static Payload<kBytes> get(const std::uint32_t* row, unsigned lane) { return {row[lane] >> 16}; }
};

/// The handler of a load.
template <class Space, class Form>
void load(Wave& wave, const Instruction& instruction) {
  const Space space(wave, instruction);
  auto* const row = wave.row(instruction.dst);
  for_each_lane(wave.exec(), [&](unsigned lane) { Form::put(row, lane, space.template read<Form::kBytes>(lane)); });
}

/// The handler of a store.
template <class Space, class Form>
void store(Wave& wave, const Instruction& instruction) {
  const Space space(wave, instruction);
  const auto* const row = wave.row(instruction.data());
  for_each_lane(wave.exec(), [&](unsigned lane) { space.template write<Form::kBytes>(lane, Form::get(row, lane)); });
}

/// Returns the LDS address of a lane's dword for instructions that copy between memory and LDS. Consecutive lanes use
/// consecutive dwords from the address in M0 on. The instruction's offset is added to both addresses (CDNA 3 ISA, 9.1.9
/// "Memory Buffer Load to LDS" and 10.3 "Addressing").
inline std::uint32_t direct_local_address(const Wave& wave, const Instruction& instruction, unsigned lane) {
  const auto base = wave.scalar[kM0] & 0xffff;
  return base + static_cast<std::uint32_t>(instruction.memory.offset) + lane * 4;
}

/// A value that is narrower than a dword is extended to one, as in a register.
template <class Space, class Type>
void load_to_local(Wave& wave, const Instruction& instruction) {
  const Space space(wave, instruction);
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const auto payload = space.template read<sizeof(Type)>(lane);
    write_local<4>(wave, direct_local_address(wave, instruction, lane), lane, {extended<Type>(payload[0])});
  });
}

/// Adds the loads and stores that all address spaces have in common. The names are those of the older processors'
/// assembly, which LLVM uses for all.
template <class Space>
void add_loads_and_stores(OperationTable& table, const std::string& prefix) {
  const auto loads = [&](const char* name, Handler execute) { table.add(prefix + "_LOAD_" + name, execute); };
  loads("DWORD", load<Space, WholeDwords<1>>);
  loads("DWORDX2", load<Space, WholeDwords<2>>);
  loads("DWORDX3", load<Space, WholeDwords<3>>);
  loads("DWORDX4", load<Space, WholeDwords<4>>);
  loads("UBYTE", load<Space, Extended<std::uint8_t>>);
  loads("SBYTE", load<Space, Extended<std::int8_t>>);
  loads("USHORT", load<Space, Extended<std::uint16_t>>);
  loads("SSHORT", load<Space, Extended<std::int16_t>>);
  loads("UBYTE_D16", load<Space, LowHalf<std::uint8_t>>);
  loads("UBYTE_D16_HI", load<Space, HighHalf<std::uint8_t>>);
  loads("SBYTE_D16", load<Space, LowHalf<std::int8_t>>);
  loads("SBYTE_D16_HI", load<Space, HighHalf<std::int8_t>>);
  loads("SHORT_D16", load<Space, LowHalf<std::uint16_t>>);
  loads("SHORT_D16_HI", load<Space, HighHalf<std::uint16_t>>);
  const auto stores = [&](const char* name, Handler execute) { table.add(prefix + "_STORE_" + name, execute); };
  stores("DWORD", store<Space, WholeDwords<1>>);
  stores("DWORDX2", store<Space, WholeDwords<2>>);
  stores("DWORDX3", store<Space, WholeDwords<3>>);
  stores("DWORDX4", store<Space, WholeDwords<4>>);
  stores("BYTE", store<Space, Extended<std::uint8_t>>);
  stores("SHORT", store<Space, Extended<std::uint16_t>>);
  stores("BYTE_D16_HI", store<Space, HighHalf<std::uint8_t>>);
  stores("SHORT_D16_HI", store<Space, HighHalf<std::uint16_t>>);
}

}  // namespace rocm_bindgen::emulator
