#pragma once

#include <set>
#include <string>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// Adds to `names` the names of the function, class and alias templates that classes in the text declare as members.
void add_member_templates(const TokenList& tokens, std::set<std::string, std::less<>>& names);

}  // namespace rocm_bindgen::build
