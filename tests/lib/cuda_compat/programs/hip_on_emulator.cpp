// The part of HIP's runtime that the programs in this folder need, implemented on an emulated device. The kernels are
// those that the tool built from the same source; they are found by their symbols in the folder that
// ROCM_BINDGEN_PROGRAM_ARTIFACTS names.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <hip/hip_runtime_api.h>

#include "gpu/artifact_modules.hpp"
#include "rocm_bindgen/runtime.hpp"

namespace {

using rocm_bindgen::Buffer;

// Programs register their kernels before main(), and may free memory in destructors of static objects, so nothing here
// may depend on the order in which static objects are initialized and destroyed. Both objects are never destroyed.
struct Runtime {
  rocm_bindgen::Device device = rocm_bindgen::Device::open();
  rocm_bindgen::Stream stream{device};
  gpu::ArtifactModules artifacts{std::getenv("ROCM_BINDGEN_PROGRAM_ARTIFACTS")};
  std::map<const char*, std::unique_ptr<Buffer<char>>> memory;
};
Runtime& runtime() {
  static auto* instance = new Runtime;
  return *instance;
}
std::map<const void*, std::string>& symbols() {
  static auto* all = new std::map<const void*, std::string>;
  return *all;
}

struct Launch {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes;
  hipStream_t stream;
};
Launch configured;  // by the last <<<...>>>, whose kernel's stub takes it

// The programs do not check what every call returns, so an error ends the program.
template <class Function>
hipError_t succeed_or_exit(Function f) {
  try {
    f();
    return hipSuccess;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::exit(EXIT_FAILURE);
  }
}

// The allocation that contains an address, and the offset in it; none for host memory.
std::pair<Buffer<char>*, std::size_t> allocation_of(const void* address) {
  auto& memory = runtime().memory;
  auto after = memory.upper_bound(static_cast<const char*>(address));
  if (after == memory.begin()) return {nullptr, 0};
  const auto found = std::prev(after);
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(address) - found->first);
  if (offset >= found->second->size()) return {nullptr, 0};
  return {found->second.get(), offset};
}

void copy(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  std::vector<char> content(bytes);
  const auto [source, source_offset] = allocation_of(from);
  if (source != nullptr)
    source->copy_to(content.data(), bytes, source_offset);
  else
    std::memcpy(content.data(), from, bytes);
  const auto [target, target_offset] = allocation_of(to);
  if (target != nullptr)
    target->copy_from(content.data(), bytes, target_offset);
  else
    std::memcpy(to, content.data(), bytes);
}

void launch(const std::string& symbol, const Launch& how, const void* const* arguments) {
  for (const auto& module : runtime().artifacts.modules())
    for (std::uint32_t i = 0; i < module.kernel_count; ++i) {
      if (module.kernels[i].symbol != symbol) continue;
      const rocm_bindgen::LaunchConfig config{{how.grid.x, how.grid.y, how.grid.z},
                                              {how.block.x, how.block.y, how.block.z},
                                              static_cast<std::uint32_t>(how.shared_bytes)};
      rocm_bindgen::launch(runtime().stream, module, i, config, arguments);
      return runtime().stream.synchronize();
    }
  throw std::runtime_error("no such kernel: " + symbol);
}

}  // namespace

extern "C" {

void** __hipRegisterFatBinary(const void*) {
  static void* handle = nullptr;
  return &handle;
}
void __hipUnregisterFatBinary(void**) {}
void __hipRegisterFunction(void**, const void* stub, char*, const char* symbol, unsigned, void*, void*, void*, void*,
                           int*) {
  symbols()[stub] = symbol;
}
void __hipRegisterVar(void**, void*, char*, char*, int, std::size_t, int, int) {}

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes, hipStream_t stream) {
  configured = {grid, block, shared_bytes, stream};
  return hipSuccess;
}
hipError_t __hipPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes, hipStream_t* stream) {
  *grid = configured.grid;
  *block = configured.block;
  *shared_bytes = configured.shared_bytes;
  *stream = configured.stream;
  return hipSuccess;
}
hipError_t hipLaunchKernel(const void* stub, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                           hipStream_t stream) {
  return succeed_or_exit([&] { launch(symbols().at(stub), {grid, block, shared_bytes, stream}, arguments); });
}

hipError_t hipMalloc(void** address, std::size_t bytes) {
  return succeed_or_exit([&] {
    auto buffer = std::make_unique<Buffer<char>>(runtime().device, bytes);
    *address = buffer->data();
    runtime().memory[buffer->data()] = std::move(buffer);
  });
}
hipError_t hipMallocManaged(void** address, std::size_t bytes, unsigned) {
  return hipMalloc(address, bytes);
}
hipError_t hipFree(void* address) {
  runtime().memory.erase(static_cast<const char*>(address));
  return hipSuccess;
}
hipError_t hipMemcpy(void* to, const void* from, std::size_t bytes, hipMemcpyKind) {
  return succeed_or_exit([&] { copy(to, from, bytes); });
}
hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t bytes, hipMemcpyKind, hipStream_t) {
  return succeed_or_exit([&] { copy(to, from, bytes); });
}
hipError_t hipMemset(void* to, int value, std::size_t bytes) {
  return succeed_or_exit([&] { copy(to, std::string(bytes, static_cast<char>(value)).data(), bytes); });
}
hipError_t hipMemsetAsync(void* to, int value, std::size_t bytes, hipStream_t) {
  return hipMemset(to, value, bytes);
}
// Every launch and copy above is complete when it returns, so there is nothing to wait for, and no error is left over.
hipError_t hipGetLastError() {
  return hipSuccess;
}
hipError_t hipDeviceSynchronize() {
  return hipSuccess;
}
hipError_t hipStreamSynchronize(hipStream_t) {
  return hipSuccess;
}
hipError_t hipGetDevice(int* device) {
  *device = 0;
  return hipSuccess;
}
hipError_t hipSetDevice(int) {
  return hipSuccess;
}
const char* hipGetErrorString(hipError_t) {
  return "an error of the emulated device";
}
}
