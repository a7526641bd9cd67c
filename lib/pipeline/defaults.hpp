#pragma once

#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// Returns `options` with the documented defaults in place of empty values.
BuildOptions with_defaults(BuildOptions options);

}  // namespace rocm_bindgen::build
