#include "codeobject/decode.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <new>
#include <string>
#include <utility>

#include <zstd.h>

#include "codeobject/bad_code_object.hpp"
#include "codeobject/code_object_file.hpp"
#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::runtime {
namespace {

/// Far larger than any real code object. A larger size is damaged, and no attempt is made to allocate it.
constexpr std::uint64_t kMaxImageSize = std::uint64_t{4} << 30;

/// Does not zero the memory, unlike std::vector: all of it is overwritten immediately.
std::unique_ptr<unsigned char[]> allocate(const CodeObject& code_object, const Module& module) {
  std::unique_ptr<unsigned char[]> memory(new (std::nothrow) unsigned char[code_object.image_size]);
  if (memory == nullptr)
    throw Error(ErrorCode::out_of_memory, "module '" + std::string(module.name) + "', code object for " +
                                              code_object.target + ": cannot allocate " +
                                              std::to_string(code_object.image_size) +
                                              " bytes of host memory to decompress it");
  return memory;
}

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};
using Context = std::unique_ptr<ZSTD_DCtx, FreeContext>;

/// One decompression context is kept for reuse, because a context takes 100 KB and some time to set up. Threads that
/// decompress at the same time create additional ones. It is never freed, because it must exist as long as modules can
/// be loaded.
std::atomic<ZSTD_DCtx*> spare_context{nullptr};

std::size_t decompress(unsigned char* to, const CodeObject& code_object) {
  Context context(spare_context.exchange(nullptr, std::memory_order_acq_rel));
  if (context == nullptr) context.reset(ZSTD_createDCtx());
  // If no context could be allocated, ZSTD_decompress() reports the lack of memory in zstd's words.
  const std::size_t written =
      context == nullptr
          ? ZSTD_decompress(to, code_object.image_size, code_object.data, code_object.stored_size)
          : ZSTD_decompressDCtx(context.get(), to, code_object.image_size, code_object.data, code_object.stored_size);
  context.reset(spare_context.exchange(context.release(), std::memory_order_acq_rel));
  return written;
}

Image decode_plain(const CodeObject& code_object, const Module& module) {
  if (code_object.stored_size != code_object.image_size)
    bad_code_object(code_object, module,
                    "uncompressed, but " + std::to_string(code_object.stored_size) +
                        " bytes are embedded for an image of " + std::to_string(code_object.image_size));
  if (reinterpret_cast<std::uintptr_t>(code_object.data) % alignof(Elf64_Ehdr) == 0)
    return Image({reinterpret_cast<const char*>(code_object.data), code_object.stored_size});
  auto memory = allocate(code_object, module);
  std::memcpy(memory.get(), code_object.data, code_object.stored_size);
  return {std::move(memory), code_object.image_size};
}

/// Whether the bytes start a zstd frame. Formats from before zstd 0.8 start with other bytes. Their decoders are
/// unmaintained and not part of the library; see rocm_bindgen_no_old_zstd().
bool is_zstd_frame(const CodeObject& code_object) {
  std::uint32_t first = 0;
  if (code_object.stored_size < sizeof first) return false;
  std::memcpy(&first, code_object.data, sizeof first);
  return first == ZSTD_MAGICNUMBER;
}

Image decode_zstd(const CodeObject& code_object, const Module& module) {
  if (!is_zstd_frame(code_object)) bad_code_object(code_object, module, "the embedded bytes are not a zstd frame");
  const auto content = ZSTD_getFrameContentSize(code_object.data, code_object.stored_size);
  if (content == ZSTD_CONTENTSIZE_ERROR)
    bad_code_object(code_object, module, "the embedded bytes are not a zstd frame");
  if (content == ZSTD_CONTENTSIZE_UNKNOWN)
    bad_code_object(code_object, module, "its zstd frame does not state its content size");
  if (content != code_object.image_size)
    bad_code_object(code_object, module,
                    "its zstd frame contains " + std::to_string(content) + " bytes, but the image has " +
                        std::to_string(code_object.image_size));
  const auto frame = ZSTD_findFrameCompressedSize(code_object.data, code_object.stored_size);
  if (ZSTD_isError(frame) != 0)
    bad_code_object(code_object, module, std::string("its zstd frame is damaged: ") + ZSTD_getErrorName(frame));
  if (frame != code_object.stored_size)
    bad_code_object(
        code_object, module,
        "its zstd frame ends at byte " + std::to_string(frame) + " of " + std::to_string(code_object.stored_size));
  auto memory = allocate(code_object, module);
  const auto written = decompress(memory.get(), code_object);
  if (ZSTD_isError(written) != 0)
    bad_code_object(code_object, module, std::string("its zstd frame is damaged: ") + ZSTD_getErrorName(written));
  if (written != code_object.image_size)
    bad_code_object(code_object, module,
                    "its zstd frame decompressed to " + std::to_string(written) + " bytes instead of the stated " +
                        std::to_string(code_object.image_size));
  return {std::move(memory), code_object.image_size};
}

}  // namespace

/// The linker substitutes this function for all decoders of old zstd formats. It is never called: bytes that are not a
/// frame of the current format are refused before zstd sees them.
extern "C" [[gnu::used]] void rocm_bindgen_no_old_zstd() {
  std::abort();
}

Image decode_code_object(const CodeObject& code_object, const Module& module) {
  if (code_object.data == nullptr && code_object.file != nullptr && code_object.stored_size != 0) {
    auto bytes = read_code_object_file(code_object, module);
    auto in_memory = code_object;
    in_memory.data = bytes.get();
    auto image = decode_code_object(in_memory, module);
    return image.owns() ? std::move(image) : Image(std::move(bytes), image.size());
  }
  if (code_object.data == nullptr || code_object.stored_size == 0)
    bad_code_object(code_object, module, "it has no embedded data");
  if (code_object.image_size == 0 || code_object.image_size > kMaxImageSize)
    bad_code_object(code_object, module,
                    "an image cannot have " + std::to_string(code_object.image_size) + " bytes (at most " +
                        std::to_string(kMaxImageSize) + ")");
  switch (code_object.compression) {
    case Compression::none:
      return decode_plain(code_object, module);
    case Compression::zstd:
      return decode_zstd(code_object, module);
  }
  bad_code_object(code_object, module,
                  "compression " + std::to_string(static_cast<int>(code_object.compression)) + " is unknown");
}

}  // namespace rocm_bindgen::runtime
