#pragma once

#include <string>
#include <string_view>

namespace rocm_bindgen::build {

/// All rules as text. The format "tsv" has a line of column names, then one row per rule. The format "markdown" is a
/// page of the documentation site.
std::string list_rules(std::string_view format);

}  // namespace rocm_bindgen::build
