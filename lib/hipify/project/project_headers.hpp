#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "hipify/rewrite/token_rewriter.hpp"

namespace rocm_bindgen::build {

/// The folders of the project's own headers: -I and -iquote. System folders (-isystem and the compiler's own) do not
/// belong to a project, nor does a CUDA SDK, whichever flag names it.
std::vector<std::filesystem::path> project_include_folders(const std::vector<std::string>& clang_flags);

/// The files that -include flags name.
std::vector<std::filesystem::path> forced_includes(const std::vector<std::string>& clang_flags);

/// The project file that an #include refers to, and how it was found.
struct ResolvedInclude {
  enum class Way {
    includer_folder,  ///< relative to the including file
    flag,             ///< in an -I or -iquote folder
    implied,          ///< in a folder near the source that no flag names
  };
  std::filesystem::path path;
  Way way = Way::includer_folder;
  std::filesystem::path folder;  ///< the folder in which it was found
};

class IncludeResolver {
 public:
  IncludeResolver(std::filesystem::path source, std::vector<std::filesystem::path> folders)
      : source_(std::move(source)), folders_(std::move(folders)) {}

  /// Searches the including file's folder (quoted form only), then the -I folders, then the folders that a project's
  /// build system usually passes with -I: include/, common/ and the like, next to the source or up to four levels above
  /// it. Returns nothing for system headers.
  std::optional<ResolvedInclude> resolve(const IncludeDirective& include, const std::filesystem::path& includer);

  /// Paths that were probed and not found.
  const std::set<std::string>& absent() const { return absent_; }
  /// The folders in which headers were found without a flag, in order of discovery.
  const std::vector<std::filesystem::path>& implied() const { return implied_; }

 private:
  std::optional<ResolvedInclude> search(const IncludeDirective& include, const std::filesystem::path& includer);
  std::optional<ResolvedInclude> find_nearby(const IncludeDirective& include);

  std::filesystem::path source_;
  std::vector<std::filesystem::path> folders_;
  std::vector<std::filesystem::path> implied_;
  std::set<std::string> absent_;
  /// Results by name, form and including folder, because headers include the same files repeatedly.
  std::map<std::tuple<std::string, bool, std::filesystem::path>, std::optional<ResolvedInclude>> known_;
};

}  // namespace rocm_bindgen::build
