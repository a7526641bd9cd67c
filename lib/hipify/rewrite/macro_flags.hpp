#pragma once

#include <set>
#include <string>
#include <vector>

namespace rocm_bindgen::build {

/// The macros that -D flags define, in either form (-DX, -D X), except those that a later -U removes.
std::set<std::string, std::less<>> defined_by(const std::vector<std::string>& clang_flags);

}  // namespace rocm_bindgen::build
