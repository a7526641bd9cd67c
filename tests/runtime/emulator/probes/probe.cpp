#include "runtime/emulator/probes/probe.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "gpu/artifact_modules.hpp"
#include "runtime/emulator/probes/account.hpp"

namespace probe {
namespace {

const std::deque<rocm_bindgen::Module>& modules() {
  static const gpu::ArtifactModules artifacts([] {
    const char* folder = std::getenv("ROCM_BINDGEN_PROBES");
    return std::filesystem::path(folder == nullptr ? ROCM_BINDGEN_PROBE_ARTIFACTS : folder);
  }());
  return artifacts.modules();
}

}  // namespace

std::vector<ProbeRecord>& account() {
  static std::vector<ProbeRecord> records;
  return records;
}

ProbeRecord& current() {
  return account().back();
}

std::set<std::string> all_kernels() {
  std::set<std::string> names;
  for (const auto& module : modules())
    for (std::size_t i = 0; i < module.kernel_count; ++i) names.insert(module.kernels[i].name);
  return names;
}

const rocm_bindgen::Device& device() {
  static const auto opened = rocm_bindgen::Device::open();
  return opened;
}

const std::string& processor() {
  static const std::string name = device().info().arch.substr(0, device().info().arch.find(':'));
  return name;
}

bool is_any_of(std::initializer_list<std::string_view> processors) {
  return std::find(processors.begin(), processors.end(), processor()) != processors.end();
}

bool is_amd() {
  return processor().rfind("gfx", 0) == 0;
}

const rocm_bindgen::Module& module_of(const std::string& kernel) {
  for (const auto& module : modules())
    for (std::size_t i = 0; i < module.kernel_count; ++i)
      if (module.kernels[i].name == kernel) return module;
  throw std::runtime_error("no probe kernel is called " + kernel);
}

rocm_bindgen::Kernel kernel(const std::string& name) {
  current().kernels.insert(name);
  return device().kernel(module_of(name), name);
}

rocm_bindgen::Stream& stream() {
  static rocm_bindgen::Stream only(device());
  return only;
}

rocm_bindgen::LaunchConfig threads_for(std::size_t count) {
  constexpr std::uint32_t kBlock = 256;
  return {{rocm_bindgen::workgroups_for(count, kBlock)}, {kBlock}};
}

void lacks(const std::string& name, const std::string& reason) {
  current().lacking.emplace(name, reason);
}

}  // namespace probe
