#pragma once

#include <set>
#include <string>
#include <vector>

namespace rocm_bindgen::build {

/// The macros that -D defines, in both its forms; what -U takes back is none.
std::set<std::string, std::less<>> defined_by(const std::vector<std::string>& clang_flags);

}  // namespace rocm_bindgen::build
