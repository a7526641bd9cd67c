// Arbitrary bytes as an image: it passes or is refused as a bad code object, never a crash. The first byte chooses what
// the image is said to be, so that one corpus reaches all targets.
#include <cstdint>
#include <string_view>

#include "codeobject/elf_check.hpp"
#include "rocm_bindgen/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocm_bindgen;
  static constexpr const char* targets[] = {"gfx1100",       "gfx1030", "gfx90a", "gfx90a:sramecc+:xnack-",
                                            "gfx11-generic", "sm_80",   "sm_90",  "gfx1999",
                                            "rubbish"};
  static constexpr KernelInfo kernels[] = {{"shift", "shift", nullptr, 0}, {"other", "_Z5otherPf", nullptr, 0}};
  if (size == 0) return 0;
  const char* target = targets[data[0] % (sizeof(targets) / sizeof(*targets))];
  const std::string_view image(reinterpret_cast<const char*>(data) + 1, size - 1);
  const CodeObject code_object{target, data + 1, size - 1, size - 1, Compression::none};
  const Module module{"fuzz", 0, kernels, data[0] & 0x80u ? 2u : 1u, &code_object, 1};
  try {
    runtime::check_code_object(image, code_object, module);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_code_object) __builtin_trap();
  }
  return 0;
}
