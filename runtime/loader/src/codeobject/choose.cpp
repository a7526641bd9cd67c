#include "codeobject/choose.hpp"

#include <optional>

#include "codeobject/processors.hpp"
#include "codeobject/target_id.hpp"
#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::runtime {
namespace {

/// How well a code object fits a device; 0 = it cannot run there.
using Rank = int;

bool feature_fits(Feature wanted, Feature device) {
  return wanted == Feature::any || wanted == device;
}

bool covers(const TargetId& generic, const TargetId& device) {
  const auto* processor = find_processor(device.processor);
  return processor != nullptr && !processor->generic.empty() && processor->generic == generic.processor;
}

Rank rank_amd(const TargetId& target, const TargetId& device) {
  if (!feature_fits(target.sramecc, device.sramecc) || !feature_fits(target.xnack, device.xnack)) return 0;
  // named_features() is 0, 1 or 2, so exact matches rank 4 to 6 and generic ones 1 to 3.
  if (target.processor == device.processor) return 4 + target.named_features();
  return covers(target, device) ? 1 + target.named_features() : 0;
}

Rank rank_nvidia(const TargetId& target, const TargetId& device) {
  if (target.capability_major != device.capability_major || target.capability_minor > device.capability_minor) return 0;
  if (target.reach == TargetId::Reach::exact && target.capability_minor != device.capability_minor) return 0;
  // There are three reaches per minor version (TargetId::Reach). A narrower reach ranks higher, because such code may
  // use more features of the device.
  return 1 + static_cast<Rank>(target.capability_minor) * 3 + static_cast<Rank>(target.reach);
}

Rank rank(const CodeObject& code_object, const TargetId& device) {
  const auto target = parse_target_id(code_object.target);
  if (!target || target->kind != device.kind) return 0;
  return target->kind == TargetId::Kind::amd ? rank_amd(*target, device) : rank_nvidia(*target, device);
}

bool is_generic(const CodeObject& code_object) {
  const std::string_view target(code_object.target);
  const auto* known = find_processor(target.substr(0, target.find(':')));
  return known != nullptr && known->is_generic();
}

/// Returns the code object that fits best; nullptr if none fits.
const CodeObject* best(const Module& module, const TargetId& device, bool takes_generics) {
  const CodeObject* found = nullptr;
  Rank highest = 0;
  for (std::size_t i = 0; i < module.code_object_count; ++i) {
    const auto& code_object = module.code_objects[i];
    if (!takes_generics && is_generic(code_object)) continue;
    const auto value = rank(code_object, device);
    if (value <= highest) continue;
    highest = value;
    found = &code_object;
  }
  return found;
}

std::string targets_of(const Module& module) {
  std::string text;
  for (std::size_t i = 0; i < module.code_object_count; ++i)
    text += (i == 0 ? "" : ", ") + std::string(module.code_objects[i].target);
  return text.empty() ? "none" : text;
}

/// The target ID to rebuild for: the device's processor, with the features that the module's other code objects for it
/// name. Within one program all target IDs of a processor must name the same features.
std::string own_target(const Module& module, const TargetId& device) {
  TargetId rebuilt = device;
  rebuilt.sramecc = rebuilt.xnack = Feature::any;
  for (std::size_t i = 0; i < module.code_object_count; ++i) {
    const auto other = parse_target_id(module.code_objects[i].target);
    if (!other || other->processor != device.processor) continue;
    if (other->sramecc != Feature::any) rebuilt.sramecc = device.sramecc;
    if (other->xnack != Feature::any) rebuilt.xnack = device.xnack;
  }
  return rebuilt.text();
}

/// What the user can do: "rebuild with --arch gfx1036 or gfx10-3-generic". It names only targets that this release can
/// build and the driver can load.
std::string rebuild_advice(const Module& module, const TargetId& device, bool takes_generics) {
  const auto* processor = find_processor(device.processor);
  if (device.kind == TargetId::Kind::nvidia || processor == nullptr)
    return "rebuild with --arch " + own_target(module, device);
  const auto* generic = takes_generics ? find_processor(processor->generic) : nullptr;
  const bool generic_builds = generic != nullptr && generic->newer_llvm == 0;
  const std::string generic_name(generic_builds ? generic->name : "");
  if (processor->newer_llvm == 0)
    return "rebuild with --arch " + own_target(module, device) + (generic_builds ? " or " + generic_name : "");
  if (generic_builds) return "rebuild with --arch " + generic_name;
  return "rebuild with a rocm-bindgen that contains LLVM " + std::to_string(processor->newer_llvm) +
         " or later, the first version that supports " + std::string(processor->name);
}

}  // namespace

const CodeObject* choose_code_object(const Module& module, const std::string& device_arch, bool takes_generics) {
  const std::string subject = "module '" + std::string(module.name) + "' has no code object for " + device_arch +
                              "; it has " + targets_of(module);
  const auto device = parse_target_id(device_arch);
  if (!device)
    throw Error(ErrorCode::no_code_object,
                subject + "; the driver's name for the device, '" + device_arch + "', is not a target ID");
  if (const auto* found = best(module, *device, takes_generics)) return found;
  const auto advice = rebuild_advice(module, *device, takes_generics);
  if (const auto* generic = best(module, *device, /*takes_generics=*/true))
    throw Error(ErrorCode::no_code_object, subject + "; " + generic->target +
                                               " would fit, but this driver does not load code object version 6, which "
                                               "generic targets need: use a newer driver, or " +
                                               advice);
  throw Error(ErrorCode::no_code_object, subject + "; " + advice);
}

}  // namespace rocm_bindgen::runtime
