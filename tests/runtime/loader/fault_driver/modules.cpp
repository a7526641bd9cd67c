// Functions of loaded modules, and launches.
#include <algorithm>
#include <limits>

#include "runtime/loader/fault_driver/driver_state.hpp"

using namespace fault;

namespace {

// Values of hipFunction_attribute.
constexpr int kMaxThreadsPerBlock = 0;
constexpr int kSharedSizeBytes = 1;
constexpr int kMaxDynamicSharedSizeBytes = 8;
constexpr int kAttributes = 10;  // the number of attributes

Status check_current(Call& call, int device, const std::string& what) {
  if (device == call.thread.device) return kSuccess;
  return call.misuse(kInvalidHandle, what + " of device " + std::to_string(device) + " while device " +
                                         std::to_string(call.thread.device) + " is current");
}

/// Returns null and records a misuse unless the module is live and its device is current.
Module* find_module(Call& call, void* handle) {
  Module* const module = call.find(call.driver.modules, handle, "module");
  return module != nullptr && check_current(call, module->device, "a module") == kSuccess ? module : nullptr;
}

const Function* find_function(Call& call, void* handle) {
  const Function* const found = call.find(call.driver.functions, handle, "function");
  if (found == nullptr) return nullptr;
  return check_current(call, found->device, "function '" + found->name + "'") == kSuccess ? found : nullptr;
}

bool within(const Extent& extent, const Extent& limit) {
  return extent.x != 0 && extent.y != 0 && extent.z != 0 && extent.x <= limit.x && extent.y <= limit.y &&
         extent.z <= limit.z;
}

/// HIP counts work-items per dimension in 32 bits.
bool countable(unsigned groups, unsigned items) {
  return std::uint64_t{groups} * items <= std::numeric_limits<std::uint32_t>::max();
}

Status check_geometry(Call& call, const Launch& launch, int max_workgroup_size) {
  const Extent& grid = launch.grid;
  const Extent& block = launch.block;
  if (!within(grid, kMaxGrid)) return call.misuse(kInvalidConfiguration, "an empty or too large grid");
  if (!within(block, kMaxWorkgroup)) return call.misuse(kInvalidConfiguration, "an empty or too large block");
  if (std::uint64_t{block.x} * block.y * block.z > static_cast<std::uint64_t>(max_workgroup_size))
    return call.misuse(kInvalidConfiguration, "more work-items in a block than the kernel may have");
  if (!countable(grid.x, block.x) || !countable(grid.y, block.y) || !countable(grid.z, block.z))
    return call.misuse(kInvalidConfiguration, "more than 2^32 - 1 work-items in a dimension");
  if (launch.lds > kLdsPerWorkgroup) return call.misuse(kInvalidValue, "more LDS than a workgroup may have");
  return kSuccess;
}

Status copy_arguments(Call& call, const Kernel& kernel, void** values, Launch& launch) {
  if (kernel.parameter_sizes.empty()) return kSuccess;
  if (values == nullptr) return call.misuse(kInvalidValue, "null for the arguments");
  for (std::size_t i = 0; i < kernel.parameter_sizes.size(); ++i) {
    if (values[i] == nullptr) return call.misuse(kInvalidValue, "argument " + std::to_string(i) + " is null");
    const auto* const bytes = static_cast<const std::byte*>(values[i]);
    launch.arguments.emplace_back(bytes, bytes + kernel.parameter_sizes[i]);
  }
  return kSuccess;
}

/// The function is looked up again, because a graph can outlive the module.
Status run(Call& call, void* handle, const Launch& launch) {
  if (call.find(call.driver.functions, handle, "function") == nullptr) return kInvalidHandle;
  call.driver.launches.push_back(launch);
  const auto known = call.driver.kernels.find(launch.function);
  if (known == call.driver.kernels.end() || !known->second.run) return kSuccess;
  const auto body = known->second.run;
  call.lock.unlock();
  body(launch);
  call.lock.lock();
  return kSuccess;
}

Status start(Call& call, void* handle, Launch launch, void** values) {
  const Function* const function = find_function(call, handle);
  if (function == nullptr) return kInvalidHandle;
  launch.function = function->name;
  const Status stream_status = call.device_of_stream(launch.stream, launch.device);
  if (stream_status != kSuccess) return stream_status;
  if (launch.device != function->device)
    return call.misuse(kInvalidHandle, "function '" + function->name + "' of device " +
                                           std::to_string(function->device) + " on a stream of device " +
                                           std::to_string(launch.device));
  const auto known = call.driver.kernels.find(launch.function);
  const Kernel kernel = known == call.driver.kernels.end() ? Kernel() : known->second;
  Status status = check_geometry(call, launch, kernel.max_workgroup_size);
  if (status == kSuccess) status = copy_arguments(call, kernel, values, launch);
  if (status != kSuccess) return status;
  void* const stream = launch.stream;
  return call.submit(stream, {[handle, launch = std::move(launch)](Call& running, void* on, bool from_graph) {
                       Launch now = launch;
                       now.stream = on;
                       now.from_graph = from_graph;
                       return run(running, handle, now);
                     }});
}

}  // namespace

int hipModuleUnload(void* module) {
  return enter(__func__, CallKind::release, [&](Call& call) {
    const Module* const found = find_module(call, module);
    if (found == nullptr) return kInvalidHandle;
    for (const auto& [name, function] : found->functions) call.release(call.driver.functions, function, "function");
    return call.release(call.driver.modules, module, "module");
  });
}

int hipModuleGetFunction(void** function, void* module, const char* name) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (function == nullptr || name == nullptr) return call.misuse(kInvalidValue, "null for the function or its name");
    Module* const found = find_module(call, module);
    if (found == nullptr) return kInvalidHandle;
    if (std::find(found->kernels.begin(), found->kernels.end(), name) == found->kernels.end()) return kNotFound;
    void*& handle = found->functions[name];
    if (handle == nullptr) {
      handle = call.driver.new_handle();
      call.driver.functions[handle] = {found->device, name};
    }
    *function = handle;
    return kSuccess;
  });
}

int hipFuncGetAttribute(int* value, int attribute, void* function) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (value == nullptr) return call.misuse(kInvalidValue, "null for the value");
    if (attribute < 0 || attribute >= kAttributes) return call.misuse(kInvalidValue, "unknown attribute");
    const Function* const found = find_function(call, function);
    if (found == nullptr) return kInvalidHandle;
    const auto known = call.driver.kernels.find(found->name);
    const Kernel kernel = known == call.driver.kernels.end() ? Kernel() : known->second;
    *value = 0;
    if (attribute == kMaxThreadsPerBlock) *value = kernel.max_workgroup_size;
    if (attribute == kSharedSizeBytes) *value = kernel.static_lds;
    if (attribute == kMaxDynamicSharedSizeBytes) *value = static_cast<int>(kLdsPerWorkgroup) - kernel.static_lds;
    return kSuccess;
  });
}

int hipModuleLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                          unsigned block_y, unsigned block_z, unsigned lds, void* stream, void** arguments,
                          void** extra) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (extra != nullptr)
      return call.misuse(kNotSupported, "arguments in one buffer; the fault driver reads only the array");
    Launch launch;
    launch.grid = {grid_x, grid_y, grid_z};
    launch.block = {block_x, block_y, block_z};
    launch.lds = lds;
    launch.stream = stream;
    return start(call, function, std::move(launch), arguments);
  });
}
