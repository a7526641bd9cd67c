#include "codeobject/decode.hpp"

#include <cstdint>
#include <string>

#include <zstd.h>

#include "rocm_bindgen/error.hpp"
#include "runtime/loader/codeobject/samples.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen;

namespace {

std::string compress(const std::string& bytes) {
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), 19));
  return frame;
}

/// The message of an error, which must be bad_code_object; "" if the data decodes.
std::string error_of(std::string_view stored, Compression compression, std::size_t image_size) {
  const samples::Shift shift("gfx1030", stored, compression, image_size);
  try {
    runtime::decode_code_object(shift.code_object, shift.module);
    return "";
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::bad_code_object);
    CHECK(std::string(error.what()).find("module 'shift', code object for gfx1030: ") == 0);
    CHECK(std::string(error.what()).find("rebuild") != std::string::npos);
    return error.what();
  }
}

bool says(const std::string& message, const char* part) {
  UNSCOPED_INFO(message);
  return !message.empty() && message.find(part) != std::string::npos;
}

std::string text() {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i * i);
  return text;
}

}  // namespace

TEST_CASE("decode: uncompressed data is the image and is copied only if it is unaligned") {
  alignas(8) static const unsigned char data[64] = {1, 2, 3};
  const std::string_view bytes(reinterpret_cast<const char*>(data), 40);
  const samples::Shift aligned("gfx1030", bytes);
  const auto view = runtime::decode_code_object(aligned.code_object, aligned.module);
  CHECK_FALSE(view.owns());
  CHECK(view.data() == data);
  CHECK(view.size() == 40);

  const samples::Shift odd("gfx1030", {bytes.data() + 1, 39});
  const auto copy = runtime::decode_code_object(odd.code_object, odd.module);
  CHECK(copy.owns());
  CHECK(reinterpret_cast<std::uintptr_t>(copy.data()) % 8 == 0);
  CHECK(copy.bytes() == bytes.substr(1));
}

TEST_CASE("decode: zstd data decodes to the same bytes, also after a move") {
  const auto image = text();
  const auto frame = compress(image);
  const samples::Shift shift("gfx1030", frame, Compression::zstd, image.size());
  auto decoded = runtime::decode_code_object(shift.code_object, shift.module);
  const auto moved = std::move(decoded);
  CHECK(moved.owns());
  CHECK(moved.bytes() == image);
}

TEST_CASE("decode: sizes that disagree are refused") {
  const auto image = text();
  const auto frame = compress(image);
  CHECK(says(error_of(image, Compression::none, image.size() + 1), "bytes are embedded for an image of"));
  CHECK(says(error_of(image, Compression::none, image.size() - 1), "bytes are embedded for an image of"));
  CHECK(says(error_of(frame, Compression::zstd, image.size() + 1), "zstd frame contains"));
  CHECK(says(error_of(frame, Compression::zstd, image.size() - 1), "zstd frame contains"));
  CHECK(says(error_of(image, Compression::none, 0), "an image cannot have 0 bytes"));
  // At most 4 GiB are permitted.
  CHECK(says(error_of(frame, Compression::zstd, (std::size_t{4} << 30) + 1), "an image cannot have 4294967297 bytes"));
  CHECK(says(error_of(frame, Compression::zstd, SIZE_MAX), "an image cannot have"));
  CHECK(says(error_of(frame + "x", Compression::zstd, image.size()), "zstd frame ends at byte"));
  CHECK(says(error_of(frame + frame, Compression::zstd, image.size()), "zstd frame ends at byte"));
}

TEST_CASE("decode: empty data and data that is no frame are refused") {
  CHECK(says(error_of({}, Compression::none, 64), "no embedded data"));
  CHECK(says(error_of({"x", 0}, Compression::zstd, 64), "no embedded data"));
  CHECK(says(error_of("this is no frame", Compression::zstd, 64), "not a zstd frame"));
  // These first bytes are formats of zstd 0.5 to 0.7, which are not supported.
  for (const char version : {'\x25', '\x26', '\x27'})
    CHECK(says(error_of(version + std::string("\xb5\x2f\xfd 0123456789"), Compression::zstd, 64), "not a zstd frame"));
  CHECK(says(error_of("x", static_cast<Compression>(7), 1), "compression 7"));
}

TEST_CASE("decode: a frame without its size is refused") {
  const auto image = text();
  std::string frame(ZSTD_compressBound(image.size()), '\0');
  auto* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  frame.resize(ZSTD_compress2(context, frame.data(), frame.size(), image.data(), image.size()));
  ZSTD_freeCCtx(context);
  CHECK(says(error_of(frame, Compression::zstd, image.size()), "does not state its content size"));
}

TEST_CASE("decode: every truncated frame, and frames with a checksum and a flipped bit, are refused") {
  const auto image = text();
  const auto frame = compress(image);
  for (std::size_t size = 0; size < frame.size(); ++size) {
    // The copy has no slack, so that AddressSanitizer reports a read beyond it.
    const auto shorter = std::make_unique<char[]>(size);
    std::copy_n(frame.data(), size, shorter.get());
    CHECK_FALSE(error_of({shorter.get(), size}, Compression::zstd, image.size()).empty());
  }
  auto* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string checked(ZSTD_compressBound(image.size()), '\0');
  checked.resize(ZSTD_compress2(context, checked.data(), checked.size(), image.data(), image.size()));
  ZSTD_freeCCtx(context);
  // Flips a bit in every seventh byte after the frame's header, some of whose bits have no meaning.
  for (std::size_t at = 9; at < checked.size(); at += 7) {
    auto flipped = checked;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
    CHECK_FALSE(error_of(flipped, Compression::zstd, image.size()).empty());
  }
}
