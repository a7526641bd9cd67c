#include "support/path_conflict.hpp"

#include <map>
#include <optional>
#include <sys/stat.h>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The number of links that Linux follows.
constexpr int kMaxLinks = 40;

fs::path follow(const fs::path& path, int& links) {
  std::error_code error;
  auto at = fs::absolute(path, error).lexically_normal();
  if (!at.has_filename()) at = at.parent_path();
  if (!at.has_relative_path()) return at;
  at = follow(at.parent_path(), links) / at.filename();
  if (!fs::is_symlink(at, error) || links++ >= kMaxLinks) return at;
  const auto target = fs::read_symlink(at, error);
  return error ? at : follow(at.parent_path() / target, links);
}

/// The path with links resolved before each "..", as the system does.
fs::path without_steps_back(const fs::path& path) {
  std::error_code error;
  fs::path at;
  for (const auto& step : fs::absolute(path, error)) {
    if (step != "..") {
      at /= step;
      continue;
    }
    int links = 0;
    at = follow(at, links).parent_path();
  }
  return at;
}

using FileNumber = std::pair<dev_t, ino_t>;

struct FileStatus {
  std::optional<FileNumber> number;  ///< device and inode of an existing file
  bool takes_any_number = false;     ///< whether any number of outputs may go to it: it is a device or a pipe
};

FileStatus file_status(const fs::path& place) {
  struct stat status{};
  if (::stat(place.c_str(), &status) != 0) return {};
  return {FileNumber{status.st_dev, status.st_ino}, !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)};
}

/// The path to which the file's bytes are written. Where an output is replaced by renaming, a link at its path is
/// replaced, and the file it leads to is unchanged.
fs::path written_place(const NamedFile& file) {
  if (!file.by_place_only) return place_through_links(file.path);
  return place_through_links(file.path.parent_path()) / file.path.filename();
}

/// Files by path and by device and inode.
class KnownFiles {
 public:
  void add(const NamedFile& file) {
    const auto place = written_place(file);
    by_place_.emplace(place, &file);
    if (file.by_place_only) return;
    if (const auto status = file_status(place); status.number) by_number_.emplace(*status.number, &file);
  }

  /// Returns the file that is the same as `file`; nullptr if there is none.
  const NamedFile* find(const NamedFile& file) const {
    const auto place = written_place(file);
    if (const auto found = by_place_.find(place); found != by_place_.end()) return found->second;
    const auto status = file.by_place_only ? FileStatus{} : file_status(place);
    if (!status.number) return nullptr;
    const auto found = by_number_.find(*status.number);
    return found == by_number_.end() ? nullptr : found->second;
  }

 private:
  std::map<fs::path, const NamedFile*> by_place_;
  std::map<FileNumber, const NamedFile*> by_number_;
};

}  // namespace

fs::path place_through_links(const fs::path& path) {
  int links = 0;
  return follow(without_steps_back(path), links);
}

Expected<Done> check_outputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs,
                             const std::string& run) {
  KnownFiles read, written;
  for (const auto& input : inputs) read.add(input);
  for (const auto& output : outputs) {
    if (output.path.empty() || file_status(output.path).takes_any_number) continue;
    if (const auto* input = read.find(output))
      return Failure(ExitCode::usage,
                     fmt::format("{} '{}' is an input of {} and cannot be its output: it is {} '{}'", output.role,
                                 output.path.string(), run, input->role, input->path.string()),
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
