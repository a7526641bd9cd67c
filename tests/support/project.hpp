#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/files.hpp"
#include "support/tool.hpp"

namespace test {

/// A temporary folder laid out like a user's project: sources in src/, the header out/k.hpp, its artifacts in
/// out/k.artifacts/.
class Project {
 public:
  /// Whether builds may take code objects from the cache of this process, and precompiled headers from that of all
  /// tests.
  bool uses_cache = true;
  /// Whether builds find no code objects in a cache, but precompiled headers, which take most of the time of a small
  /// build.
  bool compiles_anew = false;

  /// Writes src/`name` and creates missing folders.
  std::filesystem::path source(const std::string& name, const std::string& text) const;
  std::filesystem::path path() const { return folder_.path(); }
  std::filesystem::path operator/(const std::filesystem::path& below) const { return folder_ / below; }
  const Folder& folder() const { return folder_; }

  /// Writes the output of an earlier build without running one. A failing build must leave it unchanged. Its manifest
  /// lists files that the next successful build would remove.
  void pretend_built() const;

  /// The command line `rocm-bindgen build src -o out/k.hpp --arch gfx1100 --stats stats.json`, followed by `more`,
  /// which may give another -o, --arch and --stats.
  std::vector<std::string> command(const std::vector<std::string>& more = {}) const;
  /// Removes the code objects from a cache of the project's own, and returns the options that name the cache.
  std::vector<std::string> cache_without_objects() const;
  /// Runs command(`more`) in the folder.
  Finished build(const std::vector<std::string>& more = {}) const;

  /// Runs command(`more`) as a user to whom file modes apply, with access to src/ and out/ as far as their modes allow.
  Finished build_unprivileged(const std::vector<std::string>& more = {}) const;

  /// Runs command(`more`) on a terminal, with `variables` ("NO_COLOR=1") in its environment; all output is in
  /// Finished::out.
  Finished build_on_terminal(const std::string& variables, const std::vector<std::string>& more = {}) const;

  /// Every file below out/, except for the records of the build itself.
  std::map<std::string, std::string> outputs() const;
  /// The statistics of the last successful build().
  nlohmann::json statistics() const;
  /// The compile jobs of the last successful build, as "module target".
  std::vector<std::string> compiled() const;

 private:
  Folder folder_;
};

/// Runs `build`, which must fail with `exit_code`, print all of `messages` on standard error, and leave an earlier
/// output unchanged. The exit codes are 1 for errors in the sources, 2 for bad usage, 3 for the toolchain, 4 for an
/// output that cannot be written, and 5 for a job that crashed or exceeded a limit.
Finished check_refused(const Project& project, int exit_code, const std::vector<std::string>& messages,
                       const std::function<Finished()>& build);

/// Does the same with project.build(`more`).
Finished check_refused(const Project& project, int exit_code, const std::vector<std::string>& messages,
                       const std::vector<std::string>& more = {});

/// A source that takes minutes to compile because the compiler has to evaluate a loop, and the flag that permits this:
/// it raises the limit of constexpr steps to the highest possible number.
std::string endless_source(const std::string& kernel);
inline constexpr const char* kEndlessFlag = "-fconstexpr-steps=4294967295";

}  // namespace test
