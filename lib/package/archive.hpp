#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Path -> bytes of the files of an archive. Paths are relative, with '/' between their parts.
using ArchiveFiles = std::map<std::string, std::string>;

/// What an archive may hold when it is unpacked, in bytes: one that claims or gives more is refused.
inline constexpr std::size_t kLargestArchive = std::size_t{2} << 30;

/// A POSIX ustar archive of plain files, sorted by path: owner 0, mode 0644, time 0. Equal files give equal bytes.
/// Fails with ExitCode::output on a path or a size that ustar cannot hold, on a path that is a folder by another one,
/// and beyond kLargestArchive.
Expected<std::string> write_archive(const ArchiveFiles& files);

/// The files of an archive that write_archive() has made. Anything else fails with ExitCode::source_error: other kinds
/// of entries, paths that lead out, an order or a field that write_archive() would have written otherwise.
Expected<ArchiveFiles> read_archive(std::string_view archive);

/// `bytes` as one zstd frame with a checksum: what a transport damages is found, wherever it is. Equal bytes give equal
/// frames with one version of zstd.
std::string pack_frame(std::string_view bytes);

/// The content of one zstd frame, and of nothing behind it. Fails with ExitCode::source_error on corrupt input and
/// where more than kLargestArchive comes out; memory is only taken for what does.
Expected<std::string> unpack_frame(std::string_view frame);

}  // namespace rocm_bindgen::build
