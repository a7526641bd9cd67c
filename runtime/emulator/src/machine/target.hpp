// What a processor is, as far as executing its code objects goes; the facts are in rocm_bindgen/targets.def.
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
  bool has_features = false;  ///< its target ID states sramecc and xnack
  /// Work-item IDs come packed in v0, 10 bits each (AMDGPUUsage, "Initial Kernel Execution State").
  bool packed_work_item_ids = false;
  /// FLAT_SCRATCH is set up by hardware; scratch is reached by scratch_* instructions alone.
  bool architected_flat_scratch = false;
  /// Workgroup IDs are in ttmp7 and ttmp9 instead of SGPRs.
  bool workgroup_ids_in_ttmp = false;
  /// Accumulators and vector registers are one file, which the descriptor divides.
  bool unified_registers = false;
  /// Matrix units read subnormal f16 and bf16 as 0.
  bool flushes_matrix_inputs = false;
  /// Atomic additions of f32 in global memory take and give 0 for subnormals.
  bool flushes_global_atomics = false;
  /// fp8 and bf8 have no infinities and no negative zero (FNUZ); elsewhere they are OCP's.
  bool fnuz_float8 = false;
  /// BLGP of f64 matrix products negates operands.
  bool negates_f64_matrices = false;
  /// The hardware register XCC_ID exists.
  bool has_xcc_id = false;
  unsigned lds_bytes = 65536;  ///< per workgroup
  unsigned compute_units = 0;  ///< a plausible device's; geometry is chosen by it
  bool has_accumulators() const { return generation == Generation::gfx9; }  ///< AGPRs
};

/// Nothing for a processor that is not emulated.
std::optional<Target> find_target(std::string_view processor);

/// "gfx90a, gfx942, gfx1030, gfx1100, gfx1201"
std::string known_targets();

}  // namespace rocm_bindgen::emulator
