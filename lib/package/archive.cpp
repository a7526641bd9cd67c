#include "package/archive.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <zstd.h>

namespace rocm_bindgen::build {
namespace {

/// Headers and contents in a tar archive are padded to multiples of this.
constexpr std::size_t kBlock = 512;

/// The same level as for embedded code objects: higher ones gain less than 1%.
constexpr int kArchiveLevel = 15;

/// Offsets and lengths of a ustar header's fields.
struct Field {
  std::size_t offset, length;
};
constexpr Field kName{0, 100}, kMode{100, 8}, kUser{108, 8}, kGroup{116, 8}, kSize{124, 12}, kTime{136, 12},
    kChecksum{148, 8}, kMagic{257, 8}, kMajor{329, 8}, kMinor{337, 8}, kPrefix{345, 155};
constexpr std::size_t kType = 156;

Failure refused(std::string text) {
  return Failure(ExitCode::source_error, std::move(text),
                 "it was not written by `rocm-bindgen package`, or was altered");
}

/// Whether the path is relative, has no empty, "." or ".." part, and no control characters or backslashes.
bool is_plain_path(std::string_view path) {
  for (;;) {
    const auto end = path.find('/');
    const auto part = path.substr(0, end);
    if (part.empty() || part == "." || part == "..") return false;
    if (std::any_of(part.begin(), part.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '\\'; }))
      return false;
    if (end == std::string_view::npos) return true;
    path.remove_prefix(end + 1);
  }
}

void put(std::string& header, Field field, std::string_view text) {
  header.replace(field.offset, text.size(), text);
}

/// Writes an octal number with leading zeros; the last byte of the field remains zero.
void put_number(std::string& header, Field field, std::size_t number) {
  put(header, field, fmt::format("{:0{}o}", number, field.length - 1));
}

std::string_view get(std::string_view header, Field field) {
  const auto text = header.substr(field.offset, field.length);
  return text.substr(0, text.find('\0'));
}

/// Encodes a header; nullopt if `path` fits neither in the name field nor in the prefix and name fields.
std::optional<std::string> header_of(const std::string& path, std::size_t size) {
  std::string header(kBlock, '\0');
  if (path.size() <= kName.length) {
    put(header, kName, path);
  } else {
    // The path is split at the first slash after which the rest fits in the name field; the part before it must fit in
    // the prefix.
    const auto slash = path.find('/', path.size() - kName.length - 1);
    if (slash == std::string::npos || slash > kPrefix.length) return std::nullopt;
    put(header, kPrefix, std::string_view(path).substr(0, slash));
    put(header, kName, std::string_view(path).substr(slash + 1));
  }
  put_number(header, kMode, 0644);
  put_number(header, kUser, 0);
  put_number(header, kGroup, 0);
  put_number(header, kSize, size);
  put_number(header, kTime, 0);
  header[kType] = '0';
  // The magic number, a NUL (\000), and the version "00".
  put(header, kMagic, std::string_view("ustar\00000", 8));
  put_number(header, kMajor, 0);
  put_number(header, kMinor, 0);
  // The sum is computed with blanks in its own field, which then has six digits, a zero byte and a blank.
  std::size_t sum = kChecksum.length * ' ';
  for (const char c : header) sum += static_cast<unsigned char>(c);
  put(header, kChecksum, fmt::format("{:06o}", sum));
  header[kChecksum.offset + 7] = ' ';
  return header;
}

/// Returns the first path that is a file and also a folder of another file, which could not be unpacked; empty if there
/// is none.
std::string file_and_folder(const ArchiveFiles& files) {
  for (const auto& [path, bytes] : files)
    for (auto slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
      if (auto folder = path.substr(0, slash); files.contains(folder)) return folder;
  return {};
}

std::size_t padded(std::size_t size) {
  return (size + kBlock - 1) / kBlock * kBlock;
}

}  // namespace

Expected<std::string> write_archive(const ArchiveFiles& files) {
  std::size_t total = 2 * kBlock;  // two blocks of zeros end an archive
  for (const auto& [path, bytes] : files) total += kBlock + padded(bytes.size());
  if (total > kLargestArchive)
    return Failure(ExitCode::output,
                   fmt::format("the package would have {} bytes; the limit is {}", total, kLargestArchive));
  if (const auto both = file_and_folder(files); !both.empty())
    return Failure(ExitCode::output, fmt::format("'{}' would be both a file and a folder in the archive", both));
  std::string archive;
  archive.reserve(total);
  for (const auto& [path, bytes] : files) {
    const auto header = is_plain_path(path) ? header_of(path, bytes.size()) : std::nullopt;
    if (!header)
      return Failure(ExitCode::output, fmt::format("'{}' cannot be the name of a file in an archive", path),
                     "names can have up to 100 bytes, their folders up to 155, without control characters");
    archive += *header;
    archive += bytes;
    archive.append(padded(bytes.size()) - bytes.size(), '\0');
  }
  archive.append(2 * kBlock, '\0');
  return archive;
}

Expected<ArchiveFiles> read_archive(std::string_view archive) {
  ArchiveFiles files;
  for (auto rest = archive;;) {
    if (rest.size() < kBlock) return refused("the archive ends early");
    const auto header = rest.substr(0, kBlock);
    if (header[0] == '\0') break;
    if (header[kType] != '0') return refused("the archive has an entry that is not a plain file");
    const std::string prefix(get(header, kPrefix)), name(get(header, kName));
    const auto path = prefix.empty() ? name : prefix + "/" + name;
    if (!is_plain_path(path))
      return refused("the archive has a file whose path is invalid or leads out of the archive");
    std::size_t size = 0;
    for (const char digit : get(header, kSize)) {
      if (digit < '0' || digit > '7') return refused(fmt::format("the size of '{}' is invalid", path));
      size = size * 8 + static_cast<std::size_t>(digit - '0');
    }
    if (size > rest.size() - kBlock || padded(size) > rest.size() - kBlock) return refused("the archive ends early");
    if (!files.emplace(path, rest.substr(kBlock, size)).second)
      return refused(fmt::format("'{}' is in the archive twice", path));
    rest.remove_prefix(kBlock + padded(size));
  }
  // Writing the archive again compares everything that was not checked above: order, modes, owners, times, checksums,
  // padding, and bytes after the end.
  const auto again = write_archive(files);
  if (!again || *again != archive) return refused("the archive does not have the format of packages");
  return files;
}

std::string pack_frame(std::string_view bytes) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kArchiveLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const auto size = ZSTD_compress2(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size)) std::abort();  // only if memory is exhausted: the bound is zstd's own
  frame.resize(size);
  return frame;
}

Expected<std::string> unpack_frame(std::string_view frame) {
  const auto length = ZSTD_findFrameCompressedSize(frame.data(), frame.size());
  if (ZSTD_isError(length)) return refused(fmt::format("not a zstd frame: {}", ZSTD_getErrorName(length)));
  if (length != frame.size()) return refused(fmt::format("{} bytes follow the zstd frame", frame.size() - length));
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  std::string bytes, piece(ZSTD_DStreamOutSize(), '\0');
  ZSTD_inBuffer in{frame.data(), frame.size(), 0};
  for (;;) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    const auto left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left)) return refused(fmt::format("corrupt zstd frame: {}", ZSTD_getErrorName(left)));
    bytes.append(piece, 0, out.pos);
    if (bytes.size() > kLargestArchive) return refused(fmt::format("more than {} bytes unpacked", kLargestArchive));
    if (left == 0) return bytes;
    if (in.pos == in.size && out.pos == 0) return refused("the zstd frame ends early");
  }
}

}  // namespace rocm_bindgen::build
