#include "codeobject/occupancy.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace rocm_bindgen::build {
namespace {

/// The registers of one SIMD, and the granularity in which they are allocated to waves.
struct RegisterFile {
  unsigned waves = 0;              ///< the maximum number of waves
  unsigned vgprs = 0;              ///< per lane, for waves of the kernel's size
  unsigned vgpr_granule = 0;       ///< a wave is allocated a multiple of this number
  unsigned vgpr_limit = 256;       ///< the maximum number for one wave
  bool shares_agprs = false;       ///< VGPRs and AGPRs share one file, and the metadata's VGPR count includes both
  bool sgprs_limit_waves = false;  ///< whether SGPRs are also allocated from a shared file
};

/// Returns the register file of an RDNA processor. `vgprs` and `granule` are the numbers for waves of 32 lanes. In
/// waves of 64 lanes each register takes twice the space, so these numbers are halved.
RegisterFile rdna(unsigned waves, unsigned vgprs, unsigned granule, unsigned wavefront_size) {
  const unsigned space = wavefront_size == 64 ? 2 : 1;
  return {waves, vgprs / space, granule / space};
}

/// CDNA 1 has the register file of GCN; `cdna` is that of CDNA 2 and later.
enum class Registers { none, gcn, cdna, rdna1, rdna2, rdna3 };

Registers registers_of(std::string_view processor) {
#define ROCM_BINDGEN_TARGET(name, machine, family, features, generic, wave, registers, matrix, use, llvm) \
  if (processor == name) return Registers::registers;
#include "rocm_bindgen/targets.def"
  return Registers::none;
}

std::optional<RegisterFile> register_file(Registers registers, unsigned wavefront_size) {
  // In the order of RegisterFile's members.
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

/// On GCN and CDNA, SGPRs limit the number of waves as well. According to LLVM, `waves` waves fit on a SIMD if each has
/// at most `sgprs` SGPRs.
struct SgprLimit {
  unsigned sgprs;
  unsigned waves;
};
constexpr std::array<SgprLimit, 3> kSgprLimits{{{80, 10}, {88, 9}, {100, 8}}};

unsigned waves_by_sgprs(unsigned sgprs) {
  for (const auto& limit : kSgprLimits)
    if (sgprs <= limit.sgprs) return limit.waves;
  return 7;  // this number of waves fits even if each has the maximum number of SGPRs
}

}  // namespace

std::optional<unsigned> waves_per_simd(const KernelMetadata& kernel, const std::string& processor) {
  const auto file = register_file(registers_of(processor), kernel.wavefront_size);
  if (!file) return std::nullopt;
  // Where AGPRs have a separate file (CDNA 1), it is as large as that of the VGPRs, so the larger number decides.
  const unsigned registers = file->shares_agprs ? kernel.vgprs : std::max(kernel.vgprs, kernel.agprs);
  if (registers > file->vgpr_limit) return std::nullopt;
  const unsigned allocated =
      std::max(1u, (registers + file->vgpr_granule - 1) / file->vgpr_granule) * file->vgpr_granule;
  unsigned waves = std::min(file->waves, file->vgprs / allocated);
  if (file->sgprs_limit_waves) waves = std::min(waves, waves_by_sgprs(kernel.sgprs));
  return waves;
}

}  // namespace rocm_bindgen::build
