// Checks arbitrary bytes as an image: they are accepted or refused as a bad code object, never a crash. The same bytes
// are checked for each of several targets, so that unmodified code objects serve as seeds.
#include <cstdint>
#include <string_view>

#include "codeobject/elf_check.hpp"
#include "rocm_bindgen/error.hpp"

namespace {

bool passes(std::string_view image, const rocm_bindgen::CodeObject& code_object, const rocm_bindgen::Module& module) {
  try {
    rocm_bindgen::runtime::check_code_object(image, code_object, module);
    return true;
  } catch (const rocm_bindgen::Error& error) {
    if (error.code() != rocm_bindgen::ErrorCode::bad_code_object) __builtin_trap();
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocm_bindgen;
  // No processor has the name gfx1999.
  static constexpr const char* targets[] = {"gfx1100",       "gfx1030", "gfx90a", "gfx90a:sramecc+:xnack-",
                                            "gfx11-generic", "sm_80",   "sm_90",  "gfx1999"};
  static constexpr KernelInfo kernels[] = {{"shift", "shift", nullptr, 0}, {"other", "_Z5otherPf", nullptr, 0}};
  const std::string_view image(reinterpret_cast<const char*>(data), size);
  int valid_targets = 0;
  for (const char* target : targets) {
    const CodeObject code_object{target, data, size, size, Compression::none};
    const Module with_one_kernel{"fuzz", 0, kernels, 1, &code_object, 1};
    const Module with_two_kernels{"fuzz", 0, kernels, 2, &code_object, 1};
    if (passes(image, code_object, with_one_kernel)) ++valid_targets;
    // The seeds lack the kernel `other`, so this call covers the errors about missing kernels. It must only not crash.
    (void)passes(image, code_object, with_two_kernels);
  }
  // An image is valid for one target only.
  if (valid_targets > 1) __builtin_trap();
  return 0;
}
