// How many waves and workgroups a device holds at the same time, by the registers and the LDS that they use.
//
// The rules are those of `rocm-bindgen inspect` (lib/codeobject/occupancy.cpp); tests/runtime/hip/occupancy_test.cpp
// compares the two. The functions are inline because the emulated device, which does not link the loader, uses them,
// too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace rocm_bindgen::runtime {

/// The registers of a kernel's waves.
struct RegisterUse {
  unsigned vectors = 0;  ///< vector registers per lane
  unsigned scalars = 0;
  unsigned wavefront_size = 0;
};

/// Returns the number of waves for which a SIMD has registers; 1 if the processor's register file is not known.
inline unsigned waves_per_simd(std::string_view processor, const RegisterUse& use) {
  enum class Registers { none, gcn, cdna, rdna1, rdna2, rdna3 };
  auto registers = Registers::none;
#define ROCM_BINDGEN_TARGET(name, machine, family, features, generic, wave, file, matrix, purpose, llvm) \
  if (processor == name) registers = Registers::file;
#include "rocm_bindgen/targets.def"
  struct File {
    unsigned waves;       ///< the most that a SIMD holds
    unsigned vectors;     ///< vector registers per lane, for all waves together
    unsigned granule;     ///< vector registers are allocated in multiples of this
    bool limits_scalars;  ///< many scalar registers reduce the number of waves
  };
  // A wave of 64 lanes takes twice as much of RDNA's file, which has rows of 32 lanes.
  const auto halves = use.wavefront_size == 32 ? 1u : 2u;
  File file{};
  switch (registers) {
    case Registers::gcn:
      file = {10, 256, 4, true};
      break;
    case Registers::cdna:
      file = {8, 512, 8, true};
      break;
    case Registers::rdna1:
      file = {20, 1024 / halves, 8 / halves, false};
      break;
    case Registers::rdna2:
      file = {16, 1024 / halves, 16 / halves, false};
      break;
    case Registers::rdna3:
      file = {16, 1536 / halves, 24 / halves, false};
      break;
    case Registers::none:
      return 1;
  }
  const auto per_wave = std::max(1u, (use.vectors + file.granule - 1) / file.granule) * file.granule;
  auto waves = std::min(file.waves, file.vectors / per_wave);
  // The scalar file holds 10 waves of up to 80 registers, 9 of up to 88, and so on.
  if (file.limits_scalars)
    waves = std::min(waves, use.scalars <= 80 ? 10u : use.scalars <= 88 ? 9u : use.scalars <= 100 ? 8u : 7u);
  return waves;
}

/// Returns the number of workgroups of `items` work-items and `lds` bytes that a compute unit holds at the same time.
/// `rdna`: the compute units are those of a processor with waves of 32 lanes. `max_lds` is the LDS of a compute unit.
inline unsigned workgroups_per_compute_unit(std::string_view processor, bool rdna, const RegisterUse& use,
                                            unsigned items, std::uint64_t lds, std::uint64_t max_lds) {
  constexpr unsigned kSimds = 4;
  // Two RDNA compute units, with two SIMDs each, form a workgroup processor and share its LDS. Other compute units have
  // four SIMDs and their own LDS.
  const auto simds = rdna ? kSimds / 2 : kSimds;
  const auto waves_per_workgroup = (items + use.wavefront_size - 1) / use.wavefront_size;
  const auto waves = waves_per_simd(processor, use);
  auto workgroups = waves * simds / waves_per_workgroup;
  // A workgroup that is too large for one RDNA compute unit runs on both of a workgroup processor.
  if (rdna && workgroups == 0 && waves * kSimds >= waves_per_workgroup) workgroups = 1;
  if (lds > max_lds) return 0;
  if (lds > 0) workgroups = static_cast<unsigned>(std::min<std::uint64_t>(workgroups, max_lds / lds));
  return workgroups;
}

}  // namespace rocm_bindgen::runtime
