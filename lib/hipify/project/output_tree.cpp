#include "hipify/project/output_tree.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

fs::path normal(const fs::path& path) {
  std::error_code error;
  return fs::absolute(path, error).lexically_normal();
}

bool is_below(const fs::path& path, const fs::path& root) {
  const auto relative = normal(path).lexically_relative(normal(root));
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

fs::path place_of(const fs::path& file, const fs::path& root) {
  fs::path relative;  // without the leading ".."s
  int levels_above = 0;
  for (const auto& part : normal(file).lexically_relative(normal(root))) {
    if (part != "..") {
      relative /= part;
    } else {
      ++levels_above;
    }
  }
  // "../config.h" must not overwrite "config.h".
  std::error_code error;
  auto candidate_folder = normal(root);
  for (int i = 0; i < levels_above; ++i, candidate_folder = candidate_folder.parent_path())
    if (fs::is_regular_file(candidate_folder / relative, error))
      return fmt::format("above-{}", levels_above) / relative;
  return relative;
}

std::optional<std::string> relocated_operand(const IncludeDirective& include, const ResolvedInclude& included,
                                             const fs::path& included_place, const fs::path& includer_place,
                                             const fs::path& root) {
  const auto folder = includer_place.parent_path();
  if (include.quoted && (folder / include.name).lexically_normal() == included_place) return std::nullopt;
  // A folder inside the tree that a flag names is also in the output tree, where the same flag finds it.
  if (included.way == ResolvedInclude::Way::flag && is_below(included.folder, root) && is_below(included.path, root))
    return std::nullopt;
  const auto relative = included_place.lexically_relative(folder.empty() ? fs::path(".") : folder).generic_string();
  // Characters between quotation marks cannot be escaped. A name with these characters leaves the directive as it is,
  // and the header is found only if a flag names its folder.
  const bool fits = std::none_of(relative.begin(), relative.end(),
                                 [](char c) { return c == '"' || (c >= 0 && c < ' ') || c == '\x7f'; });
  return fits ? std::optional('"' + relative + '"') : std::nullopt;
}

}  // namespace rocm_bindgen::build
