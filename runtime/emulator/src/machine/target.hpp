// The properties of a processor that affect how its code objects are executed. The values are in
// rocm_bindgen/targets.def.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rocm_bindgen::emulator {

/// The generation of the instruction set, which is the number before the last two digits of the processor's name.
enum class Generation { gfx9 = 9, gfx10 = 10, gfx11 = 11, gfx12 = 12 };

struct Target {
  std::string processor;  ///< "gfx90a", without features
  Generation generation = Generation::gfx9;
  bool has_features = false;  ///< its target ID states sramecc and xnack
  /// Work-item IDs are packed in v0, with 10 bits each (AMDGPUUsage, "Initial Kernel Execution State").
  bool packed_work_item_ids = false;
  /// The hardware sets up FLAT_SCRATCH, and only scratch_* instructions access scratch.
  bool architected_flat_scratch = false;
  /// Workgroup IDs are in ttmp7 and ttmp9 instead of SGPRs.
  bool workgroup_ids_in_ttmp = false;
  /// Accumulators and vector registers are in one register file, which the kernel descriptor divides.
  bool unified_registers = false;
  /// Matrix instructions read subnormal f16 and bf16 inputs as 0.
  bool flushes_matrix_inputs = false;
  /// Atomic additions of f32 in global memory flush subnormal inputs and results to 0.
  bool flushes_global_atomics = false;
  /// fp8 and bf8 have no infinities and no negative zero (FNUZ). On other processors they have OCP's formats.
  bool fnuz_float8 = false;
  /// The BLGP field of f64 matrix products negates operands.
  bool negates_f64_matrices = false;
  /// The hardware register XCC_ID exists.
  bool has_xcc_id = false;
  /// The counter that S_MEMREALTIME reads runs at 25 MHz instead of 100 MHz.
  bool slow_real_time = false;
  unsigned lds_bytes = 65536;  ///< the maximum per workgroup
  unsigned compute_units = 0;  ///< the number of a typical device, from which programs choose their grid
  bool has_accumulators() const { return generation == Generation::gfx9; }  ///< AGPRs
};

/// Returns nothing if the processor is not emulated.
std::optional<Target> find_target(std::string_view processor);

/// The names of all emulated processors, for messages: "gfx90a, gfx942, gfx1030, gfx1100, gfx1201".
std::string known_targets();

}  // namespace rocm_bindgen::emulator
