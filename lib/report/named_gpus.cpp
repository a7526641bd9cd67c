// Sources: AMD's product pages and data sheets (amd.com, "Specifications" of each product; "AMD Instinct MI210
// Accelerator", "AMD Instinct MI250X Accelerator" and "AMD Instinct MI300X Accelerator" data sheets). The MI250X has
// two dies, each of which is a device for programs, so its numbers are those of one die.
//
// Lanes per cycle: a compute unit of CDNA has four SIMDs of 16 lanes ("AMD CDNA 2 Architecture" white paper), one of
// RDNA two SIMDs of 32 lanes ("RDNA" white paper). Since RDNA 3, a SIMD can execute both halves of some instructions of
// a wave of 64 in the same cycle ("RDNA 3" ISA, "Dual issue"), which a bound has to assume of all of them.

#include "report/named_gpus.hpp"

#include <algorithm>
#include <array>

namespace rocm_bindgen::build {
namespace {

constexpr std::array kGpus{
    NamedGpu{"MI210", "gfx90a", 104, 1700, 1638.4, 64},    NamedGpu{"MI250X, one die", "gfx90a", 110, 1700, 1638.4, 64},
    NamedGpu{"MI300X", "gfx942", 304, 2100, 5300, 64},     NamedGpu{"RX 6800 XT", "gfx1030", 72, 2250, 512, 64},
    NamedGpu{"RX 6900 XT", "gfx1030", 80, 2250, 512, 64},  NamedGpu{"RX 7900 XTX", "gfx1100", 96, 2500, 960, 128},
    NamedGpu{"RX 9070 XT", "gfx1201", 64, 2970, 640, 128},
};

}  // namespace

std::span<const NamedGpu> named_gpus(std::string_view processor) {
  const auto has_processor = [&](const NamedGpu& gpu) { return gpu.processor == processor; };
  const auto first = std::find_if(kGpus.begin(), kGpus.end(), has_processor);
  return {first, std::find_if_not(first, kGpus.end(), has_processor)};
}

}  // namespace rocm_bindgen::build
