// The functions that clang generates calls to: those that register a translation unit's device code before main() and
// unregister it at exit, and those that pass the configuration of a `<<<>>>` to the kernel's stub.
#include <vector>

#include "core/device.hpp"
#include "program/program.hpp"

using namespace rocm_bindgen::hip;

namespace {

/// The structure that clang emits as __hip_fatbin_wrapper.
struct Wrapper {
  unsigned magic;
  unsigned version;
  const void* binary;
  void* unused;
};
constexpr unsigned kMagic = 0x48495046;  // "HIPF"

struct Configuration {
  dim3 grid, block;
  size_t lds;
  hipStream_t stream;
};

/// A stack, because an expression in the arguments of a launch may launch another kernel.
thread_local std::vector<Configuration> configurations;

FatBinary* binary_of(void** handle) {
  return reinterpret_cast<FatBinary*>(handle);
}

}  // namespace

extern "C" {

void** __hipRegisterFatBinary(const void* data) {
  const auto* wrapper = static_cast<const Wrapper*>(data);
  if (wrapper == nullptr || wrapper->magic != kMagic) {
    say("__hipRegisterFatBinary: the data is not a fat binary of HIP");
    return nullptr;
  }
  return reinterpret_cast<void**>(register_fat_binary(wrapper->binary));
}

void __hipUnregisterFatBinary(void** handle) {
  if (handle != nullptr) unregister_fat_binary(binary_of(handle));
}

void __hipRegisterFunction(void** handle, const void* stub, char*, const char* name, unsigned, void*, void*, void*,
                           void*, int*) {
  if (handle != nullptr && name != nullptr) register_function(binary_of(handle), stub, name);
}

void __hipRegisterVar(void** handle, void* shadow, char*, char* name, int, size_t bytes, int, int) {
  if (handle != nullptr && name != nullptr) register_variable(binary_of(handle), shadow, name, bytes);
}

void __hipRegisterManagedVar(void** handle, void** pointer, void* initial, const char* name, size_t bytes, unsigned) {
  if (handle == nullptr || name == nullptr) return;
  // This function cannot return an error. call() writes it to standard error, and the program's first use of the
  // variable fails.
  static_cast<void>(call(__func__, [&] {
    register_managed(binary_of(handle), pointer, initial, name, bytes);
    return hipSuccess;
  }));
}

// Textures and surfaces are not served. The functions that use them report that, so nothing is registered here.
void __hipRegisterTexture(void**, void*, char*, char*, int, int, int) {}
void __hipRegisterSurface(void**, void*, char*, char*, int, int) {}

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t lds, hipStream_t stream) {
  return call(__func__, [&] {
    configurations.push_back({grid, block, lds, stream});
    return hipSuccess;
  });
}

hipError_t __hipPopCallConfiguration(dim3* grid, dim3* block, size_t* lds, hipStream_t* stream) {
  return call(__func__, [&] {
    if (grid == nullptr || block == nullptr || lds == nullptr || stream == nullptr) return hipErrorInvalidValue;
    if (configurations.empty()) return hipErrorMissingConfiguration;
    const auto top = configurations.back();
    configurations.pop_back();
    *grid = top.grid;
    *block = top.block;
    *lds = top.lds;
    *stream = top.stream;
    return hipSuccess;
  });
}

}  // extern "C"
