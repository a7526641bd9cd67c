// The memory of a code object's `__managed__` variables.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/address_space.hpp"

namespace rocm_bindgen::emulator {

/// Clang compiles `__managed__ int x = 7;` to two symbols: `x.managed`, which has the initial value, and `x`, a pointer
/// that kernels follow and that the loader must set. HIP does so when hipModuleLoadData() loads a code object: it
/// allocates managed memory of the size of `x.managed`, copies the initial value there, and writes the address to `x`.
class ManagedVariables {
 public:
  /// `space` must outlive it.
  explicit ManagedVariables(AddressSpace& space) : space_(space) {}
  ManagedVariables(const ManagedVariables&) = delete;
  ManagedVariables& operator=(const ManagedVariables&) = delete;
  ~ManagedVariables();

  /// Gives one variable its memory: `bytes`, of which the first `initial_bytes` are a copy of `initial` and the others
  /// are zeros. `pointer` is where the code object has the variable's pointer. False if the device has no memory.
  bool add(void* pointer, const void* initial, std::uint64_t initial_bytes, std::uint64_t bytes);

 private:
  AddressSpace& space_;
  std::vector<void*> memory_;
};

}  // namespace rocm_bindgen::emulator
