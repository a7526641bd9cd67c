// Reads from an AMD code object what a driver must know to load it.
#pragma once

#include <string>
#include <vector>

#include "runtime/loader/fault_driver/hip_abi.hpp"

namespace fault {

struct CodeObject {
  unsigned flags = 0;                ///< e_flags
  std::vector<std::string> kernels;  ///< names of the dynamic symbols "<name>.kd"
};

/// Returns kInvalidImage if this is no AMD code object. As in HIP, the size of the image is unknown: its own header
/// determines it, and a truncated image is read past its end.
Status read_code_object(const void* image, CodeObject& object);

}  // namespace fault
