// HIP's functions that launch kernels and host functions, and those that query a kernel's attributes and occupancy.
#include "program/launch.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "api/per_thread_stream.hpp"
#include "core/device.hpp"
#include "core/stream.hpp"
#include "program/handles.hpp"
#include "program/program.hpp"

using namespace rocm_bindgen::hip;

namespace rocm_bindgen::hip {
namespace {

hipError_t launch_stub(const void* stub, const Launch& launch, void** arguments) {
  if (stub == nullptr) return hipErrorInvalidDeviceFunction;
  auto& kernel = find_kernel(stub);
  if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
  launch_kernel(kernel, launch, arguments);
  // A synchronous launch has ended, so its fault is known.
  return Device::get().synchronous() ? Device::get().fault() : hipSuccess;
}

hipError_t launch_function(hipFunction_t function, const Launch& launch, void** arguments, void** extra) {
  if (function == nullptr) return hipErrorInvalidHandle;
  auto& kernel = kernel_of(function);
  if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
  if (arguments != nullptr && extra != nullptr) return hipErrorInvalidValue;
  if (extra == nullptr) {
    launch_kernel(kernel, launch, arguments);
  } else {
    // `extra` is a list of keys and values that ends with HIP_LAUNCH_PARAM_END.
    const void* buffer = nullptr;
    std::size_t bytes = 0;
    for (auto** entry = extra; *entry != HIP_LAUNCH_PARAM_END; entry += 2) {
      // A kernel without parameters needs no buffer.
      if (*entry == HIP_LAUNCH_PARAM_BUFFER_POINTER)
        buffer = entry[1];
      else if (*entry == HIP_LAUNCH_PARAM_BUFFER_SIZE && entry[1] != nullptr)
        bytes = *static_cast<std::size_t*>(entry[1]);
      else
        return hipErrorInvalidValue;
    }
    if (buffer == nullptr && !kernel.limits.argument_bytes.empty()) return hipErrorInvalidValue;
    launch_packed(kernel, launch, buffer, bytes);
  }
  return Device::get().synchronous() ? Device::get().fault() : hipSuccess;
}

/// Calls `launch` and records the events `start` before it and `stop` after it. Either may be null.
template <class Call>
hipError_t between(hipEvent_t start, hipEvent_t stop, hipStream_t stream, const Call& launch) {
  if (start != nullptr)
    if (const auto result = hipEventRecord(start, stream); result != hipSuccess) return result;
  if (const auto result = launch(); result != hipSuccess) return result;
  return stop == nullptr ? hipSuccess : hipEventRecord(stop, stream);
}

/// For hipExtModuleLaunchKernel() and hipHccModuleLaunchKernel(), whose grids count work-items and not blocks.
hipError_t launch_items(hipFunction_t function, dim3 items, dim3 block, std::size_t lds, hipStream_t stream,
                        void** arguments, void** extra, hipEvent_t start, hipEvent_t stop) {
  if (block.x == 0 || block.y == 0 || block.z == 0) return hipErrorInvalidConfiguration;
  if (items.x % block.x != 0 || items.y % block.y != 0 || items.z % block.z != 0)
    throw Failure(hipErrorInvalidConfiguration, "launches whose work-items do not fill complete blocks are not served");
  const Launch launch{{items.x / block.x, items.y / block.y, items.z / block.z}, block, lds, stream, false};
  return between(start, stop, stream, [&] { return launch_function(function, launch, arguments, extra); });
}

/// The blocks of a cooperative launch must all run at the same time, because they wait for each other.
hipError_t check_cooperative(const Kernel& kernel, dim3 grid, dim3 block, std::size_t lds) {
  const auto& info = Device::get().info();
  const auto items = number_in(block), blocks = number_in(grid);
  if (items == 0 || items > info.max_workgroup_size) return hipErrorInvalidConfiguration;
  const auto fit = std::uint64_t{info.compute_units} *
                   static_cast<unsigned>(blocks_per_compute_unit(kernel, static_cast<int>(items), lds));
  return blocks > fit ? hipErrorCooperativeLaunchTooLarge : hipSuccess;
}

hipError_t launch_cooperative(const void* stub, dim3 grid, dim3 block, void** arguments, std::size_t lds,
                              hipStream_t stream) {
  if (stub == nullptr) return hipErrorInvalidDeviceFunction;
  if (const auto fits = check_cooperative(find_kernel(stub), grid, block, lds); fits != hipSuccess) return fits;
  return launch_stub(stub, {grid, block, lds, stream, true}, arguments);
}

/// A launch in the old form, which programs write without `<<<>>>`: hipConfigureCall() begins it, hipSetupArgument()
/// adds each argument, and hipLaunchByPtr() submits it.
struct OldLaunch {
  Launch launch;
  std::vector<unsigned char> arguments;
};
/// A stack, because an expression in the arguments of a launch may launch another kernel.
thread_local std::vector<OldLaunch> old_launches;

/// The largest dynamic LDS of a launch: the device's LDS without the kernel's static LDS.
std::size_t dynamic_limit(const Kernel& kernel) {
  const auto all = Device::get().info().max_lds_bytes;
  return all - std::min(all, kernel.limits.static_lds);
}

int threads_limit(const Kernel& kernel) {
  const auto most = Device::get().info().max_workgroup_size;
  return static_cast<int>(kernel.limits.workgroup_size == 0 ? most : std::min(most, kernel.limits.workgroup_size));
}

bool is_occupancy_flag(unsigned flags) {
  constexpr unsigned kDefault = 0, kDisableCachingOverride = 1;
  return flags == kDefault || flags == kDisableCachingOverride;
}

hipError_t max_blocks(int* count, const Kernel& kernel, int block, std::size_t lds, unsigned flags = 0) {
  if (count == nullptr || block <= 0 || !is_occupancy_flag(flags)) return hipErrorInvalidValue;
  *count = block > threads_limit(kernel) ? 0 : blocks_per_compute_unit(kernel, block, lds);
  return hipSuccess;
}

/// Finds the block size for which a compute unit holds the most threads (if there are several such sizes, the largest),
/// and the grid that fills the device with blocks of that size.
hipError_t best_block(int* grid, int* block, const Kernel& kernel, std::size_t lds, int limit) {
  if (grid == nullptr || block == nullptr || limit < 0) return hipErrorInvalidValue;
  const auto lanes = static_cast<int>(kernel.resources.wavefront_size);
  auto largest = threads_limit(kernel);
  if (limit > 0) largest = std::min(largest, limit);
  int best = 0, best_threads = 0, best_blocks = 0;
  const auto consider = [&](int size) {
    const auto blocks = blocks_per_compute_unit(kernel, size, lds);
    if (blocks * size <= best_threads) return;
    best = size;
    best_threads = blocks * size;
    best_blocks = blocks;
  };
  // The sizes below `largest` are multiples of the wavefront size, because a wavefront that is not full needs the
  // resources of a full one.
  if (largest % lanes != 0) consider(largest);
  for (int size = largest / lanes * lanes; size > 0; size -= lanes) consider(size);
  if (best == 0) return hipErrorInvalidConfiguration;
  *block = best;
  *grid = best_blocks * static_cast<int>(Device::get().info().compute_units);
  return hipSuccess;
}

hipFuncAttributes function_attributes(const Kernel& kernel) {
  hipFuncAttributes attributes{};
  attributes.localSizeBytes = kernel.resources.private_bytes;
  attributes.maxDynamicSharedSizeBytes = static_cast<int>(dynamic_limit(kernel));
  attributes.maxThreadsPerBlock = threads_limit(kernel);
  attributes.numRegs = static_cast<int>(kernel.resources.vector_registers);
  attributes.sharedSizeBytes = kernel.limits.static_lds;
  // The digits of the processor's name: 1100 for gfx1100.
  const auto& arch = Device::get().info().arch;
  const auto first = arch.find_first_of("0123456789");
  attributes.binaryVersion = attributes.ptxVersion = std::atoi(arch.c_str() + first);
  return attributes;
}

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipLaunchKernel(const void* stub, dim3 grid, dim3 block, void** arguments, size_t lds, hipStream_t stream) {
  return call(__func__, [&] { return launch_stub(stub, {grid, block, lds, stream, false}, arguments); });
}

hipError_t hipLaunchKernel_spt(const void* stub, dim3 grid, dim3 block, void** arguments, size_t lds,
                               hipStream_t stream) {
  return call(__func__, [&] { return launch_stub(stub, {grid, block, lds, or_per_thread(stream), false}, arguments); });
}

hipError_t hipExtLaunchKernel(const void* stub, dim3 grid, dim3 block, void** arguments, size_t lds, hipStream_t stream,
                              hipEvent_t start, hipEvent_t stop, int) {
  return call(__func__, [&] {
    return between(start, stop, stream,
                   [&] { return launch_stub(stub, {grid, block, lds, stream, false}, arguments); });
  });
}

hipError_t hipLaunchCooperativeKernel(const void* stub, dim3 grid, dim3 block, void** arguments, unsigned lds,
                                      hipStream_t stream) {
  return call(__func__, [&] { return launch_cooperative(stub, grid, block, arguments, lds, stream); });
}

hipError_t hipLaunchCooperativeKernel_spt(const void* stub, dim3 grid, dim3 block, void** arguments, uint32_t lds,
                                          hipStream_t stream) {
  return call(__func__, [&] { return launch_cooperative(stub, grid, block, arguments, lds, or_per_thread(stream)); });
}

// These two functions take a list with a launch for each device. There is one device, so the list must have one entry.
hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams* list, int count, unsigned flags) {
  return call(__func__, [&] {
    constexpr unsigned kKnown = hipCooperativeLaunchMultiDeviceNoPreSync | hipCooperativeLaunchMultiDeviceNoPostSync;
    if (list == nullptr || count != 1 || (flags & ~kKnown) != 0) return hipErrorInvalidValue;
    return launch_cooperative(list->func, list->gridDim, list->blockDim, list->args, list->sharedMem, list->stream);
  });
}

hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams* list, int count, unsigned flags) {
  return call(__func__, [&] {
    constexpr unsigned kKnown = hipCooperativeLaunchMultiDeviceNoPreSync | hipCooperativeLaunchMultiDeviceNoPostSync;
    if (list == nullptr || count != 1 || (flags & ~kKnown) != 0) return hipErrorInvalidValue;
    return launch_stub(list->func, {list->gridDim, list->blockDim, list->sharedMem, list->stream, false}, list->args);
  });
}

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                 unsigned block_x, unsigned block_y, unsigned block_z, unsigned lds, hipStream_t stream,
                                 void** arguments, void** extra) {
  return call(__func__, [&] {
    return launch_function(function, {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, lds, stream, false},
                           arguments, extra);
  });
}

// HIP has had this function since 5.5.
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                            unsigned block_x, unsigned block_y, unsigned block_z, unsigned lds,
                                            hipStream_t stream, void** arguments) {
  return call(__func__, [&] {
    if (function == nullptr) return hipErrorInvalidHandle;
    const Launch launch{{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, lds, stream, true};
    const auto fits = check_cooperative(kernel_of(function), launch.grid, launch.block, lds);
    return fits == hipSuccess ? launch_function(function, launch, arguments, nullptr) : fits;
  });
}

hipError_t hipConfigureCall(dim3 grid, dim3 block, size_t lds, hipStream_t stream) {
  return call(__func__, [&] {
    old_launches.push_back({{grid, block, lds, stream, false}, {}});
    return hipSuccess;
  });
}

hipError_t hipSetupArgument(const void* argument, size_t bytes, size_t offset) {
  return call(__func__, [&] {
    // The bounds are far above what a kernel can take, and keep the sum from overflowing.
    if (argument == nullptr || offset > (1u << 20) || bytes > (1u << 20)) return hipErrorInvalidValue;
    if (old_launches.empty()) return hipErrorMissingConfiguration;
    auto& all = old_launches.back().arguments;
    all.resize(std::max(all.size(), offset + bytes));
    std::memcpy(all.data() + offset, argument, bytes);
    return hipSuccess;
  });
}

hipError_t hipLaunchByPtr(const void* stub) {
  return call(__func__, [&] {
    if (old_launches.empty()) return hipErrorMissingConfiguration;
    const auto launch = std::move(old_launches.back());
    old_launches.pop_back();
    if (stub == nullptr) return hipErrorInvalidDeviceFunction;
    auto& kernel = find_kernel(stub);
    if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
    launch_packed(kernel, launch.launch, launch.arguments.data(), launch.arguments.size());
    return Device::get().synchronous() ? Device::get().fault() : hipSuccess;
  });
}

hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void* data) {
  return call(__func__, [&] {
    if (function == nullptr) return hipErrorInvalidValue;
    auto& device = Device::get();
    // As in CUDA, the function is not called after a fault. Only callbacks learn of errors.
    Streams::get().submit(Streams::get().find(stream), [=, &device] {
      if (device.fault() == hipSuccess) function(data);
    });
    return hipSuccess;
  });
}

hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, const void* stub) {
  return call(__func__, [&] {
    if (attributes == nullptr) return hipErrorInvalidValue;
    if (stub == nullptr) return hipErrorInvalidDeviceFunction;
    *attributes = function_attributes(find_kernel(stub));
    return hipSuccess;
  });
}

hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute attribute, hipFunction_t function) {
  return call(__func__, [&] {
    if (value == nullptr) return hipErrorInvalidValue;
    const auto all = function_attributes(kernel_of(function));
    switch (attribute) {
      case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = all.maxThreadsPerBlock;
        return hipSuccess;
      case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = static_cast<int>(all.sharedSizeBytes);
        return hipSuccess;
      case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        *value = static_cast<int>(all.constSizeBytes);
        return hipSuccess;
      case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = static_cast<int>(all.localSizeBytes);
        return hipSuccess;
      case HIP_FUNC_ATTRIBUTE_NUM_REGS:
        *value = all.numRegs;
        return hipSuccess;
      case HIP_FUNC_ATTRIBUTE_PTX_VERSION:
      case HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = all.binaryVersion;
        return hipSuccess;
      case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
        *value = all.cacheModeCA;
        return hipSuccess;
      case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = all.maxDynamicSharedSizeBytes;
        return hipSuccess;
      case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = all.preferredShmemCarveout;
        return hipSuccess;
      default:
        return hipErrorInvalidValue;
    }
  });
}

hipError_t hipFuncSetAttribute(const void* stub, hipFuncAttribute attribute, int value) {
  return call(__func__, [&] {
    if (stub == nullptr) return hipErrorInvalidDeviceFunction;
    const auto& kernel = find_kernel(stub);
    if (attribute == hipFuncAttributePreferredSharedMemoryCarveout) return hipSuccess;
    if (attribute != hipFuncAttributeMaxDynamicSharedMemorySize) return hipErrorInvalidValue;
    return value < 0 || static_cast<size_t>(value) > dynamic_limit(kernel) ? hipErrorInvalidValue : hipSuccess;
  });
}

hipError_t hipFuncSetCacheConfig(const void* stub, hipFuncCache_t config) {
  return call(__func__, [&] {
    if (stub == nullptr) return hipErrorInvalidDeviceFunction;
    return hipDeviceSetCacheConfig(config);
  });
}

hipError_t hipFuncSetSharedMemConfig(const void* stub, hipSharedMemConfig config) {
  return call(__func__, [&] {
    if (stub == nullptr) return hipErrorInvalidDeviceFunction;
    return hipDeviceSetSharedMemConfig(config);
  });
}

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* count, const void* stub, int block, size_t lds) {
  return call(__func__, [&] {
    if (stub == nullptr) return hipErrorInvalidDeviceFunction;
    return max_blocks(count, find_kernel(stub), block, lds);
  });
}

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* count, const void* stub, int block, size_t lds,
                                                                 unsigned flags) {
  return call(__func__, [&] {
    if (stub == nullptr) return hipErrorInvalidDeviceFunction;
    return max_blocks(count, find_kernel(stub), block, lds, flags);
  });
}

hipError_t hipOccupancyMaxPotentialBlockSize(int* grid, int* block, const void* stub, size_t lds, int limit) {
  return call(__func__, [&] {
    if (stub == nullptr) return hipErrorInvalidDeviceFunction;
    return best_block(grid, block, find_kernel(stub), lds, limit);
  });
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* count, hipFunction_t function, int block,
                                                              size_t lds) {
  return call(__func__, [&] { return max_blocks(count, kernel_of(function), block, lds); });
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* count, hipFunction_t function, int block,
                                                                       size_t lds, unsigned flags) {
  return call(__func__, [&] { return max_blocks(count, kernel_of(function), block, lds, flags); });
}

hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block, hipFunction_t function, size_t lds,
                                                   int limit) {
  return call(__func__, [&] { return best_block(grid, block, kernel_of(function), lds, limit); });
}

hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, hipFunction_t function, size_t lds,
                                                            int limit, unsigned flags) {
  return call(__func__, [&] {
    if (!is_occupancy_flag(flags)) return hipErrorInvalidValue;
    return best_block(grid, block, kernel_of(function), lds, limit);
  });
}

const char* hipKernelNameRef(const hipFunction_t function) {
  const char* name = nullptr;
  if (function == nullptr) return name;
  static_cast<void>(call(__func__, [&] {
    name = kernel_of(function).name.c_str();
    return hipSuccess;
  }));
  return name;
}

const char* hipKernelNameRefByPtr(const void* stub, hipStream_t) {
  return kernel_name(stub);
}

}  // extern "C"

// These three are C++ functions in HIP's headers.
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t items_x, uint32_t items_y, uint32_t items_z,
                                    uint32_t block_x, uint32_t block_y, uint32_t block_z, size_t lds,
                                    hipStream_t stream, void** arguments, void** extra, hipEvent_t start,
                                    hipEvent_t stop, uint32_t) {
  return call(__func__, [&] {
    return launch_items(function, {items_x, items_y, items_z}, {block_x, block_y, block_z}, lds, stream, arguments,
                        extra, start, stop);
  });
}

hipError_t hipHccModuleLaunchKernel(hipFunction_t function, uint32_t items_x, uint32_t items_y, uint32_t items_z,
                                    uint32_t block_x, uint32_t block_y, uint32_t block_z, size_t lds,
                                    hipStream_t stream, void** arguments, void** extra, hipEvent_t start,
                                    hipEvent_t stop) {
  return call(__func__, [&] {
    return launch_items(function, {items_x, items_y, items_z}, {block_x, block_y, block_z}, lds, stream, arguments,
                        extra, start, stop);
  });
}

namespace hip_impl {

void hipLaunchKernelGGLImpl(std::uintptr_t stub, const dim3& grid, const dim3& block, std::uint32_t lds,
                            hipStream_t stream, void** arguments) {
  static_cast<void>(call(__func__, [&] {
    return launch_stub(reinterpret_cast<const void*>(stub), {grid, block, lds, stream, false}, arguments);
  }));
}

}  // namespace hip_impl
