// What AMD's data sheets say about GPUs for which `inspect --profile` computes bounds.
#pragma once

#include <span>
#include <string_view>

namespace rocm_bindgen::build {

struct NamedGpu {
  std::string_view name;
  std::string_view processor;   ///< the target without features: "gfx90a"
  unsigned compute_units;       ///< a workgroup processor of RDNA counts as two
  unsigned megahertz;           ///< the highest clock: "peak engine clock", "boost frequency"
  double gigabytes_per_second;  ///< the peak bandwidth of the memory, in 10^9 bytes
  unsigned lanes_of_wave64;     ///< lanes per cycle for which a compute unit executes VALU instructions of waves of 64
};

/// Returns the GPUs with this processor; none if the table has none.
std::span<const NamedGpu> named_gpus(std::string_view processor);

}  // namespace rocm_bindgen::build
