#include "machine/target.hpp"

#include <algorithm>
#include <array>

namespace rocm_bindgen::emulator {
namespace {

struct Processor {
  std::string_view name;
  Generation generation;
  unsigned compute_units;
};

// Compute units: of the MI210, MI300X, RX 6900 XT, RX 7900 XTX and RX 9070 XT (workgroup processors count as two).
constexpr std::array kProcessors = std::to_array<Processor>({
    {"gfx90a", Generation::gfx9, 104},
    {"gfx942", Generation::gfx9, 304},
    {"gfx1030", Generation::gfx10, 80},
    {"gfx1100", Generation::gfx11, 96},
    {"gfx1201", Generation::gfx12, 64},
});

}  // namespace

std::optional<Target> find_target(std::string_view processor) {
  const auto* found = std::find_if(kProcessors.begin(), kProcessors.end(),
                                   [&](const Processor& entry) { return entry.name == processor; });
  if (found == kProcessors.end()) return std::nullopt;
  Target target;
  target.processor = processor;
  target.generation = found->generation;
  target.is_gfx90a = processor == "gfx90a";
  target.is_gfx940 = processor == "gfx942";
  target.packed_work_item_ids = target.generation >= Generation::gfx11 || target.generation == Generation::gfx9;
  target.architected_flat_scratch = target.generation >= Generation::gfx11 || target.is_gfx940;
  target.workgroup_ids_in_ttmp = target.generation >= Generation::gfx12;
  target.compute_units = found->compute_units;
  return target;
}

std::string known_targets() {
  std::string names;
  for (const auto& processor : kProcessors) names += (names.empty() ? "" : ", ") + std::string(processor.name);
  return names;
}

}  // namespace rocm_bindgen::emulator
