// DS instructions that read, change and write LDS.
#pragma once

#include "execute/operation_table.hpp"

namespace rocm_bindgen::emulator {

/// Adds the LDS atomics to the table, each also in the form that returns the previous value.
void add_local_memory_atomics(OperationTable& table);

}  // namespace rocm_bindgen::emulator
