#pragma once

#include "rocm_bindgen/kernel.hpp"
#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// The type text of a parameter that may be anything of its size, including a pointer, because cubins do not record
/// types. It is recognised by its address, so that a text in a header cannot be mistaken for it.
inline constexpr char kUnknownKind[] = "?";

/// The kind of a parameter, derived from its type as written in the source ("const size_t"). `other` if the text does
/// not determine it; any argument of the right size, except a pointer, is then accepted.
ArgumentKind parameter_kind(const ParameterInfo& parameter);

}  // namespace rocm_bindgen::runtime
