// Builds the function of a region.
#pragma once

#include <llvm/IR/Module.h>

#include "machine/target.hpp"
#include "native/region.hpp"

namespace rocm_bindgen::emulator {

/// Adds the function `name` to the module. Its type is NativeFunction. Returns the number of memory instructions, each
/// of which uses an entry of NativeContext::reads or writes.
unsigned build_region(llvm::Module& module, const char* name, const Region& region, const Target& target,
                      unsigned lanes, bool exact_nans);

}  // namespace rocm_bindgen::emulator
