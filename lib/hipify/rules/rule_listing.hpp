#pragma once

#include <string>
#include <string_view>

namespace rocm_bindgen::build {

/// All rules as text: "tsv" has a row per rule behind a line of column names, "markdown" is a page of the documents'
/// site.
std::string list_rules(std::string_view format);

}  // namespace rocm_bindgen::build
