// One lane's access to one of the three memories: what flat, global, scratch, buffer and LDS instructions share once
// they have an address.
//
// Alignment: plain reads and writes may be unaligned, as in the mode that the HSA runtime sets (SH_MEM_CONFIG.
// alignment_mode = unaligned; AMDGPUUsage, "Memory Model"). Atomics must be naturally aligned; hardware would access
// the aligned address below.
#pragma once

#include <bit>
#include <cstring>

#include "machine/wave.hpp"
#include "memory/host_access.hpp"

namespace rocm_bindgen::emulator {

/// What float atomics on f32 do with subnormals.
struct Denormals {
  bool flush_inputs = false, flush_outputs = false;
};

/// LDS follows MODE.
inline Denormals local_denormals(const Wave& wave) {
  return {wave.mode.flush_inputs_32, wave.mode.flush_outputs_32};
}
/// Memory does not: CDNA 2 always flushes f32 (CDNA 2 ISA, 9.3.1 "Atomics"); later ones, and RDNA 3 on, never (LLVM's
/// feature memory-atomic-fadd-f32-denormal-support).
inline Denormals global_denormals(const Wave& wave) {
  return {wave.target.flushes_global_atomics, wave.target.flushes_global_atomics};
}

inline void check_alignment(std::uint64_t address, unsigned bytes, unsigned lane) {
  if (address % bytes != 0)
    throw Fault("misaligned " + describe(Access::atomic, bytes, address), static_cast<int>(lane), address, true);
}

template <unsigned bytes>
Payload<bytes> read_global(Wave& wave, std::uint64_t address, unsigned lane) {
  return host::load<bytes>(wave.memory.at(address, bytes, Access::read, static_cast<int>(lane)));
}

template <unsigned bytes>
void write_global(Wave& wave, std::uint64_t address, unsigned lane, const Payload<bytes>& payload) {
  host::store<bytes>(wave.memory.at(address, bytes, Access::write, static_cast<int>(lane)), payload);
}

/// Replaces a unit by `function(before, denormals)` and gives back what was there.
template <class Unit, class Function>
Unit modify_global(Wave& wave, std::uint64_t address, unsigned lane, Function function) {
  check_alignment(address, sizeof(Unit), lane);
  const auto denormals = global_denormals(wave);
  return host::modify<Unit>(wave.memory.at(address, sizeof(Unit), Access::atomic, static_cast<int>(lane)),
                            [&](Unit before) { return function(before, denormals); });
}

template <unsigned bytes>
Payload<bytes> read_local(Wave& wave, std::uint32_t address, unsigned lane) {
  Payload<bytes> payload{};
  std::memcpy(payload.data(), wave.lds.at(address, bytes, Access::read, wave.index, static_cast<int>(lane)), bytes);
  return payload;
}

template <unsigned bytes>
void write_local(Wave& wave, std::uint32_t address, unsigned lane, const Payload<bytes>& payload) {
  std::memcpy(wave.lds.at(address, bytes, Access::write, wave.index, static_cast<int>(lane)), payload.data(), bytes);
}

template <class Unit, class Function>
Unit modify_local(Wave& wave, std::uint32_t address, unsigned lane, Function function) {
  check_alignment(address, sizeof(Unit), lane);
  auto* at = wave.lds.at(address, sizeof(Unit), Access::atomic, wave.index, static_cast<int>(lane));
  Unit before;
  std::memcpy(&before, at, sizeof(Unit));
  const Unit after = function(before, local_denormals(wave));
  std::memcpy(at, &after, sizeof(Unit));
  return before;
}

template <unsigned bytes>
Payload<bytes> read_scratch(Wave& wave, std::uint32_t offset, unsigned lane) {
  Payload<bytes> payload{};
  wave.scratch.read(static_cast<int>(lane), offset, payload.data(), bytes);
  return payload;
}

template <unsigned bytes>
void write_scratch(Wave& wave, std::uint32_t offset, unsigned lane, const Payload<bytes>& payload) {
  wave.scratch.write(static_cast<int>(lane), offset, payload.data(), bytes);
}

template <class Unit, class Function>
Unit modify_scratch(Wave& wave, std::uint32_t offset, unsigned lane, Function function) {
  check_alignment(offset, sizeof(Unit), lane);
  const auto before = std::bit_cast<Unit>(read_scratch<sizeof(Unit)>(wave, offset, lane));
  const Unit after = function(before, global_denormals(wave));
  write_scratch<sizeof(Unit)>(wave, offset, lane, std::bit_cast<Payload<sizeof(Unit)>>(after));
  return before;
}

}  // namespace rocm_bindgen::emulator
