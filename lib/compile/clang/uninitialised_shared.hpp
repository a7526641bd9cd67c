#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// The edits by which the statement that declares the `__shared__` variable named at `name` (an offset) runs no
/// constructor: `__shared__ S a, b[4];` becomes a declaration of storage and of references to it. `names` are the
/// offsets of all names that the compiler has refused. Nothing if the statement is not understood: it remains an error.
std::optional<std::vector<Edit>> uninitialised_shared_edits(const TokenList& tokens, std::size_t name,
                                                            const std::vector<std::size_t>& names);

}  // namespace rocm_bindgen::build
