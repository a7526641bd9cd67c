#include "runtime/emulator/probes/account.hpp"

// The number of kernels that a processor cannot run. Every processor can run those of lib/cuda_compat.
std::optional<std::size_t> probe::kernels_not_for(const std::string&) {
  return 0;
}
