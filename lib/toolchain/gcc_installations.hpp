#pragma once

#include <string>

namespace rocm_bindgen::build {

/// The GCCs of this machine, one per line, sorted. Clang's driver takes the C++ library of the newest: another one that
/// is installed changes what `#include <cmath>` reads, though no file has changed.
std::string gcc_installations();

}  // namespace rocm_bindgen::build
