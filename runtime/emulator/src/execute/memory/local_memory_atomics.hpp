// DS instructions that read, change and write LDS.
#pragma once

#include "execute/operation_table.hpp"

namespace rocm_bindgen::emulator {

void add_local_memory_atomics(OperationTable& table);

}  // namespace rocm_bindgen::emulator
