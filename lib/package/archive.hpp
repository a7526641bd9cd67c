// The container of packages: a ustar archive in one zstd frame. The archive is canonical, that is, the same files
// always give the same bytes, so that a package can be reproduced. Only the canonical form is read, so everything that
// a package must not contain is refused: links, devices, paths that lead out of the folder.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The files of an archive: path -> bytes. Paths are relative and use '/'.
using ArchiveFiles = std::map<std::string, std::string>;

/// The limit for an unpacked archive, in bytes; the same as kLargestFile, the limit for each of its files. An archive
/// that claims or yields more is refused.
inline constexpr std::size_t kLargestArchive = std::size_t{2} << 30;

/// Writes a POSIX ustar archive of regular files, sorted by path, with owner 0, mode 0644 and time 0. The same files
/// give the same bytes. Fails with ExitCode::output on a path or size that ustar cannot represent, on a path that is
/// also a folder of another path, and if the archive exceeds kLargestArchive.
Expected<std::string> write_archive(const ArchiveFiles& files);

/// Returns the files of an archive written by write_archive(). Fails with ExitCode::source_error on anything else:
/// other kinds of entries, paths outside the archive, an order or a field that write_archive() would not have written.
Expected<ArchiveFiles> read_archive(std::string_view archive);

/// Compresses `bytes` into one zstd frame with a checksum, which detects damage anywhere in it. The same bytes give the
/// same frame with the same version of zstd.
std::string pack_frame(std::string_view bytes);

/// Returns the content of one zstd frame, after which nothing may follow. Fails with ExitCode::source_error on corrupt
/// input and if the content exceeds kLargestArchive. Memory is allocated only for content that was actually
/// decompressed.
Expected<std::string> unpack_frame(std::string_view frame);

}  // namespace rocm_bindgen::build
