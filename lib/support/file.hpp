#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Whether a link in the last part of a path is followed.
enum class FollowLinks { yes, no };

/// Reads a whole file. Fails with ExitCode::source_error, naming the file and the reason. Only regular files are read,
/// because a pipe or device may block the reader and may never end. Files larger than kLargestFile are refused.
Expected<std::string> read_file(const std::filesystem::path& path, FollowLinks links = FollowLinks::yes);

/// Checks that read_file() could read the file; fails in the same way.
Expected<Done> check_readable(const std::filesystem::path& path);

/// In bytes; no source, header, code object or package is this large.
inline constexpr std::uint64_t kLargestFile = std::uint64_t{2} << 30;

/// Writes a temporary file next to `path` and renames it, so that readers see the old or the new bytes, but never a
/// mixture. Creates missing parent folders. Fails with ExitCode::output.
Expected<Done> write_file(const std::filesystem::path& path, std::string_view bytes);

/// Like write_file(), but replaces whatever is at `path`; a link is not followed.
Expected<Done> replace_file(const std::filesystem::path& path, std::string_view bytes);

/// Returns the paths to watch for a file that was opened as `path`: its real path and, if there are links on the way,
/// also the path with the links, because they may be changed to lead elsewhere. These paths are absolute and without
/// "..", which not all readers resolve alike. If `path` contains "..", one more path is returned: the folder that its
/// last ".." leads to, as it was written ("/p/link/.."). Empty if the file does not exist.
std::vector<std::string> watched_paths(const std::filesystem::path& path);

/// Whether `path`, a result of watched_paths(), is the folder that a ".." leads to ("/p/link/.."). These paths belong
/// in build records, but not in dependency files: make would compare the folder's time stamp, which changes with every
/// file in it.
bool is_watched_folder(const std::string& path);

/// The descriptor of this process that a path such as /dev/stdout, /dev/fd/3 or /proc/self/fd/1 names; nothing for
/// other paths. Bytes for such a path must be written to the descriptor: opening the path again would start at the
/// beginning of a file that the shell appends to.
std::optional<int> own_stream(const std::filesystem::path& path);

/// A set of files that appear together: stage() writes temporary files, commit() renames them all. The destructor
/// removes what was not committed, so that a failed or interrupted build leaves earlier outputs unchanged. Files whose
/// bytes would not change are not touched and keep their time stamps.
class OutputTransaction {
 public:
  /// Called with the path of each file before a temporary file is written next to it.
  using Note = std::function<void(const std::filesystem::path& path)>;

  explicit OutputTransaction(Note note = {}) : note_(std::move(note)) {}
  OutputTransaction(const OutputTransaction&) = delete;
  OutputTransaction& operator=(const OutputTransaction&) = delete;
  ~OutputTransaction();

  /// Adds a file. Fails with ExitCode::output.
  Expected<Done> stage(const std::filesystem::path& path, std::string_view bytes);
  /// Adds the file `folder`/`below`, which must stay below `folder`: a link in place of the file is replaced, and a
  /// link in place of a folder on the way is an error.
  Expected<Done> stage_below(const std::filesystem::path& folder, const std::filesystem::path& below,
                             std::string_view bytes);
  /// Removes `folder`/`below` at commit; a missing file is not an error. A link is removed, but not what it leads to.
  void stage_removal(const std::filesystem::path& folder, const std::filesystem::path& below);
  /// Renames all temporary files to their final paths, in the order in which they were added, and removes the files of
  /// stage_removal(). Fails with ExitCode::output.
  Expected<Done> commit();

  /// The number of files for which stage() found different bytes, or no file.
  std::size_t changed() const { return pending_.size(); }

 private:
  struct Pending {
    std::filesystem::path temporary;
    std::filesystem::path final_path;
  };
  /// Bytes for a device or a pipe, which cannot be replaced by renaming.
  struct InPlace {
    std::filesystem::path path;
    std::string bytes;
  };
  /// Writes a temporary file next to `path`, which is renamed to `path` at commit.
  Expected<Done> stage_at(const std::filesystem::path& path, std::string_view bytes);

  Note note_;
  std::deque<Pending> pending_;
  std::vector<InPlace> in_place_;
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>>
      removals_;  ///< the folder, and the path below it
};

/// A private folder; the destructor removes it with its contents.
class TemporaryFolder {
 public:
  /// Creates a folder in the system's temporary folder.
  static Expected<TemporaryFolder> create();
  /// Creates a folder "NAME.tmp-XXXXXX" in `folder`, which is created if necessary; see support/leftovers.hpp.
  static Expected<TemporaryFolder> create_in(const std::filesystem::path& folder, const std::string& name);
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// Whether `path` is a regular file that this process may execute.
bool is_program(const std::filesystem::path& path);

/// Fails with ExitCode::output if `path` could not be written later, because it is a folder or its folder is not
/// writable. Called before the long work, so that no user waits minutes for an output that cannot be written.
Expected<Done> check_writable(const std::filesystem::path& path);

/// Fails with ExitCode::output if a file of a few pages cannot be written to `folder` now, because the disk is full or
/// a file size limit applies.
Expected<Done> check_room(const std::filesystem::path& folder);

}  // namespace rocm_bindgen::build
