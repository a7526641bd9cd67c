#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "rocm_bindgen/build/expected.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {

/// Access to files that the tool keeps for itself: the cache and build records. Their folders are not trusted, because
/// they may come with a checkout or be in a temporary folder that everybody can write. A link in such a folder must not
/// redirect a read, a write or a removal. No function here follows a link in the last part of a path, and only regular
/// files are opened.

/// Reads a whole file. Fails like read_file(), and if the path is a link.
Expected<std::string> read_own_file(const std::filesystem::path& path);

/// Like write_file(), but replaces what is at `path`, even if it is a link. Fails with ExitCode::output.
Expected<Done> write_own_file(const std::filesystem::path& path, std::string_view bytes);

/// Writes a file unless it already has these bytes. Folders between `folder` and the file are replaced if they are
/// links.
Expected<Done> mend_own_file(const std::filesystem::path& folder, const std::filesystem::path& below,
                             std::string_view bytes);

/// Opens a file for reading and appending, and creates it if necessary; -1 for a link or anything else that is not a
/// regular file.
int open_own_file(const std::filesystem::path& path);

/// Sets the file's time to the present; a failure is ignored.
void touch_own_file(const std::filesystem::path& path);

/// Whether the path is a folder and not a link to one.
bool is_real_folder(const std::filesystem::path& path);

/// Checks that a file at `folder`/`below` would be below `folder`: `below` is relative and without "..", and no folder
/// between is a link. Missing folders are allowed. Fails with ExitCode::output.
Expected<Done> check_stays_below(const std::filesystem::path& folder, const std::filesystem::path& below);

/// Creates the folder if it is missing, with access for its owner only. Whoever can write to it can inject code into
/// builds, so it must belong to this user, and others must not be able to write to it. Fails with ExitCode::output.
Expected<Done> make_private_folder(const std::filesystem::path& path);

/// Does the same for `base` and for the folder `name` in it, which must not be a link.
Expected<Done> make_private_folder(const std::filesystem::path& base, const std::filesystem::path& name);

/// Makes the same checks for an existing folder; a missing one passes. With FollowLinks::no, a link is refused as well.
Expected<Done> check_private_folder(const std::filesystem::path& path, FollowLinks links);

}  // namespace rocm_bindgen::build
