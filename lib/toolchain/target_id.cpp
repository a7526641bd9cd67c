#include "toolchain/target_id.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <clang/Basic/TargetID.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/TargetParser/TargetParser.h>
#include <llvm/TargetParser/Triple.h>

#include "support/suggest.hpp"
#include "toolchain/target_names.hpp"

namespace rocm_bindgen::build {
namespace {

const llvm::Triple& amdgcn() {
  static const llvm::Triple triple("amdgcn-amd-amdhsa");
  return triple;
}

/// A row of targets.def, whose head explains the columns.
struct KnownProcessor {
  std::string_view name, family, generic;
  bool is_shipped;  ///< whether it is one of default_targets()
  int llvm;         ///< first major version of LLVM that supports it, if later than the built-in one; else 0
};
constexpr std::array kKnown{
#define ROCM_BINDGEN_TARGET(name, machine, family, features, generic, wave, registers, matrix, use, llvm) \
  KnownProcessor{name, #family, generic, std::string_view(#use) == "shipped", llvm},
#include "rocm_bindgen/targets.def"
};

const KnownProcessor* find_known(std::string_view name) {
  const auto* found =
      std::find_if(kKnown.begin(), kKnown.end(), [&](const KnownProcessor& known) { return known.name == name; });
  return found == kKnown.end() ? nullptr : found;
}

/// Suggests what to build for instead of a processor, or generic target, that only later versions of LLVM support.
std::string alternative_to(const KnownProcessor& newer) {
  // Ungrouped processors, gfx940 and gfx941, are left out: no product of target_products() has them.
  std::vector<std::string_view> covered;
  for (const auto& known : kKnown)
    if (known.generic == newer.name && known.family != "ungrouped") covered.push_back(known.name);
  if (!covered.empty()) return fmt::format("select the processors that it covers: {}", fmt::join(covered, ", "));
  const auto* generic = find_known(newer.generic);
  if (generic != nullptr && generic->llvm == 0) return fmt::format("use {}, which covers it", generic->name);
  return "no older code object runs on it; use a rocm-bindgen built with that LLVM";
}

Failure unknown_processor(std::string_view name) {
  if (const auto* known = find_known(name); known != nullptr && known->llvm != 0)
    return Failure(ExitCode::usage,
                   fmt::format("cannot build for '{}': it needs LLVM {}, but this rocm-bindgen contains LLVM {}", name,
                               known->llvm, LLVM_VERSION_MAJOR),
                   alternative_to(*known));
  return Failure(ExitCode::usage,
                 fmt::format("unknown architecture '{}'{}", name,
                             did_you_mean(llvm::StringRef(name).lower(), known_target_names())),
                 "`rocm-bindgen targets` lists the supported ones");
}

/// The names of the features in the target ID.
std::set<std::string> stated_features(const TargetId& target) {
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(target.canonical).split(parts, ':');
  std::set<std::string> names;
  for (const auto part : llvm::drop_begin(parts)) names.insert(part.drop_back().str());
  return names;
}

/// Refuses code objects for one processor whose target IDs name different features, because it must be unambiguous
/// which of them a device runs. clang's getConflictTargetIDCombination() does not detect gfx90a:xnack+ with
/// gfx90a:sramecc+:xnack-.
std::optional<Failure> mixed_features(const std::vector<TargetId>& targets) {
  std::map<std::string_view, const TargetId*> first;
  for (const auto& target : targets) {
    const auto& other = *first.emplace(target.processor, &target).first->second;
    if (target.is_nvidia() || stated_features(target) == stated_features(other)) continue;
    return Failure(
        ExitCode::usage,
        fmt::format("target IDs '{}' and '{}' cannot be combined in one program", other.canonical, target.canonical),
        "all target IDs of a processor must specify the same features");
  }
  return std::nullopt;
}

/// The first code object version that supports generic targets.
constexpr int kFirstOfGenerics = 6;

Failure too_old(const TargetId& generic) {
  return Failure(ExitCode::usage,
                 fmt::format("'{}' requires code object version {}: older versions do not support generic targets",
                             generic.canonical, kFirstOfGenerics),
                 "omit --code-object-version: each target then gets a suitable version");
}

/// Parses "sm_90", with the suffixes that nvcc allows: "a" (features of this architecture only), "f" (features of its
/// family).
Expected<TargetId> parse_nvidia(std::string_view text) {
  auto number = text.substr(std::string_view("sm_").size());
  if (number.ends_with('a') || number.ends_with('f')) number.remove_suffix(1);
  // Two digits as in sm_90, or three as in sm_100.
  const bool is_number = number.size() >= 2 && number.size() <= 3 && number.front() != '0' &&
                         std::all_of(number.begin(), number.end(), llvm::isDigit);
  if (!is_number)
    return Failure(ExitCode::usage, fmt::format("malformed NVIDIA architecture '{}'", text), "examples: sm_90, sm_90a");
  return TargetId{fmt::format("sm_{}", number), std::string(text)};
}

}  // namespace

int TargetId::cuda_arch() const {
  return std::stoi(processor.substr(std::string_view("sm_").size())) * 10;
}

bool TargetId::is_generic() const {
  return llvm::StringRef(processor).ends_with("-generic");
}

int TargetId::isa_version() const {
  const auto version = llvm::AMDGPU::getIsaVersion(processor);
  return static_cast<int>(version.Major * 1000 + version.Minor * 100 + version.Stepping);
}

Expected<TargetId> parse_target_id(std::string_view text) {
  if (text.starts_with("sm_")) return parse_nvidia(text);
  const auto processor = text.substr(0, text.find(':'));
  if (processor.empty())
    return Failure(ExitCode::usage, fmt::format("malformed target ID '{}': no processor", text),
                   "examples: gfx90a, gfx90a:sramecc+:xnack-");
  if (llvm::AMDGPU::parseArchAMDGCN(llvm::StringRef(processor)) == llvm::AMDGPU::GK_NONE ||
      !llvm::StringRef(processor).starts_with("gfx"))
    return unknown_processor(processor);
  const std::string id(text);
  llvm::StringMap<bool> features;
  // clang accepts an empty last feature, which is refused here.
  if (text.back() == ':' || !clang::parseTargetID(amdgcn(), id, &features)) {
    const auto possible = clang::getAllPossibleTargetIDFeatures(amdgcn(), llvm::StringRef(processor));
    return Failure(ExitCode::usage, fmt::format("malformed target ID '{}'", text),
                   possible.empty() ? fmt::format("{} supports no features", processor)
                                    : fmt::format("{} supports these features, each at most once and with + or -: {}",
                                                  processor, llvm::join(possible, ", ")));
  }
  TargetId target{std::string(processor), clang::getCanonicalTargetID(llvm::StringRef(processor), features)};
  if (target.is_generic()) target.code_object_version = kFirstOfGenerics;
  return target;
}

Expected<std::vector<TargetId>> parse_targets(const std::vector<std::string>& lists,
                                              std::optional<int> code_object_version) {
  std::vector<TargetId> targets;
  for (const auto& list : lists) {
    llvm::SmallVector<llvm::StringRef> entries;
    llvm::StringRef(list).split(entries, ',');
    for (const auto entry : entries) {
      ROCM_BINDGEN_TRY(const auto names, expand_target_name(std::string_view(entry.trim())));
      for (const auto& name : names) {
        ROCM_BINDGEN_TRY(auto target, parse_target_id(name));
        if (code_object_version && !target.is_nvidia()) {
          if (target.is_generic() && *code_object_version < kFirstOfGenerics) return too_old(target);
          target.code_object_version = *code_object_version;
        }
        if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(std::move(target));
      }
    }
  }
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto possible, check_combination(targets));
  return targets;
}

Expected<Done> check_combination(const std::vector<TargetId>& targets) {
  if (auto conflict = mixed_features(targets)) return std::move(*conflict);
  return Done{};
}

std::vector<ProcessorInfo> known_processors() {
  llvm::SmallVector<llvm::StringRef> names;
  llvm::AMDGPU::fillValidArchListAMDGCN(names);
  std::vector<ProcessorInfo> processors;
  for (const auto name : names) {
    // LLVM's list also contains old product names ("fiji"). They are aliases and not target IDs.
    if (!name.starts_with("gfx")) continue;
    ProcessorInfo info;
    info.name = name.str();
    for (const auto feature : clang::getAllPossibleTargetIDFeatures(amdgcn(), name))
      info.features.push_back(feature.str());
    const auto* known = find_known(info.name);
    const auto* generic = known == nullptr ? nullptr : find_known(known->generic);
    if (generic != nullptr && generic->llvm == 0) info.generic = generic->name;
    const auto attributes = llvm::AMDGPU::getArchAttrAMDGCN(llvm::AMDGPU::parseArchAMDGCN(name));
    info.wavefront_size = (attributes & llvm::AMDGPU::FEATURE_WAVE32) != 0 ? 32 : 64;
    processors.push_back(std::move(info));
  }
  return processors;
}

std::vector<std::string> default_targets() {
  std::vector<std::string> names;
  for (const auto& known : kKnown)
    if (known.is_shipped) names.emplace_back(known.name);
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> known_target_names() {
  std::vector<std::string> names;
  for (auto& processor : known_processors()) names.push_back(std::move(processor.name));
  for (const auto* table : {&target_groups(), &target_products()})
    for (const auto& entry : *table) names.emplace_back(entry.name);
  names.emplace_back("native");
  return names;
}

}  // namespace rocm_bindgen::build
