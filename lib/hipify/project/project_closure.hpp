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

/// A file of the project on its way through the stage. Never moved: the tokens point into the text.
struct ProjectFile {
  ProjectFile(std::filesystem::path file, std::string bytes)
      : path(std::move(file)), text(std::move(bytes)), tokens(text), includes(includes_of(tokens)) {}

  std::filesystem::path path;
  std::string text;
  TokenList tokens;
  std::vector<IncludeDirective> includes;
  std::vector<std::size_t> own_headers;  ///< includes, by offset, that are the project's whatever CUDA calls its own
  std::vector<std::pair<const IncludeDirective*, ResolvedInclude>> resolved;
  HipBranches hip;  ///< what only HIP compiles of it; set by find_hip_branches()
};

/// The source and every project header that it or they name, in discovery order.
class ProjectClosure {
 public:
  ProjectClosure(const std::filesystem::path& source, std::vector<std::filesystem::path> folders)
      : resolver(source, std::move(folders)) {}

  /// Adds a file that is compiled whatever the project's other files say: the source, one that a flag includes.
  Expected<Done> add_root(const std::filesystem::path& path);

  /// Finds what only HIP compiles, in every file, and which names are declared there. A header that nothing but HIP's
  /// branches include is HIP's as a whole. `flags` tell which macros the compile defines.
  void find_hip_branches(const std::vector<std::string>& clang_flags);

  std::vector<std::unique_ptr<ProjectFile>> files;
  std::vector<Diagnostic> refused;  ///< why there are files that nobody may read
  ProjectNames names;
  ProjectNames hip_names;  ///< those that HIP's branches declare
  IncludeResolver resolver;

 private:
  Expected<Done> add(const std::filesystem::path& path);
  std::set<const ProjectFile*> files_for_both() const;

  std::set<std::filesystem::path> reached_;  ///< by any path
  std::set<std::filesystem::path> known_;    ///< by their real ones
  std::set<std::filesystem::path> roots_;    ///< by their real ones
};

/// Is there an #include whose operand is a macro?
bool includes_by_macro(const ProjectFile& file);

}  // namespace rocm_bindgen::build
