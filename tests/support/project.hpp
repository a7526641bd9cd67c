#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/files.hpp"
#include "support/tool.hpp"

namespace test {

/// A temporary folder as a user has it: sources in src/, the header out/k.hpp, its artifacts in out/k.artifacts/.
class Project {
 public:
  /// May builds take code objects from the cache? Most tests are about what a compile gives.
  bool uses_cache = false;

  /// Writes src/`name`, making folders on the way.
  std::filesystem::path source(const std::string& name, const std::string& text) const;
  std::filesystem::path path() const { return folder_.path(); }
  std::filesystem::path operator/(const std::filesystem::path& below) const { return folder_ / below; }
  const Folder& folder() const { return folder_; }

  /// The output of an earlier build, without the build: what a failing one must leave as it is. Its manifest lists
  /// files that the next successful build would remove.
  void pretend_built() const;

  /// The words of `build src -o out/k.hpp --arch gfx1100 --stats stats.json` and `more`, which may have another -o and
  /// --arch; the tool's name included.
  std::vector<std::string> command(const std::vector<std::string>& more = {}) const;
  /// Runs them in the folder.
  Finished build(const std::vector<std::string>& more = {}) const;

  /// Runs them as a user whom file modes bind, who may read src/ and write out/ as long as the modes of those say so.
  Finished build_unprivileged(const std::vector<std::string>& more = {}) const;

  /// Runs them on a terminal, `variables` ("NO_COLOR=1") in their environment; all they print is in Finished::out.
  Finished build_on_terminal(const std::string& variables, const std::vector<std::string>& more = {}) const;

  /// Every file below out/, except for the build's own records.
  std::map<std::string, std::string> outputs() const;
  /// What the last successful build() counted.
  nlohmann::json statistics() const;
  /// The compile jobs of the last successful build, as "module target".
  std::vector<std::string> compiled() const;

 private:
  Folder folder_;
};

/// Runs `build`, which must fail with `exit_code`, say all of `messages` on standard error, and leave an earlier output
/// as it is.
Finished check_refused(const Project& project, int exit_code, const std::vector<std::string>& messages,
                       const std::function<Finished()>& build);

/// The same of project.build(`more`).
Finished check_refused(const Project& project, int exit_code, const std::vector<std::string>& messages,
                       const std::vector<std::string>& more = {});

/// A source that takes minutes to compile, and the flag that lets it: a loop that the compiler has to evaluate.
std::string endless_source(const std::string& kernel);
inline constexpr const char* kEndlessFlag = "-fconstexpr-steps=4294967295";

}  // namespace test
