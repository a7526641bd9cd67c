#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "hipify/token_rewriter.hpp"

namespace rocm_bindgen {

/// Where the project's own headers are looked for: -I and -iquote folders. System folders (-isystem, the compiler's)
/// are no project.
std::vector<std::filesystem::path> project_include_folders(const std::vector<std::string>& clang_flags);

/// The project file an #include in `includer` means, or an empty path: the includer's folder first for the quoted form,
/// then the -I folders. The places where it was looked for in vain before are added to `absent`.
std::filesystem::path resolve_include(const IncludeDirective& include, const std::filesystem::path& includer,
                                      const std::vector<std::filesystem::path>& folders, std::set<std::string>& absent);

}  // namespace rocm_bindgen
