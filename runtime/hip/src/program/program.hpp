// The program's own device code. Each translation unit registers it before main(): a fat binary (an offload bundle),
// the stubs of its kernels, and the shadows of its variables. A stub is the host function, and a shadow the host
// variable, by whose address the program names a kernel or variable. A fat binary is loaded when the program first uses
// something of it.
#pragma once

#include <string>
#include <vector>

#include "core/hip_types.hpp"
#include "program/code.hpp"

namespace rocm_bindgen::hip {

struct FatBinary;

FatBinary* register_fat_binary(const void* data);
void unregister_fat_binary(FatBinary* binary);
void register_function(FatBinary* binary, const void* stub, const char* name);
void register_variable(FatBinary* binary, const void* shadow, const char* name, std::size_t bytes);
/// Registers a __managed__ variable: allocates `bytes` bytes of managed memory, copies `initial` into them, and stores
/// their address in `*pointer`, which is the variable's shadow. This happens at once, because the host
/// may use the variable before any launch.
void register_managed(FatBinary* binary, void** pointer, const void* initial, const char* name, std::size_t bytes);

/// The targets of all registered fat binaries, in the order of registration, each once.
std::vector<std::string> registered_targets();

/// The kernel of a stub. Throws Failure(hipErrorInvalidDeviceFunction) for any other address.
Kernel& find_kernel(const void* stub);
/// The kernel's name. Null if `stub` is not registered.
const char* kernel_name(const void* stub);
/// The device memory of a variable. Throws Failure(hipErrorInvalidSymbol) if `shadow` is not registered.
Variable find_variable(const void* shadow);

/// Unloads all fat binaries. Called when the process exits, while the driver still exists.
void unload_all();

}  // namespace rocm_bindgen::hip
