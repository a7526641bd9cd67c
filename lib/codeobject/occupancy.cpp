#include "codeobject/occupancy.hpp"

#include <algorithm>
#include <array>

#include <llvm/TargetParser/TargetParser.h>

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

/// Those of RDNA 3 and later that have half as many registers again.
bool has_large_file(const llvm::AMDGPU::IsaVersion& version) {
  if (version.Major == 12) return true;
  return version.Minor == 0 ? version.Stepping <= 1 : version.Stepping == 1;  // gfx1100, gfx1101, gfx1151
}

std::optional<RegisterFile> register_file(const llvm::AMDGPU::IsaVersion& version, unsigned wavefront_size) {
  if (version.Major == 9) {
    const bool unified = (version.Minor == 0 && version.Stepping == 10) || version.Minor >= 4;
    if (unified) return RegisterFile{8, 512, 8, 512, true, true};
    return RegisterFile{10, 256, 4, 256, false, true};
  }
  if (version.Major == 10)
    return version.Minor < 3 ? rdna(20, 1024, 8, wavefront_size) : rdna(16, 1024, 16, wavefront_size);
  if (version.Major == 11 || version.Major == 12)
    return has_large_file(version) ? rdna(16, 1536, 24, wavefront_size) : rdna(16, 1024, 16, wavefront_size);
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
  const auto file = register_file(llvm::AMDGPU::getIsaVersion(processor), kernel.wavefront_size);
  if (!file) return std::nullopt;
  const unsigned registers = file->shares_agprs ? kernel.vgprs : std::max(kernel.vgprs, kernel.agprs);
  if (registers > file->vgpr_limit) return std::nullopt;
  const unsigned share = std::max(1u, (registers + file->vgpr_granule - 1) / file->vgpr_granule) * file->vgpr_granule;
  unsigned waves = std::min(file->waves, file->vgprs / share);
  if (file->limits_sgprs) waves = std::min(waves, waves_by_sgprs(kernel.sgprs));
  return waves;
}

}  // namespace rocm_bindgen::build
