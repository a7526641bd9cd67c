#include "support/path_conflict.hpp"

#include <map>
#include <optional>
#include <sys/stat.h>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The number of links that Linux follows in one path.
constexpr int kMaxLinks = 40;

/// Resolves the links in every part of `path`, first those of the parent folder. Parts need not exist. A final '/' is
/// dropped, and the root is returned as it is. `links` counts the links followed so far, to stop in a cycle.
fs::path resolve_links(const fs::path& path, int& links) {
  std::error_code error;
  auto at = fs::absolute(path, error).lexically_normal();
  if (!at.has_filename()) at = at.parent_path();
  if (!at.has_relative_path()) return at;
  at = resolve_links(at.parent_path(), links) / at.filename();
  if (!fs::is_symlink(at, error) || links++ >= kMaxLinks) return at;
  const auto target = fs::read_symlink(at, error);
  return error ? at : resolve_links(at.parent_path() / target, links);
}

/// The absolute path without "..". Links in the part before a ".." are resolved first, because ".." leads to the parent
/// of a link's target.
fs::path resolve_dot_dots(const fs::path& path) {
  std::error_code error;
  fs::path at;
  for (const auto& step : fs::absolute(path, error)) {
    if (step != "..") {
      at /= step;
      continue;
    }
    int links = 0;
    at = resolve_links(at, links).parent_path();
  }
  return at;
}

using FileId = std::pair<dev_t, ino_t>;

struct FileStatus {
  std::optional<FileId> id;           ///< device and inode of an existing file
  bool accepts_many_outputs = false;  ///< it is a device or a pipe
};

FileStatus file_status(const fs::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {FileId{status.st_dev, status.st_ino}, !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)};
}

/// The path to which the file's bytes are written. An output with `by_place_only` is renamed to its path, which
/// replaces a link there and not the file to which the link leads, so only the links to its folder are resolved.
fs::path written_path(const NamedFile& file) {
  if (!file.by_place_only) return place_through_links(file.path);
  return place_through_links(file.path.parent_path()) / file.path.filename();
}

/// Files by path and by device and inode.
class KnownFiles {
 public:
  void add(const NamedFile& file) {
    const auto path = written_path(file);
    by_path_.emplace(path, &file);
    if (file.by_place_only) return;
    if (const auto status = file_status(path); status.id) by_id_.emplace(*status.id, &file);
  }

  /// Returns the file that is the same as `file`; nullptr if there is none.
  const NamedFile* find(const NamedFile& file) const {
    const auto path = written_path(file);
    if (const auto found = by_path_.find(path); found != by_path_.end()) return found->second;
    const auto status = file.by_place_only ? FileStatus{} : file_status(path);
    if (!status.id) return nullptr;
    const auto found = by_id_.find(*status.id);
    return found == by_id_.end() ? nullptr : found->second;
  }

 private:
  std::map<fs::path, const NamedFile*> by_path_;
  std::map<FileId, const NamedFile*> by_id_;
};

}  // namespace

fs::path place_through_links(const fs::path& path) {
  int links = 0;
  return resolve_links(resolve_dot_dots(path), links);
}

Expected<Done> check_outputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs,
                             const std::string& command) {
  KnownFiles read, written;
  for (const auto& input : inputs) read.add(input);
  for (const auto& output : outputs) {
    if (output.path.empty() || file_status(output.path).accepts_many_outputs) continue;
    if (const auto* input = read.find(output))
      return Failure(ExitCode::usage,
                     fmt::format("{} '{}' is an input of {} and cannot be its output: it is {} '{}'", output.role,
                                 output.path.string(), command, input->role, input->path.string()),
                     "choose another name for the output");
    if (const auto* other = written.find(output))
      return Failure(ExitCode::usage,
                     fmt::format("{} '{}' and {} '{}' are the same file", other->role, other->path.string(),
                                 output.role, output.path.string()),
                     "choose a different name for each output");
    written.add(output);
  }
  return Done{};
}

}  // namespace rocm_bindgen::build
