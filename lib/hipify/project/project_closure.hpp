#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hipify/project/project_headers.hpp"
#include "hipify/rewrite/hip_branches.hpp"
#include "hipify/rewrite/project_names.hpp"
#include "hipify/text/tokens.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A file of the project during the hipify stage. It must not move, because the tokens point into the text.
struct ProjectFile {
  ProjectFile(std::filesystem::path file, std::string bytes)
      : path(std::move(file)), text(std::move(bytes)), tokens(text), includes(includes_of(tokens)) {}

  std::filesystem::path path;
  std::string text;
  TokenList tokens;
  std::vector<IncludeDirective> includes;
  /// Offsets of #include operands that name a project file although CUDA has a header of that name.
  std::vector<std::size_t> own_headers;
  std::vector<std::pair<const IncludeDirective*, ResolvedInclude>> resolved;
  HipBranches hip;  ///< the parts that only HIP compiles; set by find_hip_branches()
};

/// The source and all project headers that it includes, directly or indirectly and in any #if branch, in discovery
/// order. Use: add_root() for the source and for files that flags include, then find_hip_branches() once.
class ProjectClosure {
 public:
  ProjectClosure(const std::filesystem::path& source, std::vector<std::filesystem::path> folders)
      : resolver(source, std::move(folders)) {}

  /// Adds a file that is compiled independently of the project's other files: the source, or a file that a flag
  /// includes.
  Expected<Done> add_root(const std::filesystem::path& path);

  /// Finds the parts of every file that only HIP compiles and the names declared in them. A header that is included
  /// only from these parts belongs to HIP as a whole. `clang_flags` contain the macros that this compile defines.
  void find_hip_branches(const std::vector<std::string>& clang_flags);

  std::vector<std::unique_ptr<ProjectFile>> files;
  std::vector<Diagnostic> refused;  ///< files that exceed the lexer's limits, see check_text_limits()
  ProjectNames names;
  ProjectNames hip_names;  ///< names that HIP's branches declare
  IncludeResolver resolver;

 private:
  Expected<Done> add(const std::filesystem::path& path);
  /// The roots, and the files that they include, directly or indirectly, without an #include in one of HIP's branches.
  std::set<const ProjectFile*> files_for_both() const;

  std::set<std::filesystem::path> reached_;  ///< the paths that add() was called with, as written
  std::set<std::filesystem::path> known_;    ///< the real paths of the files at the paths in reached_
  std::set<std::filesystem::path> roots_;    ///< the real paths that add_root() was called with
};

/// True if the operand of an #include is a macro.
bool includes_by_macro(const ProjectFile& file);

}  // namespace rocm_bindgen::build
