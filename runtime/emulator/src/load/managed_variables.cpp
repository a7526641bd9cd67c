#include "load/managed_variables.hpp"

#include <cstring>

namespace rocm_bindgen::emulator {

ManagedVariables::~ManagedVariables() {
  for (auto* memory : memory_) space_.release(memory, AllocationKind::managed_variable);
}

bool ManagedVariables::add(void* pointer, const void* initial, std::uint64_t initial_bytes, std::uint64_t bytes) {
  auto* memory = space_.allocate(bytes, AllocationKind::managed_variable);
  if (memory == nullptr) return false;
  memory_.push_back(memory);
  std::memcpy(memory, initial, initial_bytes);
  std::memcpy(pointer, &memory, sizeof memory);
  return true;
}

}  // namespace rocm_bindgen::emulator
