#include "gpu/bundled_kernels.hpp"

#include <cstdlib>
#include <map>
#include <stdexcept>

#include "gpu/artifact_modules.hpp"

namespace gpu {
namespace {

/// Maps the name of each kernel to its module.
const std::map<std::string, const rocm_bindgen::Module*>& kernels() {
  static const ArtifactModules artifacts([] {
    const char* folder = std::getenv("ROCM_BINDGEN_GPU_KERNELS");
    return std::filesystem::path(folder == nullptr ? ROCM_BINDGEN_GPU_KERNELS : folder);
  }());
  static const auto found = [] {
    std::map<std::string, const rocm_bindgen::Module*> by_name;
    for (const auto& module : artifacts.modules())
      for (std::size_t i = 0; i < module.kernel_count; ++i) by_name.emplace(module.kernels[i].name, &module);
    return by_name;
  }();
  return found;
}

}  // namespace

const rocm_bindgen::Device& device() {
  static const auto opened = rocm_bindgen::Device::open();
  return opened;
}

const rocm_bindgen::Module& module_of(const std::string& kernel) {
  const auto found = kernels().find(kernel);
  if (found == kernels().end()) throw std::runtime_error("no bundled kernel is called " + kernel);
  return *found->second;
}

rocm_bindgen::Kernel bundled_kernel(const std::string& name) {
  return device().kernel(module_of(name), name);
}

}  // namespace gpu
