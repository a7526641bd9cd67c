#include "codeobject/occupancy.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace rocm_bindgen::build {
namespace {

/// What one SIMD has, and in which portions a wave gets it.
struct RegisterFile {
  unsigned waves = 0;         ///< it can keep track of
  unsigned vgprs = 0;         ///< per lane, for waves of the kernel's size
  unsigned vgpr_granule = 0;  ///< a wave's share is a multiple of this
  unsigned vgpr_limit = 256;  ///< that one wave can have
  bool shares_agprs = false;  ///< VGPRs and AGPRs lie in one file, and the metadata's count is of both
  bool limits_sgprs = false;  ///< SGPRs are shared out, too
};

/// Of waves of 32 lanes; those of 64 take twice as much of each register.
RegisterFile rdna(unsigned waves, unsigned vgprs, unsigned granule, unsigned wavefront_size) {
  const unsigned lanes = wavefront_size == 64 ? 2 : 1;
  return {waves, vgprs / lanes, granule / lanes};
}

enum class Registers { none, gcn, cdna, rdna1, rdna2, rdna3 };

Registers registers_of(std::string_view processor) {
#define ROCM_BINDGEN_TARGET(name, machine, family, features, generic, wave, registers, matrix, use, llvm) \
  if (processor == name) return Registers::registers;
#include "rocm_bindgen/targets.def"
  return Registers::none;
}

std::optional<RegisterFile> register_file(Registers registers, unsigned wavefront_size) {
  switch (registers) {
    case Registers::gcn:
      return RegisterFile{10, 256, 4, 256, false, true};
    case Registers::cdna:
      return RegisterFile{8, 512, 8, 512, true, true};
    case Registers::rdna1:
      return rdna(20, 1024, 8, wavefront_size);
    case Registers::rdna2:
      return rdna(16, 1024, 16, wavefront_size);
    case Registers::rdna3:
      return rdna(16, 1536, 24, wavefront_size);
    case Registers::none:
      break;
  }
  return std::nullopt;
}

/// GCN and CDNA share out SGPRs, too: those that `waves` waves of a SIMD may use, as LLVM counts them.
struct SgprLimit {
  unsigned sgprs;
  unsigned waves;
};
constexpr std::array<SgprLimit, 3> kSgprLimits{{{80, 10}, {88, 9}, {100, 8}}};

unsigned waves_by_sgprs(unsigned sgprs) {
  for (const auto& limit : kSgprLimits)
    if (sgprs <= limit.sgprs) return limit.waves;
  return 7;
}

}  // namespace

std::optional<unsigned> waves_per_simd(const KernelMetadata& kernel, const std::string& processor) {
  const auto file = register_file(registers_of(processor), kernel.wavefront_size);
  if (!file) return std::nullopt;
  const unsigned registers = file->shares_agprs ? kernel.vgprs : std::max(kernel.vgprs, kernel.agprs);
  if (registers > file->vgpr_limit) return std::nullopt;
  const unsigned share = std::max(1u, (registers + file->vgpr_granule - 1) / file->vgpr_granule) * file->vgpr_granule;
  unsigned waves = std::min(file->waves, file->vgprs / share);
  if (file->limits_sgprs) waves = std::min(waves, waves_by_sgprs(kernel.sgprs));
  return waves;
}

}  // namespace rocm_bindgen::build
