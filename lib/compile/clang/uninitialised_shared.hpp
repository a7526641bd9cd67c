#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// Returns edits with which the statement that declares the `__shared__` variable at offset `name` runs no constructor:
/// `__shared__ S a, b[4];` becomes a declaration of storage and of references to it. `names` are the offsets of all
/// variables that the compiler refused. Returns nothing if the statement cannot be parsed; the compiler's error then
/// remains.
std::optional<std::vector<Edit>> uninitialised_shared_edits(const TokenList& tokens, std::size_t name,
                                                            const std::vector<std::size_t>& names);

}  // namespace rocm_bindgen::build
