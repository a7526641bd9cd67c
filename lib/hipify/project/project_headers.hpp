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

/// Where the project's own headers are looked for: -I and -iquote folders. System folders (-isystem, the compiler's)
/// are no project, and neither is a CUDA SDK, however it is named.
std::vector<std::filesystem::path> project_include_folders(const std::vector<std::string>& clang_flags);

/// The files of -include flags.
std::vector<std::filesystem::path> forced_includes(const std::vector<std::string>& clang_flags);

/// A project file that an #include means, and by which way it was found.
struct ResolvedInclude {
  enum class Way {
    beside,   ///< from the includer's folder
    flag,     ///< through an -I folder
    implied,  ///< in a folder near the source that no flag names
  };
  std::filesystem::path path;
  Way way = Way::beside;
  std::filesystem::path folder;  ///< that was searched
};

class IncludeResolver {
 public:
  IncludeResolver(std::filesystem::path source, std::vector<std::filesystem::path> folders)
      : source_(std::move(source)), folders_(std::move(folders)) {}

  /// The includer's folder first for the quoted form, then the -I folders; then, where a project keeps headers that its
  /// build system would name: include/, common/ and the like, beside the source or up to four levels above it.
  /// Nothing for the headers of the system.
  std::optional<ResolvedInclude> resolve(const IncludeDirective& include, const std::filesystem::path& includer);

  /// Places where headers were looked for in vain, in the first two of those ways.
  const std::set<std::string>& absent() const { return absent_; }
  /// The folders that were implied, in order of discovery.
  const std::vector<std::filesystem::path>& implied() const { return implied_; }

 private:
  std::optional<ResolvedInclude> search(const IncludeDirective& include, const std::filesystem::path& includer);
  std::optional<ResolvedInclude> find_nearby(const IncludeDirective& include);

  std::filesystem::path source_;
  std::vector<std::filesystem::path> folders_;
  std::vector<std::filesystem::path> implied_;
  std::set<std::string> absent_;
  /// What was found for a name in its form, from a folder: headers include the same ones over and over.
  std::map<std::tuple<std::string, bool, std::filesystem::path>, std::optional<ResolvedInclude>> known_;
};

}  // namespace rocm_bindgen::build
