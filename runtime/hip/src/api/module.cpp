// HIP's functions on modules: code objects that the program loads itself, from a file or from memory.
#include <fstream>
#include <iterator>
#include <set>

#include "core/device.hpp"
#include "core/stream.hpp"
#include "program/bundle.hpp"
#include "program/code.hpp"
#include "program/handles.hpp"
#include "program/launch.hpp"

using namespace rocm_bindgen::hip;

namespace rocm_bindgen::hip {
namespace {

/// The program's modules. The handle of a module is the address of its Code, and the handle of a function is the
/// address of its Kernel. Never destroyed, because HIP functions may be called until the last thread of the process has
/// ended.
struct Modules {
  std::mutex mutex;
  std::map<hipModule_t, std::shared_ptr<Code>> loaded;
  std::set<hipFunction_t> functions;
};

Modules& modules() {
  static auto* const instance = new Modules;
  return *instance;
}

hipError_t load(hipModule_t* module, const void* image, std::size_t bytes) {
  if (module == nullptr || image == nullptr) return hipErrorInvalidValue;
  auto code = Code::load(image, bytes);
  *module = reinterpret_cast<hipModule_t>(code.get());
  const std::lock_guard lock(modules().mutex);
  modules().loaded.emplace(*module, std::move(code));
  return hipSuccess;
}

std::shared_ptr<Code> find_module(hipModule_t module) {
  const std::lock_guard lock(modules().mutex);
  const auto found = modules().loaded.find(module);
  if (found == modules().loaded.end())
    throw Failure(hipErrorInvalidHandle, "the module does not exist, or was unloaded");
  return found->second;
}

}  // namespace

Kernel& kernel_of(hipFunction_t function) {
  const std::lock_guard lock(modules().mutex);
  if (modules().functions.count(function) == 0)
    throw Failure(hipErrorInvalidHandle, "the function does not exist, or its module was unloaded");
  return *reinterpret_cast<Kernel*>(function);
}

}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  return call(__func__, [&] { return load(module, image, kUnknownSize); });
}

// The options are for an image that is compiled when it is loaded. Code objects are machine code already, so the
// options have no effect.
hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned, hipJitOption*, void**) {
  return call(__func__, [&] { return load(module, image, kUnknownSize); });
}

hipError_t hipModuleLoad(hipModule_t* module, const char* path) {
  return call(__func__, [&] {
    if (module == nullptr || path == nullptr) return hipErrorInvalidValue;
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Failure(hipErrorFileNotFound, std::string("'") + path + "' cannot be read");
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return load(module, bytes.data(), bytes.size());
  });
}

hipError_t hipModuleUnload(hipModule_t module) {
  return call(__func__, [&] {
    const auto code = find_module(module);
    // Queued copies may use the module's variables. Unlike launches, they hold no reference to its Code. The lock is
    // taken afterwards, because a host function in a stream may need it.
    finish_all_streams();
    const std::lock_guard lock(modules().mutex);
    std::erase_if(modules().functions,
                  [&](hipFunction_t function) { return reinterpret_cast<Kernel*>(function)->code == code.get(); });
    modules().loaded.erase(module);
    return Device::get().fault();
  });
}

hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
  return call(__func__, [&] {
    if (function == nullptr || name == nullptr) return hipErrorInvalidValue;
    const auto code = find_module(module);
    auto* kernel = code->find_kernel(name);
    if (kernel == nullptr) return hipErrorNotFound;
    *function = reinterpret_cast<hipFunction_t>(kernel);
    const std::lock_guard lock(modules().mutex);
    modules().functions.insert(*function);
    return hipSuccess;
  });
}

hipError_t hipModuleGetGlobal(hipDeviceptr_t* memory, size_t* bytes, hipModule_t module, const char* name) {
  return call(__func__, [&] {
    if (name == nullptr || (memory == nullptr && bytes == nullptr)) return hipErrorInvalidValue;
    const auto variable = find_module(module)->find_variable(name);
    if (variable.memory == nullptr) return hipErrorNotFound;
    if (memory != nullptr) *memory = variable.memory;
    if (bytes != nullptr) *bytes = variable.bytes;
    return hipSuccess;
  });
}

}  // extern "C"
