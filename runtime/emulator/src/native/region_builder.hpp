// Builds the function of a region.
#pragma once

#include <llvm/IR/Module.h>

#include "machine/target.hpp"
#include "native/region.hpp"

namespace rocm_bindgen::emulator {

/// Adds the function `name` to the module. Its type is NativeFunction. `first_site` is the number of the first memory
/// instruction; the result is the number of the next one.
unsigned build_region(llvm::Module& module, const char* name, const Region& region, const Target& target,
                      unsigned lanes, unsigned first_site, bool exact_nans);

}  // namespace rocm_bindgen::emulator
