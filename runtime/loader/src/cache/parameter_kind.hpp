#pragma once

#include "rocm_bindgen/kernel.hpp"
#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// The type of a parameter that may be anything of its size, a pointer too: cubins do not tell. Known by its address.
inline constexpr char kUnknownKind[] = "?";

/// What a parameter is, from its type as the source has it ("const size_t"): `other` where the name does not tell,
/// which any value of the right size may then be.
ArgumentKind parameter_kind(const ParameterInfo& parameter);

}  // namespace rocm_bindgen::runtime
