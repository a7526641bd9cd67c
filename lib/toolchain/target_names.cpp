#include "toolchain/target_names.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// For example: "RX 7900 XTX" and "rx-7900-xtx" become "rx7900xtx".
std::string normalised(std::string_view name) {
  std::string plain;
  for (const char c : name)
    if (c != ' ' && c != '-' && c != '_') plain += llvm::toLower(c);
  return plain;
}

const TargetName* find(const std::vector<TargetName>& names, std::string_view name) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const TargetName& entry) { return normalised(entry.name) == name; });
  return found == names.end() ? nullptr : &*found;
}

/// For example: "90010" becomes "gfx90a". The number has two decimal digits each for minor version and stepping, which
/// the name writes as one hexadecimal digit each.
std::string processor_of(unsigned version) {
  return fmt::format("gfx{}{:x}{:x}", version / 10000, version / 100 % 100, version % 100);
}

/// The value of a line "gfx_target_version 90010"; 0 for a node that is not a GPU.
unsigned gfx_target_version(const std::string& properties) {
  std::istringstream lines(properties);
  for (std::string name, value; lines >> name >> value;)
    if (name == "gfx_target_version") return static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
  return 0;
}

/// The processors of one architecture that the built-in LLVM supports, whose `llvm` in targets.def is 0. If it supports
/// none, those that only newer versions support, so that the error message can say which LLVM is needed.
std::vector<std::string_view> processors_of_family(std::string_view wanted) {
  std::vector<std::string_view> buildable, newer;
#define ROCM_BINDGEN_TARGET(name, machine, family, features, generic, wave, registers, matrix, use, llvm) \
  if (wanted == #family) ((llvm) == 0 ? buildable : newer).push_back(name);
#include "rocm_bindgen/targets.def"
  return buildable.empty() ? newer : buildable;
}

std::vector<TargetName> make_groups() {
  // The family in targets.def, the name in --arch, and the description.
  constexpr const char* kFamilies[][3] = {
      {"gcn5", "gcn5", "GCN 5 (Vega)"}, {"cdna1", "cdna1", "CDNA"},   {"cdna2", "cdna2", "CDNA 2"},
      {"cdna3", "cdna3", "CDNA 3"},     {"cdna4", "cdna4", "CDNA 4"}, {"rdna1", "rdna1", "RDNA"},
      {"rdna2", "rdna2", "RDNA 2"},     {"rdna3", "rdna3", "RDNA 3"}, {"rdna3_5", "rdna3.5", "RDNA 3.5"},
      {"rdna4", "rdna4", "RDNA 4"},
  };
  std::vector<TargetName> groups;
  for (const auto& [family, name, what] : kFamilies) groups.push_back({name, what, processors_of_family(family)});
  // GCN 5 has two processors in this list, because its products have either gfx900 or gfx906. CDNA 4 has none, because
  // the built-in LLVM cannot build for gfx950.
  groups.push_back(
      {"all-major",
       "the first processor of every architecture",
       {"gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx1010", "gfx1030", "gfx1100", "gfx1150", "gfx1200"}});
  return groups;
}

}  // namespace

const std::vector<TargetName>& target_groups() {
  static const auto groups = make_groups();
  return groups;
}

const std::vector<TargetName>& target_products() {
  static const std::vector<TargetName> products{
      {"mi25", "Instinct MI25", {"gfx900"}},          {"mi50", "Instinct MI50", {"gfx906"}},
      {"mi60", "Instinct MI60", {"gfx906"}},          {"mi100", "Instinct MI100", {"gfx908"}},
      {"mi210", "Instinct MI210", {"gfx90a"}},        {"mi250", "Instinct MI250", {"gfx90a"}},
      {"mi250x", "Instinct MI250X", {"gfx90a"}},      {"mi300a", "Instinct MI300A", {"gfx942"}},
      {"mi300x", "Instinct MI300X", {"gfx942"}},      {"mi325x", "Instinct MI325X", {"gfx942"}},
      {"mi350x", "Instinct MI350X", {"gfx950"}},      {"mi355x", "Instinct MI355X", {"gfx950"}},
      {"vega56", "Radeon RX Vega 56", {"gfx900"}},    {"vega64", "Radeon RX Vega 64", {"gfx900"}},
      {"radeonvii", "Radeon VII", {"gfx906"}},        {"radeonprovii", "Radeon Pro VII", {"gfx906"}},
      {"rx5300", "Radeon RX 5300", {"gfx1012"}},      {"rx5500", "Radeon RX 5500", {"gfx1012"}},
      {"rx5500xt", "Radeon RX 5500 XT", {"gfx1012"}}, {"rx5600xt", "Radeon RX 5600 XT", {"gfx1010"}},
      {"rx5700", "Radeon RX 5700", {"gfx1010"}},      {"rx5700xt", "Radeon RX 5700 XT", {"gfx1010"}},
      {"w5500", "Radeon Pro W5500", {"gfx1012"}},     {"w5700", "Radeon Pro W5700", {"gfx1010"}},
      {"v520", "Radeon Pro V520", {"gfx1011"}},       {"rx6400", "Radeon RX 6400", {"gfx1034"}},
      {"rx6500xt", "Radeon RX 6500 XT", {"gfx1034"}}, {"rx6600", "Radeon RX 6600", {"gfx1032"}},
      {"rx6600xt", "Radeon RX 6600 XT", {"gfx1032"}}, {"rx6650xt", "Radeon RX 6650 XT", {"gfx1032"}},
      {"rx6700", "Radeon RX 6700", {"gfx1031"}},      {"rx6700xt", "Radeon RX 6700 XT", {"gfx1031"}},
      {"rx6750xt", "Radeon RX 6750 XT", {"gfx1031"}}, {"rx6800", "Radeon RX 6800", {"gfx1030"}},
      {"rx6800xt", "Radeon RX 6800 XT", {"gfx1030"}}, {"rx6900xt", "Radeon RX 6900 XT", {"gfx1030"}},
      {"rx6950xt", "Radeon RX 6950 XT", {"gfx1030"}}, {"w6600", "Radeon PRO W6600", {"gfx1032"}},
      {"w6800", "Radeon PRO W6800", {"gfx1030"}},     {"v620", "Radeon PRO V620", {"gfx1030"}},
      {"680m", "Radeon 680M", {"gfx1035"}},           {"steamdeck", "Steam Deck", {"gfx1033"}},
      {"rx7600", "Radeon RX 7600", {"gfx1102"}},      {"rx7600xt", "Radeon RX 7600 XT", {"gfx1102"}},
      {"rx7700", "Radeon RX 7700", {"gfx1101"}},      {"rx7700xt", "Radeon RX 7700 XT", {"gfx1101"}},
      {"rx7800xt", "Radeon RX 7800 XT", {"gfx1101"}}, {"rx7900gre", "Radeon RX 7900 GRE", {"gfx1100"}},
      {"rx7900xt", "Radeon RX 7900 XT", {"gfx1100"}}, {"rx7900xtx", "Radeon RX 7900 XTX", {"gfx1100"}},
      {"w7500", "Radeon PRO W7500", {"gfx1102"}},     {"w7600", "Radeon PRO W7600", {"gfx1102"}},
      {"w7700", "Radeon PRO W7700", {"gfx1101"}},     {"w7800", "Radeon PRO W7800", {"gfx1100"}},
      {"w7900", "Radeon PRO W7900", {"gfx1100"}},     {"v710", "Radeon PRO V710", {"gfx1101"}},
      {"780m", "Radeon 780M", {"gfx1103"}},           {"890m", "Radeon 890M", {"gfx1150"}},
      {"8060s", "Radeon 8060S", {"gfx1151"}},         {"860m", "Radeon 860M", {"gfx1152"}},
      {"rx9060", "Radeon RX 9060", {"gfx1200"}},      {"rx9060xt", "Radeon RX 9060 XT", {"gfx1200"}},
      {"rx9070", "Radeon RX 9070", {"gfx1201"}},      {"rx9070gre", "Radeon RX 9070 GRE", {"gfx1201"}},
      {"rx9070xt", "Radeon RX 9070 XT", {"gfx1201"}}, {"r9700", "Radeon AI PRO R9700", {"gfx1201"}},
  };
  return products;
}

Expected<std::vector<std::string>> native_processors(const fs::path& topology) {
  std::vector<std::pair<unsigned long, fs::path>> nodes;
  std::error_code error;
  for (fs::directory_iterator node(topology, error), end; !error && node != end; node.increment(error))
    nodes.emplace_back(std::strtoul(node->path().filename().c_str(), nullptr, 10), node->path());
  std::sort(nodes.begin(), nodes.end());
  std::vector<std::string> processors;
  for (const auto& [number, node] : nodes) {
    const auto properties = read_file(node / "properties");
    const auto version = properties ? gfx_target_version(*properties) : 0;
    if (version == 0) continue;
    auto processor = processor_of(version);
    if (std::find(processors.begin(), processors.end(), processor) == processors.end())
      processors.push_back(std::move(processor));
  }
  if (processors.empty())
    return Failure(ExitCode::toolchain, fmt::format("'native': no AMD GPU is listed in '{}'", topology.string()),
                   "load the amdgpu kernel driver, or select architectures with --arch");
  return processors;
}

Expected<std::vector<std::string>> expand_target_name(std::string_view entry) {
  const auto name = normalised(entry);
  if (name == "native") return native_processors();
  const auto* known = find(target_groups(), name);
  if (known == nullptr) known = find(target_products(), name);
  if (known == nullptr) return std::vector<std::string>{std::string(entry)};
  std::vector<std::string> processors;
  for (const auto processor : known->processors) processors.emplace_back(processor);
  return processors;
}

}  // namespace rocm_bindgen::build
