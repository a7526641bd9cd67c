// Allocates and initializes the memory of a code object's `__managed__` variables.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/address_space.hpp"

namespace rocm_bindgen::emulator {

/// Clang compiles `__managed__ int x = 7;` to two symbols: `x.managed`, which contains the initial value, and `x`, a
/// pointer that kernels dereference and that the loader must set. HIP sets it when hipModuleLoadData() loads a code
/// object: it allocates managed memory of the size of `x.managed`, copies the initial value to it, and writes the
/// address to `x`. This class does the same, and releases the memory when the program is unloaded.
class ManagedVariables {
 public:
  /// `space` must outlive this object.
  explicit ManagedVariables(AddressSpace& space) : space_(space) {}
  ManagedVariables(const ManagedVariables&) = delete;
  ManagedVariables& operator=(const ManagedVariables&) = delete;
  ~ManagedVariables();

  /// Allocates `bytes` bytes for one variable. The first `initial_bytes` bytes are copied from `initial`; the others
  /// are zeros. The address of the memory is stored to `pointer`, the variable's pointer in the code object. Returns
  /// false if the device does not have enough memory.
  bool add(void* pointer, const void* initial, std::uint64_t initial_bytes, std::uint64_t bytes);

 private:
  AddressSpace& space_;
  std::vector<void*> memory_;
};

}  // namespace rocm_bindgen::emulator
