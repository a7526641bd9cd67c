// Queries on the device and on kernels, and errors: wrong arguments, a kernel's fault, and a forked process.
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "cases.hpp"
#include "check.hpp"

namespace {

__global__ __launch_bounds__(128) void bounded(float* out) {
  __shared__ float shared[64];
  shared[threadIdx.x % 64] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = shared[(threadIdx.x + 1) % 64];
}

__global__ void store(int* out) {
  out[threadIdx.x] = 1;
}

}  // namespace

void queries() {
  int count = 0, device = 9, value = 0;
  HIP_CHECK(hipGetDeviceCount(&count));
  CHECK(count == 1);
  HIP_CHECK(hipGetDevice(&device));
  CHECK(device == 0);
  HIP_CHECK(hipSetDevice(0));
  HIP_FAILS(hipErrorInvalidDevice, hipSetDevice(1));
  CHECK(hipPeekAtLastError() == hipErrorInvalidDevice && hipGetLastError() == hipErrorInvalidDevice);
  CHECK(hipGetLastError() == hipSuccess);
  hipDeviceProp_t properties{};
  HIP_CHECK(hipGetDeviceProperties(&properties, 0));
  CHECK(std::strncmp(properties.name, "emulated ", 9) == 0);
  HIP_CHECK(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 0));
  CHECK(value == properties.warpSize);
  const bool cdna = std::strncmp(properties.gcnArchName, "gfx90a", 6) == 0;
  CHECK(value == (cdna ? 64 : 32));
  // 4 SIMDs with 8 waves of 64, or 2 SIMDs with 16 waves of 32.
  CHECK(properties.maxThreadsPerMultiProcessor == (cdna ? 2048 : 1024));
  CHECK(properties.major == (cdna ? 9 : 10) && properties.minor == (cdna ? 0 : 3));
  char name[256];
  HIP_CHECK(hipDeviceGetName(name, sizeof name, 0));
  CHECK(std::strcmp(name, properties.name) == 0);
  size_t total = 0;
  HIP_CHECK(hipDeviceTotalMem(&total, 0));
  CHECK(total == properties.totalGlobalMem);
  char bus[32];
  HIP_CHECK(hipDeviceGetPCIBusId(bus, sizeof bus, 0));
  HIP_CHECK(hipDeviceGetByPCIBusId(&device, bus));
  CHECK(device == 0);
  HIP_CHECK(hipRuntimeGetVersion(&value));
  CHECK(value == HIP_VERSION);
  CHECK(std::string(hipGetErrorName(hipErrorInvalidValue)) == "hipErrorInvalidValue");
  CHECK(std::string(hipGetErrorString(hipErrorOutOfMemory)) == "out of memory");
  CHECK(std::string(hipGetErrorName(static_cast<hipError_t>(123456))) == "hipErrorUnknown");
}

void functions() {
  hipFuncAttributes attributes{};
  HIP_CHECK(hipFuncGetAttributes(&attributes, reinterpret_cast<const void*>(bounded)));
  CHECK(attributes.maxThreadsPerBlock == 128 && attributes.sharedSizeBytes == 64 * sizeof(float));
  CHECK(attributes.numRegs > 0);
  int blocks = 0, grid = 0, block = 0;
  HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reinterpret_cast<const void*>(bounded), 128, 0));
  CHECK(blocks > 1);
  int fewer = 0;
  HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&fewer, reinterpret_cast<const void*>(bounded), 128, 30000));
  CHECK(fewer == 2);  // 65536 bytes of shared memory hold two blocks of 30000 + 256
  HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&fewer, reinterpret_cast<const void*>(bounded), 256, 0));
  CHECK(fewer == 0);  // the kernel's launch bounds permit 128 threads
  // With the kernel's own 256 bytes, this is more than 2^64.
  HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&fewer, reinterpret_cast<const void*>(bounded), 128,
                                                         ~size_t{0} - 100));
  CHECK(fewer == 0);
  HIP_CHECK(hipOccupancyMaxPotentialBlockSize(&grid, &block, reinterpret_cast<const void*>(bounded), 0, 0));
  CHECK(block > 0 && block <= 128 && grid > 0);
  HIP_CHECK(hipFuncSetAttribute(reinterpret_cast<const void*>(bounded), hipFuncAttributeMaxDynamicSharedMemorySize, 1000));
  HIP_FAILS(hipErrorInvalidDeviceFunction, hipFuncGetAttributes(&attributes, &blocks));
  float* out = nullptr;
  HIP_CHECK(hipMallocManaged(&out, 128 * sizeof(float)));
  // Too many threads, too much shared memory, and an empty grid.
  bounded<<<1, 129>>>(out);
  CHECK(hipGetLastError() == hipErrorInvalidConfiguration);
  bounded<<<1, 128, 1 << 20>>>(out);
  CHECK(hipGetLastError() == hipErrorInvalidConfiguration);
  bounded<<<0, 128>>>(out);
  CHECK(hipGetLastError() == hipErrorInvalidConfiguration);
  bounded<<<1, 128>>>(out);
  HIP_CHECK(hipDeviceSynchronize());
}

void wrong_arguments() {
  void* memory = nullptr;
  HIP_FAILS(hipErrorInvalidValue, hipMalloc(static_cast<void**>(nullptr), 4));
  HIP_FAILS(hipErrorInvalidValue, hipGetDeviceCount(nullptr));
  HIP_FAILS(hipErrorInvalidValue, hipMemcpy(nullptr, nullptr, 4, hipMemcpyHostToDevice));
  HIP_FAILS(hipErrorInvalidValue, hipMallocManaged(&memory, 0));
  HIP_FAILS(hipErrorInvalidValue, hipHostRegister(nullptr, 4, 0));
  HIP_FAILS(hipErrorInvalidHandle, hipEventRecord(nullptr, nullptr));
  HIP_FAILS(hipErrorInvalidHandle, hipStreamDestroy(reinterpret_cast<hipStream_t>(0x1234)));
  hipModule_t module = nullptr;
  HIP_FAILS(hipErrorFileNotFound, hipModuleLoad(&module, "no/such/file"));
  HIP_FAILS(hipErrorInvalidImage, hipModuleLoadData(&module, "this is no code object, and neither a bundle of them"));
  hipFunction_t function = nullptr;
  HIP_FAILS(hipErrorInvalidHandle, hipModuleGetFunction(&function, module, "kernel"));
  HIP_FAILS(hipErrorNotSupported, hipArrayDestroy(nullptr));
  CHECK(hipGetLastError() == hipErrorNotSupported);
}

// A kernel's error is returned by the call that waits for the kernel, and by all later calls until the device is reset.
void kernel_fault() {
  int* data = nullptr;
  HIP_CHECK(hipMalloc(&data, 4 * sizeof(int)));
  store<<<1, 64>>>(data);
  CHECK(hipDeviceSynchronize() == hipErrorIllegalAddress);
  HIP_FAILS(hipErrorIllegalAddress, hipMalloc(&data, 4));
  store<<<1, 1>>>(data);
  CHECK(hipGetLastError() == hipErrorIllegalAddress);
  HIP_CHECK(hipDeviceReset());
  HIP_CHECK(hipMalloc(&data, 4 * sizeof(int)));
  store<<<1, 4>>>(data);
  HIP_CHECK(hipDeviceSynchronize());
}

// A forked process cannot use its parent's device, and exits without waiting for the parent's streams.
void forked() {
  int* data = nullptr;
  HIP_CHECK(hipMallocManaged(&data, 4 * sizeof(int)));
  store<<<1, 4>>>(data);
  HIP_CHECK(hipDeviceSynchronize());
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    HIP_FAILS(hipErrorNotInitialized, hipMalloc(&data, 4));
    std::exit(7);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  HIP_CHECK(hipFree(data));
}
