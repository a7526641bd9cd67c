// Decodes arbitrary bytes as an embedded code object. The first byte selects compression (bits 0 and 1), target (bits 2
// and 3) and whether the module has one kernel or two (bit 7). The next four bytes give the declared size of the image,
// and the rest is embedded. The data decodes to that size or is refused, and decoded data is passed to the ELF check.
#include <cstdint>
#include <cstring>

#include "codeobject/decode.hpp"
#include "codeobject/elf_check.hpp"
#include "rocm_bindgen/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocm_bindgen;
  static constexpr const char* targets[] = {"gfx1100", "gfx1030", "gfx90a", "sm_90"};
  static constexpr KernelInfo kernels[] = {{"shift", "shift", nullptr, 0}, {"other", "_Z5otherPf", nullptr, 0}};
  // Larger images take longer and find no further errors.
  constexpr std::uint32_t kMaxSize = 16u << 20;
  constexpr std::size_t kHeader = 5;
  if (size < kHeader) return 0;
  std::uint32_t image_size = 0;
  std::memcpy(&image_size, data + 1, sizeof(image_size));
  const auto choice = data[0];
  const CodeObject code_object{targets[choice >> 2 & 3], data + kHeader, size - kHeader, image_size % (kMaxSize + 1),
                               static_cast<Compression>(choice & 3)};
  const Module module{"fuzz", 0, kernels, choice & 0x80u ? 2u : 1u, &code_object, 1};
  try {
    const auto image = runtime::decode_code_object(code_object, module);
    if (image.size() != code_object.image_size) __builtin_trap();
    runtime::check_code_object(image.bytes(), code_object, module);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_code_object) __builtin_trap();
  }
  return 0;
}
