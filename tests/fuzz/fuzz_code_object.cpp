// Reads arbitrary bytes as a code object: the result is an answer or an error, never a crash.
#include <cstdint>
#include <string_view>

#include "codeobject/code_object.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)rocm_bindgen::build::read_code_object({reinterpret_cast<const char*>(data), size}, "fuzz").has_value();
  return 0;
}
