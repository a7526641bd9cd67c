#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hipify/project/project_headers.hpp"

namespace rocm_bindgen::build {

/// A place for `file` below an output folder: its path below `root` where it is there, else the path from the first
/// component on which the two differ, below "above-N" if a file nearer to `root` has that place. Two folders holding
/// the same tree give the same places.
std::filesystem::path place_of(const std::filesystem::path& file, const std::filesystem::path& root);

/// What the operand of an #include has to be in the output folder, delimiters included: `included` stands at
/// `included_place` there, the includer at `includer_place`. Nothing if it may stay as it is: the layout is the same
/// there, and so are the -I folders below `root`.
std::optional<std::string> relocated_operand(const IncludeDirective& include, const ResolvedInclude& included,
                                             const std::filesystem::path& included_place,
                                             const std::filesystem::path& includer_place,
                                             const std::filesystem::path& root);

}  // namespace rocm_bindgen::build
