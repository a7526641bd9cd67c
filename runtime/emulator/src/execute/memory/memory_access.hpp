// One lane's access to global memory, LDS or scratch: the part that flat, global, scratch, buffer and LDS instructions
// share after the address has been computed.
//
// Plain reads and writes may be unaligned, as in the mode that the HSA runtime sets (SH_MEM_CONFIG.alignment_mode =
// unaligned; AMDGPUUsage, "Memory Model"). Atomics must be naturally aligned, and a misaligned one is a Fault; hardware
// would access the aligned address below.
//
// All functions throw the Faults of the memory they access.
#pragma once

#include <bit>
#include <cstring>

#include "machine/wave.hpp"
#include "memory/host_access.hpp"

namespace rocm_bindgen::emulator {

/// Whether atomic additions of f32 flush subnormal inputs and results. Those of other types never do.
struct Denormals {
  bool flush_inputs = false, flush_outputs = false;
};

/// MODE controls atomics in LDS.
inline Denormals local_denormals(const Wave& wave) {
  return {wave.mode.flush_inputs_32, wave.mode.flush_outputs_32};
}
/// MODE does not control atomics in global memory. CDNA 2 always flushes f32 (CDNA 2 ISA, 9.3.1 "Atomics"). Later CDNA
/// generations, and RDNA from RDNA 3 on, never do (LLVM's feature memory-atomic-fadd-f32-denormal-support).
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

/// Atomically replaces a unit by `function(before, denormals)` and returns the previous value.
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

/// Like modify_global(), for LDS. Waves of a workgroup share a host thread, so no host atomic is needed.
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

/// Like modify_global(), for scratch, which only one lane accesses.
template <class Unit, class Function>
Unit modify_scratch(Wave& wave, std::uint32_t offset, unsigned lane, Function function) {
  check_alignment(offset, sizeof(Unit), lane);
  const auto before = std::bit_cast<Unit>(read_scratch<sizeof(Unit)>(wave, offset, lane));
  const Unit after = function(before, global_denormals(wave));
  write_scratch<sizeof(Unit)>(wave, offset, lane, std::bit_cast<Payload<sizeof(Unit)>>(after));
  return before;
}

}  // namespace rocm_bindgen::emulator
