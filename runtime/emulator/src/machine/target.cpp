#include "machine/target.hpp"

#include <algorithm>
#include <array>

namespace rocm_bindgen::emulator {
namespace {

enum Capability : unsigned {
  packed_work_item_ids = 1u << 0,
  architected_flat_scratch = 1u << 1,
  workgroup_ids_in_ttmp = 1u << 2,
  unified_registers = 1u << 3,
  flushes_matrix_inputs = 1u << 4,
  flushes_global_atomics = 1u << 5,
  fnuz_float8 = 1u << 6,
  negates_f64_matrices = 1u << 7,
  has_xcc_id = 1u << 8,
  slow_real_time = 1u << 9,
};

struct Processor {
  std::string_view name;
  Generation generation;
  unsigned compute_units;
  unsigned capabilities;
};

constexpr std::array kProcessors = std::to_array<Processor>({
#define ROCM_BINDGEN_EMULATED_TARGET(name, generation, compute_units, capabilities) \
  {name, Generation::generation, compute_units, capabilities},
#include "rocm_bindgen/targets.def"
});

constexpr bool may_name_features(std::string_view processor) {
  // The names in the column `features` of targets.def.
  constexpr bool none = false;
  [[maybe_unused]] constexpr bool xnack = true, sramecc_xnack = true;
#define ROCM_BINDGEN_TARGET(name, machine, family, features, generic, wave, registers, matrix, use, llvm) \
  if (processor == name) return features;
#include "rocm_bindgen/targets.def"
  return none;
}

}  // namespace

std::optional<Target> find_target(std::string_view processor) {
  const auto* found = std::find_if(kProcessors.begin(), kProcessors.end(),
                                   [&](const Processor& entry) { return entry.name == processor; });
  if (found == kProcessors.end()) return std::nullopt;
  const auto has = [&](Capability capability) { return (found->capabilities & capability) != 0; };
  Target target;
  target.processor = processor;
  target.generation = found->generation;
  target.compute_units = found->compute_units;
  target.has_features = may_name_features(processor);
  target.packed_work_item_ids = has(packed_work_item_ids);
  target.architected_flat_scratch = has(architected_flat_scratch);
  target.workgroup_ids_in_ttmp = has(workgroup_ids_in_ttmp);
  target.unified_registers = has(unified_registers);
  target.flushes_matrix_inputs = has(flushes_matrix_inputs);
  target.flushes_global_atomics = has(flushes_global_atomics);
  target.fnuz_float8 = has(fnuz_float8);
  target.negates_f64_matrices = has(negates_f64_matrices);
  target.has_xcc_id = has(has_xcc_id);
  target.slow_real_time = has(slow_real_time);
  return target;
}

std::string known_targets() {
  std::string names;
  for (const auto& processor : kProcessors) names += (names.empty() ? "" : ", ") + std::string(processor.name);
  return names;
}

}  // namespace rocm_bindgen::emulator
