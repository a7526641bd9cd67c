// What the program's translation units registered before main(): fat binaries, kernels' stubs and variables. A fat
// binary is loaded when something of it is first used.
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
/// `pointer`: the host's variable, which is a pointer and gets the address of managed memory that begins as `initial`.
void register_managed(FatBinary* binary, void** pointer, const void* initial, const char* name, std::size_t bytes);

/// The targets that the program has code for, in the order in which it was registered.
std::vector<std::string> registered_targets();

/// The kernel of a stub. Throws Failure(hipErrorInvalidDeviceFunction) for what is none.
Kernel& find_kernel(const void* stub);
/// The kernel's name; null for what is no stub.
const char* kernel_name(const void* stub);
/// The device's memory of a variable. Throws Failure(hipErrorInvalidSymbol) for what is none.
Variable find_variable(const void* shadow);

/// At the process's exit: code objects are the driver's to free.
void unload_all();

}  // namespace rocm_bindgen::hip
