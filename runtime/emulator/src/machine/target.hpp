// What a processor is, as far as executing its code objects goes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rocm_bindgen::emulator {

/// The instruction set's generation: the number before the last two digits of the processor's name.
enum class Generation { gfx9 = 9, gfx10 = 10, gfx11 = 11, gfx12 = 12 };

struct Target {
  std::string processor;  ///< "gfx90a", without features
  Generation generation = Generation::gfx9;
  bool is_gfx90a = false;  ///< CDNA 2
  bool is_gfx940 = false;  ///< CDNA 3: gfx940, gfx941, gfx942
  /// Work-item IDs come packed in v0, 10 bits each (AMDGPUUsage, "Initial Kernel Execution State").
  bool packed_work_item_ids = false;
  /// FLAT_SCRATCH is set up by hardware; scratch is reached by scratch_* instructions alone.
  bool architected_flat_scratch = false;
  /// Workgroup IDs are in ttmp7 and ttmp9 instead of SGPRs.
  bool workgroup_ids_in_ttmp = false;
  unsigned lds_bytes = 65536;  ///< per workgroup
  unsigned compute_units = 0;  ///< a plausible device's; geometry is chosen by it
  bool has_accumulators() const { return generation == Generation::gfx9; }  ///< AGPRs
};

/// Nothing for a processor that is not emulated.
std::optional<Target> find_target(std::string_view processor);

/// "gfx90a, gfx942, gfx1030, gfx1100, gfx1201"
std::string known_targets();

}  // namespace rocm_bindgen::emulator
