#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "rocm_bindgen/build/expected.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {

/// Files that the tool keeps for itself: the cache, and a build's records. Their folders come from anywhere, with a
/// checkout or by way of a temporary folder that everybody can write; a link in there must not lead a read, a write or
/// a removal elsewhere. Nothing here follows a link that is the last part of a path, and no other kind of file than a
/// regular one is opened.

/// The whole file. Fails as read_file(), and for a link.
Expected<std::string> read_own_file(const std::filesystem::path& path);

/// As write_file(), but what is at `path` is replaced, link or not. Fails with ExitCode::output.
Expected<Done> write_own_file(const std::filesystem::path& path, std::string_view bytes);

/// The same for a file that ought to hold these bytes already: it is left alone if it does. Folders between `folder`
/// and it that are links are replaced.
Expected<Done> mend_own_file(const std::filesystem::path& folder, const std::filesystem::path& below,
                             std::string_view bytes);

/// Opens the file for reading and appending, and makes it if need be; -1 for a link or what is no regular file.
int open_own_file(const std::filesystem::path& path);

/// Gives `path` the present time; where that cannot be, it keeps its own.
void touch_own_file(const std::filesystem::path& path);

/// Is this a folder, and no link to one?
bool is_real_folder(const std::filesystem::path& path);

/// Would a file at `folder`/`below` be below `folder`: is there no link among the folders between, is `below` relative
/// and without ".."? Folders that are missing are no obstacle. Fails with ExitCode::output.
Expected<Done> check_stays_below(const std::filesystem::path& folder, const std::filesystem::path& below);

/// Makes the folder if it is missing, for its owner alone. Whoever can write in it can put code into what is built, so
/// that it has to be this user's own, and writable for nobody else. Fails with ExitCode::output.
Expected<Done> make_private_folder(const std::filesystem::path& path);

/// The same for a folder in `base`, and for `base`; the folder in it may be no link.
Expected<Done> make_private_folder(const std::filesystem::path& base, const std::filesystem::path& name);

/// The same of a folder that exists; one that is missing is as good. With FollowLinks::no, a link is refused, too.
Expected<Done> check_private_folder(const std::filesystem::path& path, FollowLinks links);

}  // namespace rocm_bindgen::build
