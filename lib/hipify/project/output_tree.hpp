#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hipify/project/project_headers.hpp"

namespace rocm_bindgen::build {

/// The path of `file` in an output folder. A file below `root` keeps its path relative to `root`. Any other file gets
/// its path from the first component on in which it differs from `root`; if a file nearer to `root` has that path
/// already, "above-N" is put before it. Two folders with equal trees give equal paths.
std::filesystem::path place_of(const std::filesystem::path& file, const std::filesystem::path& root);

/// The operand, with delimiters, that an #include needs in the output folder, where `included` is at `included_place`
/// and the including file at `includer_place`. Empty if the operand can stay: the relative layout is the same, or an -I
/// folder below `root` finds the header.
std::optional<std::string> relocated_operand(const IncludeDirective& include, const ResolvedInclude& included,
                                             const std::filesystem::path& included_place,
                                             const std::filesystem::path& includer_place,
                                             const std::filesystem::path& root);

}  // namespace rocm_bindgen::build
