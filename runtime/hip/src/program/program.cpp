#include "program/program.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "core/stream.hpp"
#include "program/bundle.hpp"

namespace rocm_bindgen::hip {

struct FatBinary {
  const void* data = nullptr;
  std::shared_ptr<Code> code;  ///< null: not loaded
};

namespace {

struct Stub {
  FatBinary* binary;
  std::string name;
  Kernel* kernel = nullptr;  ///< null: not looked up
};

struct Shadow {
  FatBinary* binary;
  std::string name;
  std::size_t bytes;
  void* managed = nullptr;  ///< managed memory of a __managed__ variable; null for other variables
};

/// Never destroyed, because programs unregister their fat binaries while the process exits.
struct Program {
  std::mutex mutex;
  std::vector<std::unique_ptr<FatBinary>> binaries;
  std::map<const void*, Stub> stubs;
  std::map<const void*, Shadow> shadows;
};

Program& program() {
  static auto* const instance = new Program;
  return *instance;
}

/// Loads the fat binary if need be. In device code, a managed variable is a pointer, too: it gets the address of the
/// memory that the host uses. The caller holds the lock.
Code& load(FatBinary& binary) {
  if (binary.code != nullptr) return *binary.code;
  auto& device = Device::get();
  binary.code = Code::load(binary.data, kUnknownSize);
  for (auto& [pointer, shadow] : program().shadows) {
    if (shadow.binary != &binary || shadow.managed == nullptr) continue;
    const auto variable = binary.code->find_variable(shadow.name);
    if (variable.memory == nullptr) continue;
    device.check(device.driver().copy(variable.memory, &shadow.managed, sizeof shadow.managed,
                                      runtime::CopyKind::host_to_device),
                 "managed variable '" + shadow.name + "'");
  }
  return *binary.code;
}

}  // namespace

FatBinary* register_fat_binary(const void* data) {
  set_registered_code({registered_targets, unload_all});
  auto& all = program();
  const std::lock_guard lock(all.mutex);
  all.binaries.push_back(std::make_unique<FatBinary>());
  all.binaries.back()->data = data;
  return all.binaries.back().get();
}

void unregister_fat_binary(FatBinary* binary) {
  auto& all = program();
  // Declared before the lock, so that the code is unloaded after it is released.
  std::unique_ptr<FatBinary> gone;
  // A shared library that is being unloaded may have launched kernels that still run.
  if (Device::opened() != nullptr) finish_all_streams();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.stubs, [&](const auto& entry) { return entry.second.binary == binary; });
  std::erase_if(all.shadows, [&](const auto& entry) {
    if (entry.second.binary != binary) return false;
    if (auto* device = Device::opened(); device != nullptr && entry.second.managed != nullptr)
      device->driver().release_managed(entry.second.managed);
    return true;
  });
  std::erase_if(all.binaries, [&](auto& entry) {
    if (entry.get() != binary) return false;
    gone = std::move(entry);
    return true;
  });
}

void register_function(FatBinary* binary, const void* stub, const char* name) {
  const std::lock_guard lock(program().mutex);
  program().stubs.insert_or_assign(stub, Stub{binary, name});
}

void register_variable(FatBinary* binary, const void* shadow, const char* name, std::size_t bytes) {
  const std::lock_guard lock(program().mutex);
  program().shadows.insert_or_assign(shadow, Shadow{binary, name, bytes});
}

void register_managed(FatBinary* binary, void** pointer, const void* initial, const char* name, std::size_t bytes) {
  // The host may use the variable before the first kernel is launched, so its memory cannot wait until then.
  auto& device = Device::get();
  void* memory = nullptr;
  device.check(device.driver().allocate_managed(memory, bytes), "managed variable '" + std::string(name) + "'");
  if (initial != nullptr) std::memcpy(memory, initial, bytes);
  *pointer = memory;
  const std::lock_guard lock(program().mutex);
  program().shadows.insert_or_assign(pointer, Shadow{binary, name, bytes, memory});
}

std::vector<std::string> registered_targets() {
  auto& all = program();
  const std::lock_guard lock(all.mutex);
  std::vector<std::string> targets;
  for (const auto& binary : all.binaries)
    for (auto& target : bundle_targets(binary->data))
      if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(std::move(target));
  return targets;
}

Kernel& find_kernel(const void* stub) {
  // Opens the device before the lock is taken, because opening it calls registered_targets().
  Device::get();
  auto& all = program();
  const std::lock_guard lock(all.mutex);
  const auto found = all.stubs.find(stub);
  if (found == all.stubs.end())
    throw Failure(hipErrorInvalidDeviceFunction, "the program has not registered a kernel at this address");
  auto& entry = found->second;
  if (entry.kernel == nullptr) entry.kernel = load(*entry.binary).find_kernel(entry.name);
  if (entry.kernel == nullptr)
    throw Failure(hipErrorInvalidDeviceFunction, "the code object for this device has no kernel '" + entry.name + "'");
  return *entry.kernel;
}

const char* kernel_name(const void* stub) {
  const std::lock_guard lock(program().mutex);
  const auto found = program().stubs.find(stub);
  return found == program().stubs.end() ? nullptr : found->second.name.c_str();
}

Variable find_variable(const void* shadow) {
  Device::get();  // before the lock, as in find_kernel()
  auto& all = program();
  const std::lock_guard lock(all.mutex);
  const auto found = all.shadows.find(shadow);
  if (found == all.shadows.end()) {
    // Host code reads a managed variable through its pointer, so its address is that of the managed memory.
    for (const auto& [address, entry] : all.shadows)
      if (entry.managed == shadow && shadow != nullptr) return {entry.managed, entry.bytes};
    throw Failure(hipErrorInvalidSymbol, "the program has not registered a variable at this address");
  }
  const auto& entry = found->second;
  if (entry.managed != nullptr) return {entry.managed, entry.bytes};
  const auto variable = load(*entry.binary).find_variable(entry.name);
  if (variable.memory == nullptr)
    throw Failure(hipErrorInvalidSymbol, "the code object for this device has no variable '" + entry.name + "'");
  return variable;
}

void unload_all() {
  auto& all = program();
  const std::lock_guard lock(all.mutex);
  for (auto& [stub, entry] : all.stubs) entry.kernel = nullptr;
  for (auto& binary : all.binaries) binary->code = nullptr;
}

}  // namespace rocm_bindgen::hip
