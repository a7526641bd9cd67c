#include "codeobject/compare.hpp"

#include <map>
#include <tuple>

#include "codeobject/occupancy.hpp"

namespace rocm_bindgen::build {
namespace {

/// The metadata of one kernel in both builds.
struct Sides {
  std::string processor;
  const KernelMetadata* before = nullptr;
  const KernelMetadata* after = nullptr;
};

/// Whether both use the same resources. Parameters are not compared.
bool is_same(const KernelMetadata& a, const KernelMetadata& b) {
  return a.vgprs == b.vgprs && a.agprs == b.agprs && a.sgprs == b.sgprs && a.vgpr_spills == b.vgpr_spills &&
         a.sgpr_spills == b.sgpr_spills && a.lds == b.lds && a.scratch == b.scratch &&
         a.wavefront_size == b.wavefront_size;
}

bool is_worse(const KernelMetadata& before, const KernelMetadata& after, const std::string& processor) {
  // For a processor whose register files are unknown, both numbers of waves are nullopt, which compare equal.
  return waves_per_simd(after, processor) < waves_per_simd(before, processor) || after.scratch > before.scratch ||
         after.vgpr_spills + after.sgpr_spills > before.vgpr_spills + before.sgpr_spills;
}

}  // namespace

std::vector<KernelChange> compare_kernels(const std::vector<ModuleObject>& before,
                                          const std::vector<ModuleObject>& after) {
  std::map<std::tuple<std::string, std::string, std::string>, Sides> kernels;  // module, kernel, target
  const auto add = [&](const std::vector<ModuleObject>& objects, const KernelMetadata* Sides::* side) {
    for (const auto& object : objects)
      for (const auto& kernel : object.info.kernels) {
        auto& sides = kernels[{object.module, kernel.name, object.info.target}];
        sides.processor = object.info.processor;
        sides.*side = &kernel;
      }
  };
  add(before, &Sides::before);
  add(after, &Sides::after);
  std::vector<KernelChange> changes;
  for (const auto& [name, sides] : kernels) {
    const auto& [module, kernel, target] = name;
    const bool both = sides.before != nullptr && sides.after != nullptr;
    if (both && is_same(*sides.before, *sides.after)) continue;
    const bool worse = both ? is_worse(*sides.before, *sides.after, sides.processor) : sides.after == nullptr;
    changes.push_back({module, target, sides.processor, kernel, sides.before, sides.after, worse});
  }
  return changes;
}

}  // namespace rocm_bindgen::build
