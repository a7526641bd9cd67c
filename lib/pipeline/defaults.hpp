#pragma once

#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// The options with what is documented for those that are empty.
BuildOptions with_defaults(BuildOptions options);

}  // namespace rocm_bindgen::build
