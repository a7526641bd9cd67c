#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hipify/project/project_headers.hpp"

namespace rocm_bindgen::build {

/// The path of the translation of `file`, relative to the output folder. A file below `root` keeps its path relative to
/// `root`. For any other file, the result is its path relative to the deepest folder that contains both it and `root`,
/// which is N levels above `root`. If `root` or a folder between the two contains a file with that relative path, the
/// folder "above-N" is put before it. The result does not depend on where the whole tree of folders is.
std::filesystem::path place_of(const std::filesystem::path& file, const std::filesystem::path& root);

/// The operand, with delimiters, that an #include needs in the output folder, where `included` is at `included_place`
/// and the including file at `includer_place`. Empty if the operand can stay: the relative layout is the same, or an -I
/// folder below `root` finds the header.
std::optional<std::string> relocated_operand(const IncludeDirective& include, const ResolvedInclude& included,
                                             const std::filesystem::path& included_place,
                                             const std::filesystem::path& includer_place,
                                             const std::filesystem::path& root);

}  // namespace rocm_bindgen::build
