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

/// Is a link that a path ends in followed?
enum class FollowLinks { yes, no };

/// The whole file. Fails with ExitCode::source_error, naming file and reason. Only regular files are read: a pipe or a
/// device may keep its reader waiting, and has no end that one could rely on. Nor are files above kLargestFile.
Expected<std::string> read_file(const std::filesystem::path& path, FollowLinks links = FollowLinks::yes);

/// Could read_file() read it? Fails as that does.
Expected<Done> check_readable(const std::filesystem::path& path);

/// Bytes; no source, header, code object or package is as large.
inline constexpr std::uint64_t kLargestFile = std::uint64_t{2} << 30;

/// Writes a temporary file beside `path` and renames it; readers see the old or the new bytes, never a part.
/// Creates missing parent folders. Fails with ExitCode::output.
Expected<Done> write_file(const std::filesystem::path& path, std::string_view bytes);

/// The same, but what is at `path` is replaced, whatever it is: a link is not followed.
Expected<Done> replace_file(const std::filesystem::path& path, std::string_view bytes);

/// Under which paths a file has to be watched that was opened as `path`: where it really is, and, with links on the
/// way, by these too, for they may come to lead elsewhere. Absolute and without "..", which not every reader resolves
/// alike; if `path` has a "..", the folder that its last one leads to is watched as well, under its name as it was used
/// ("/p/link/.."). Empty if there is no such file.
std::vector<std::string> watched_paths(const std::filesystem::path& path);

/// Is a watched path one of these folders? Such a path is for records, not for a dependency file.
bool is_watched_folder(const std::string& path);

/// The stream of this process that a path like /dev/stdout, /dev/fd/3 or /proc/self/fd/1 names; nothing for others.
/// Bytes for it go to the stream, in their order: opened by its path, a file that the shell appends to would be written
/// from its start.
std::optional<int> own_stream(const std::filesystem::path& path);

/// A set of files that appear together: stage() writes temporaries, commit() renames them all.
/// What was not committed is removed by the destructor, so a failed or interrupted build leaves earlier outputs as
/// they were. Files whose bytes would not change are left alone, time stamp included.
class OutputTransaction {
 public:
  /// Called with the place of each file before something is written beside it.
  using Note = std::function<void(const std::filesystem::path& place)>;

  explicit OutputTransaction(Note note = {}) : note_(std::move(note)) {}
  OutputTransaction(const OutputTransaction&) = delete;
  OutputTransaction& operator=(const OutputTransaction&) = delete;
  ~OutputTransaction();

  Expected<Done> stage(const std::filesystem::path& path, std::string_view bytes);
  /// The same for `folder`/`below`, which no link leads out of `folder`: one that is a file's name is replaced, one
  /// that is a folder's is an error.
  Expected<Done> stage_below(const std::filesystem::path& folder, const std::filesystem::path& below,
                             std::string_view bytes);
  /// `folder`/`below` is removed at commit; that it is already gone is no error. What a link leads to stays.
  void stage_removal(const std::filesystem::path& folder, const std::filesystem::path& below);
  Expected<Done> commit();

  /// Files that stage() found different from what was there.
  std::size_t changed() const { return pending_.size(); }

 private:
  struct Pending {
    std::filesystem::path temporary;
    std::filesystem::path final_path;
  };
  /// Bytes for a device or a pipe: there is nothing to rename over.
  struct InPlace {
    std::filesystem::path path;
    std::string bytes;
  };
  Note note_;
  std::deque<Pending> pending_;
  std::vector<InPlace> in_place_;
  Expected<Done> stage_at(const std::filesystem::path& place, std::string_view bytes);

  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> removals_;  ///< folder, and the path below it
};

/// A private folder, removed with its contents by the destructor.
class TemporaryFolder {
 public:
  /// Under the system's temporary folder.
  static Expected<TemporaryFolder> create();
  /// As "NAME.tmp-XXXXXX" in `folder`, which is created if need be; see support/leftovers.hpp.
  static Expected<TemporaryFolder> create_in(const std::filesystem::path& folder, const std::string& name);
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// Fails with ExitCode::output where `path` could not be written later: it is a folder, or its folder is not writable.
/// Asked before the long work, so that nobody compiles for minutes towards an output that cannot exist.
Expected<Done> check_writable(const std::filesystem::path& path);

/// Fails with ExitCode::output where `folder` does not take a file of a few pages now: the disk is full, or files may
/// not be that large.
Expected<Done> check_room(const std::filesystem::path& folder);

}  // namespace rocm_bindgen::build
