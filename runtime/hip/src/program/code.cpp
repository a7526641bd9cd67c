#include "program/code.hpp"

#include "codeobject/choose.hpp"
#include "program/bundle.hpp"

namespace rocm_bindgen::hip {
namespace {

/// Chooses the bundle's image for the device by the loader's rules for target IDs. An ELF file is taken as it is.
std::string_view choose(const Bundle& bundle, const std::string& arch) {
  if (bundle.code.size() == 1 && bundle.code[0].target.empty()) return bundle.code[0].image;
  std::vector<CodeObject> list;
  for (const auto& code : bundle.code)
    list.push_back({code.target.c_str(), reinterpret_cast<const unsigned char*>(code.image.data()), code.image.size(),
                    code.image.size(), Compression::none});
  const Module module{"the program's fat binary", 0, nullptr, 0, list.data(), list.size()};
  const auto* chosen = runtime::choose_code_object(module, arch, /*takes_generics=*/true);
  return {reinterpret_cast<const char*>(chosen->data), chosen->stored_size};
}

}  // namespace

std::shared_ptr<Code> Code::load(const void* data, std::size_t bytes) {
  auto& device = Device::get();
  const auto bundle = read_bundle(data, bytes);
  const auto image = choose(bundle, device.info().arch);
  runtime::ModuleHandle module = nullptr;
  device.check(device.driver().load_module(module, image.data(), image.size()), "loading a code object");
  return std::shared_ptr<Code>(new Code(module));
}

Code::~Code() {
  // When the process exits, the driver frees modules that are still loaded.
  if (auto* device = Device::opened()) device->driver().unload_module(module_);
}

Kernel* Code::find_kernel(const std::string& name) {
  auto& device = Device::get();
  const std::lock_guard lock(mutex_);
  if (const auto known = kernels_.find(name); known != kernels_.end()) return known->second.get();
  auto kernel = std::make_unique<Kernel>();
  if (device.driver().find_function(kernel->handle, module_, name.c_str()) != runtime::kSuccess) return nullptr;
  kernel->name = name;
  kernel->code = this;
  device.check(device.driver().function_limits(kernel->handle, kernel->limits));
  device.check(device.driver().function_resources(kernel->handle, kernel->resources));
  return kernels_.emplace(name, std::move(kernel)).first->second.get();
}

Variable Code::find_variable(const std::string& name) {
  Variable variable;
  if (Device::get().driver().find_variable(variable.memory, variable.bytes, module_, name.c_str()) != runtime::kSuccess)
    return {};
  return variable;
}

}  // namespace rocm_bindgen::hip
