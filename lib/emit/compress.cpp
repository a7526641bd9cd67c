#include "emit/compress.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <zstd.h>

namespace rocm_bindgen::build {
namespace {

/// The level trades time for size: a code object is compressed once and read at every start, and zstd decompresses all
/// levels equally fast. Above this level, code objects shrink by less than 1% more at several times the cost.
constexpr int kBlobLevel = 15;

}  // namespace

std::string compress_zstd(std::string_view bytes) {
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const auto size = ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), kBlobLevel);
  if (ZSTD_isError(size)) std::abort();  // only if memory is exhausted: the bound is zstd's own
  frame.resize(size);
  return frame;
}

Expected<std::string> decompress_zstd(std::string_view frame, std::size_t largest) {
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN)
    return Failure(ExitCode::source_error, "not a zstd frame with a stated content size");
  if (size > largest) return Failure(ExitCode::source_error, "a zstd frame states a larger content than expected");
  std::string bytes(size, '\0');
  const auto got = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  if (ZSTD_isError(got))
    return Failure(ExitCode::source_error, fmt::format("corrupt zstd frame: {}", ZSTD_getErrorName(got)));
  return bytes;
}

}  // namespace rocm_bindgen::build
