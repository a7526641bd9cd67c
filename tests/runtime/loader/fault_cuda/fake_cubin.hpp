// A cubin made up for tests: an ELF header, the kernels' names, nothing to execute.
#pragma once

#include <string>
#include <vector>

namespace fault_cuda {

/// For sm_`sm`, as nvcc 13 lays it out, with a function per kernel.
std::string fake_cubin(unsigned sm, const std::vector<std::string>& kernels);

}  // namespace fault_cuda
