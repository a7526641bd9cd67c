// Every form of a launch other than `<<<>>>`, and queries about a kernel's occupancy and name.
#include <cstring>
#include <string>

#include <hip/hip_ext.h>

#include "cases.hpp"
#include "check.hpp"
#include "code.hpp"

// hipHccModuleLaunchKernel() is deprecated, but still exported.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// HIP's headers no longer declare this function, which programs that were built with older ones call.
namespace hip_impl {
void hipLaunchKernelGGLImpl(std::uintptr_t stub, const dim3& grid, const dim3& block, std::uint32_t lds,
                            hipStream_t stream, void** arguments);
}

extern "C" __global__ void add_number(int* data, int number) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += number;
}

namespace {

constexpr int kCount = 128;

const void* add_number_stub() {
  return reinterpret_cast<const void*>(add_number);
}

/// Waits for the device, checks that all elements are `expected`, and sets them to 0.
void check_and_clear(int* data, int expected) {
  HIP_CHECK(hipDeviceSynchronize());
  for (int i = 0; i < kCount; ++i) {
    CHECK(data[i] == expected);
    data[i] = 0;
  }
}

struct Packed {
  int* data;
  int value;
};

}  // namespace

void launch_forms() {
  int* data = managed<int>(kCount);
  int number = 3;
  void* arguments[] = {&data, &number};
  hipStream_t stream = nullptr;
  hipEvent_t start = nullptr, stop = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  HIP_CHECK(hipEventCreate(&start));
  HIP_CHECK(hipEventCreate(&stop));

  HIP_CHECK(hipLaunchKernel(add_number_stub(), dim3(2), dim3(64), arguments, 0, stream));
  // Arguments are copied by the call, so later changes have no effect.
  number = 1000;
  check_and_clear(data, 3);
  number = 4;
  HIP_FAILS(hipErrorInvalidDeviceFunction, hipLaunchKernel(nullptr, dim3(2), dim3(64), arguments, 0, stream));
  HIP_FAILS(hipErrorInvalidConfiguration, hipLaunchKernel(add_number_stub(), dim3(0), dim3(64), arguments, 0, stream));
  // 2^64 + 64 threads.
  HIP_FAILS(hipErrorInvalidConfiguration,
            hipLaunchKernel(add_number_stub(), dim3(2), dim3(64, 536838145, 536903681), arguments, 0, stream));

  HIP_CHECK(hipExtLaunchKernel(add_number_stub(), dim3(2), dim3(64), arguments, 0, stream, start, stop, 0));
  check_and_clear(data, 4);
  float milliseconds = -1;
  HIP_CHECK(hipEventElapsedTime(&milliseconds, start, stop));
  CHECK(milliseconds >= 0);
  HIP_FAILS(hipErrorInvalidDeviceFunction,
            hipExtLaunchKernel(nullptr, dim3(2), dim3(64), arguments, 0, stream, nullptr, nullptr, 0));

  hipLaunchParams launch{};
  launch.func = const_cast<void*>(add_number_stub());
  launch.gridDim = dim3(2);
  launch.blockDim = dim3(64);
  launch.args = arguments;
  launch.stream = stream;
  HIP_CHECK(hipExtLaunchMultiKernelMultiDevice(&launch, 1, 0));
  check_and_clear(data, 4);
  HIP_FAILS(hipErrorInvalidValue, hipExtLaunchMultiKernelMultiDevice(&launch, 2, 0));
  HIP_FAILS(hipErrorInvalidValue, hipExtLaunchMultiKernelMultiDevice(nullptr, 1, 0));

  hip_impl::hipLaunchKernelGGLImpl(reinterpret_cast<std::uintptr_t>(add_number_stub()), dim3(2), dim3(64), 0, stream,
                                   arguments);
  check_and_clear(data, 4);
  hip_impl::hipLaunchKernelGGLImpl(0, dim3(2), dim3(64), 0, stream, arguments);
  CHECK(hipGetLastError() == hipErrorInvalidDeviceFunction);

  // Here arguments are passed one by one, with their offsets in the kernel's argument buffer. Configurations nest: the
  // last one is launched first. The inner launch adds 10 to 64 elements, the outer one 20 to all 128.
  HIP_FAILS(hipErrorMissingConfiguration, hipSetupArgument(&data, sizeof data, 0));
  HIP_FAILS(hipErrorMissingConfiguration, hipLaunchByPtr(add_number_stub()));
  const int inner = 10, outer = 20;
  HIP_CHECK(hipConfigureCall(dim3(2), dim3(64), 0, stream));
  HIP_CHECK(hipSetupArgument(&data, sizeof data, 0));
  HIP_CHECK(hipConfigureCall(dim3(1), dim3(64), 0, stream));
  HIP_CHECK(hipSetupArgument(&data, sizeof data, 0));
  HIP_CHECK(hipSetupArgument(&inner, sizeof inner, sizeof data));
  HIP_CHECK(hipLaunchByPtr(add_number_stub()));
  HIP_CHECK(hipSetupArgument(&outer, sizeof outer, sizeof data));
  HIP_CHECK(hipLaunchByPtr(add_number_stub()));
  HIP_CHECK(hipDeviceSynchronize());
  for (int i = 0; i < kCount; ++i) CHECK(data[i] == (i < 64 ? 30 : 20));
  std::memset(data, 0, kCount * sizeof(int));
  // An argument is missing.
  HIP_CHECK(hipConfigureCall(dim3(2), dim3(64), 0, stream));
  HIP_CHECK(hipSetupArgument(&data, sizeof data, 0));
  HIP_FAILS(hipErrorInvalidValue, hipLaunchByPtr(add_number_stub()));
  check_and_clear(data, 0);

  // Functions of a module: add_offset() adds `number`, 4, and 5 more.
  const auto module = load_code();
  const auto function = function_of(module, "add_offset");
  HIP_CHECK(hipModuleLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr));
  check_and_clear(data, 9);
  Packed packed{data, 30};
  size_t bytes = sizeof packed;
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   HIP_LAUNCH_PARAM_END};
  HIP_CHECK(hipModuleLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, stream, nullptr, extra));
  check_and_clear(data, 35);  // 30 + 5
  HIP_FAILS(hipErrorInvalidValue, hipModuleLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, stream, arguments, extra));
  bytes = sizeof(int*);  // too few for both arguments
  HIP_FAILS(hipErrorInvalidValue, hipModuleLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, stream, nullptr, extra));
  void* without_size[] = {HIP_LAUNCH_PARAM_BUFFER_SIZE, nullptr, HIP_LAUNCH_PARAM_END};
  HIP_FAILS(hipErrorInvalidValue, hipModuleLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, stream, nullptr, without_size));
  // A kernel without parameters needs no buffer, and a program may have an empty one.
  size_t none = 0;
  void* empty[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, nullptr, HIP_LAUNCH_PARAM_BUFFER_SIZE, &none, HIP_LAUNCH_PARAM_END};
  HIP_CHECK(hipModuleLaunchKernel(function_of(module, "nothing"), 1, 1, 1, 1, 1, 1, 0, stream, nullptr, empty));
  HIP_FAILS(hipErrorInvalidValue, hipModuleLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, stream, nullptr, empty));
  HIP_FAILS(hipErrorInvalidHandle, hipModuleLaunchKernel(nullptr, 2, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr));
  // These two count threads, not blocks.
  HIP_CHECK(hipExtModuleLaunchKernel(function, kCount, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr, start, stop, 0));
  check_and_clear(data, 9);
  HIP_CHECK(hipEventElapsedTime(&milliseconds, start, stop));
  HIP_CHECK(hipHccModuleLaunchKernel(function, 64, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr, start, stop));
  HIP_CHECK(hipDeviceSynchronize());
  for (int i = 0; i < kCount; ++i) CHECK(data[i] == (i < 64 ? 9 : 0));
  // A block of 0 threads, and a grid that is no multiple of its blocks.
  HIP_FAILS(hipErrorInvalidConfiguration,
            hipExtModuleLaunchKernel(function, kCount, 1, 1, 0, 1, 1, 0, stream, arguments, nullptr));
  HIP_FAILS(hipErrorInvalidConfiguration,
            hipHccModuleLaunchKernel(function, 100, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr));
  HIP_CHECK(hipModuleUnload(module));
  HIP_CHECK(hipStreamDestroy(stream));
}

__global__ void write_outside(int* data) {
  data[1 << 20] = 1;
}

// The old form of a launch reports an earlier kernel's fault, as the others do.
void launch_after_fault() {
  int *data = managed<int>(kCount), number = 1;
  void* arguments[] = {&data, &number};
  write_outside<<<1, 1>>>(data);
  HIP_FAILS(hipErrorIllegalAddress, hipDeviceSynchronize());
  HIP_FAILS(hipErrorIllegalAddress, hipLaunchKernel(add_number_stub(), dim3(2), dim3(64), arguments, 0, nullptr));
  HIP_CHECK(hipConfigureCall(dim3(2), dim3(64), 0, nullptr));
  HIP_CHECK(hipSetupArgument(&data, sizeof data, 0));
  HIP_CHECK(hipSetupArgument(&number, sizeof number, sizeof data));
  HIP_FAILS(hipErrorIllegalAddress, hipLaunchByPtr(add_number_stub()));
}

void function_queries() {
  const auto module = load_code();
  const auto reverse = function_of(module, "reverse");
  int blocks = 0, with_flags = 0, grid = 0, block = 0, value = 0;

  CHECK(std::string(hipKernelNameRef(reverse)) == "reverse");
  CHECK(hipKernelNameRef(nullptr) == nullptr);
  CHECK(hipKernelNameRef(reinterpret_cast<hipFunction_t>(&value)) == nullptr);
  CHECK(std::string(hipKernelNameRefByPtr(add_number_stub(), nullptr)) == "add_number");
  CHECK(hipKernelNameRefByPtr(&value, nullptr) == nullptr);

  HIP_CHECK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, 128, 30000));
  CHECK(blocks == 2);  // 65536 bytes of shared memory hold two blocks of 30000 + 512
  HIP_CHECK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&with_flags, reverse, 128, 30000,
                                                                        hipOccupancyDefault));
  CHECK(with_flags == 2);
  HIP_CHECK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&with_flags, reverse, 256, 0,
                                                                        hipOccupancyDefault));
  CHECK(with_flags == 0);  // the kernel's launch bounds permit 128 threads
  HIP_FAILS(hipErrorInvalidHandle, hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                                       &with_flags, nullptr, 128, 0, hipOccupancyDefault));
  int units = 0;
  HIP_CHECK(hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, 0));
  HIP_CHECK(hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, reverse, 30000, 0));
  CHECK(block == 128 && grid == 2 * units);  // each compute unit holds two blocks of 30000 + 512 bytes
  HIP_CHECK(hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, reverse, 30000, 64, hipOccupancyDefault));
  CHECK(block == 64 && grid == 2 * units);
  HIP_FAILS(hipErrorInvalidValue, hipModuleOccupancyMaxPotentialBlockSize(nullptr, &block, reverse, 0, 0));
  HIP_FAILS(hipErrorInvalidValue,
            hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&grid, nullptr, reverse, 0, 0, hipOccupancyDefault));

  HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add_number_stub(), 256, 0));
  HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&with_flags, add_number_stub(), 256, 0,
                                                                  hipOccupancyDefault));
  CHECK(blocks > 0 && with_flags == blocks);
  HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&with_flags, add_number_stub(), 256, 40000,
                                                                  hipOccupancyDefault));
  CHECK(with_flags == 1);  // 65536 bytes hold one block of 40000
  HIP_FAILS(hipErrorInvalidValue,
            hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&with_flags, add_number_stub(), 256, 0, 77));
  HIP_FAILS(hipErrorInvalidValue,
            hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&with_flags, reverse, 256, 0, 77));
  HIP_FAILS(hipErrorInvalidValue,
            hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, reverse, 0, 0, 77));
  HIP_FAILS(hipErrorInvalidDeviceFunction, hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                                               &with_flags, static_cast<const void*>(nullptr), 256, 0, hipOccupancyDefault));

  // AMD's devices have neither a choice between cache and shared memory nor one of bank sizes, so only invalid
  // arguments have an effect.
  HIP_CHECK(hipFuncSetCacheConfig(add_number_stub(), hipFuncCachePreferL1));
  HIP_FAILS(hipErrorInvalidDeviceFunction, hipFuncSetCacheConfig(nullptr, hipFuncCachePreferL1));
  HIP_FAILS(hipErrorInvalidValue, hipFuncSetCacheConfig(add_number_stub(), static_cast<hipFuncCache_t>(77)));
  HIP_CHECK(hipFuncSetSharedMemConfig(add_number_stub(), hipSharedMemBankSizeEightByte));
  HIP_FAILS(hipErrorInvalidDeviceFunction, hipFuncSetSharedMemConfig(nullptr, hipSharedMemBankSizeEightByte));
  HIP_FAILS(hipErrorInvalidValue, hipFuncSetSharedMemConfig(add_number_stub(), static_cast<hipSharedMemConfig>(77)));
  HIP_CHECK(hipModuleUnload(module));
}
