// Artificial cubins for tests: an ELF header and the kernels' names, nothing to execute.
#pragma once

#include <string>
#include <vector>

namespace fault_cuda {

/// A cubin for sm_`sm` with the layout of nvcc 13 and one function per kernel.
std::string fake_cubin(unsigned sm, const std::vector<std::string>& kernels);

}  // namespace fault_cuda
