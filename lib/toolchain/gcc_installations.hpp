#pragma once

#include <string>

namespace rocm_bindgen::build {

/// The GCC installations of this machine, one per line, sorted. clang's driver uses the C++ library of the newest one,
/// so that installing another GCC changes what `#include <cmath>` reads although no existing file changes.
std::string gcc_installations();

}  // namespace rocm_bindgen::build
