// Artificial code objects for tests: an ELF header and the kernels' names, nothing to execute.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fault {

/// An AMD code object with these e_flags and, for each kernel, the dynamic symbol of its descriptor, "<name>.kd". It
/// has no metadata.
std::vector<std::byte> fake_code_object(unsigned flags, const std::vector<std::string>& kernels);

}  // namespace fault
