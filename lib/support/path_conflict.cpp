#include "support/path_conflict.hpp"

#include <map>
#include <optional>
#include <sys/stat.h>

#include <fmt/format.h>

#include "support/places.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

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

/// A file's place, and the status of the file that exists there.
struct Place {
  fs::path path;
  FileStatus status;  ///< of the file at `path`, empty for files that are compared by place only
};

/// The place to which the file's bytes are written. An output with `by_place_only` is renamed to its path, which
/// replaces a link there and not the file to which the link leads, so only the links to its folder are resolved.
Place place_of(const NamedFile& file, Places& places) {
  if (file.by_place_only) return {places.of(file.path.parent_path()) / file.path.filename(), {}};
  auto path = places.of(file.path);
  auto status = file_status(path);
  return {std::move(path), status};
}

/// Files by path and by device and inode.
class KnownFiles {
 public:
  void add(const NamedFile& file, const Place& place) {
    by_path_.emplace(place.path, &file);
    if (place.status.id) by_id_.emplace(*place.status.id, &file);
  }

  /// Returns the file that is the same as the one at `place`; nullptr if there is none.
  const NamedFile* find(const Place& place) const {
    if (const auto found = by_path_.find(place.path); found != by_path_.end()) return found->second;
    if (!place.status.id) return nullptr;
    const auto found = by_id_.find(*place.status.id);
    return found == by_id_.end() ? nullptr : found->second;
  }

 private:
  std::map<fs::path, const NamedFile*> by_path_;
  std::map<FileId, const NamedFile*> by_id_;
};

}  // namespace

Expected<Done> check_outputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs,
                             const std::string& command) {
  Places places;
  KnownFiles read, written;
  for (const auto& input : inputs) read.add(input, place_of(input, places));
  for (const auto& output : outputs) {
    if (output.path.empty() || file_status(output.path).accepts_many_outputs) continue;
    const auto place = place_of(output, places);
    if (const auto* input = read.find(place))
      return Failure(ExitCode::usage,
                     fmt::format("{} '{}' is an input of {} and cannot be its output: it is {} '{}'", output.role,
                                 output.path.string(), command, input->role, input->path.string()),
                     "choose another name for the output");
    if (const auto* other = written.find(place))
      return Failure(ExitCode::usage,
                     fmt::format("{} '{}' and {} '{}' are the same file", other->role, other->path.string(),
                                 output.role, output.path.string()),
                     "choose a different name for each output");
    written.add(output, place);
  }
  return Done{};
}

}  // namespace rocm_bindgen::build
