// Reads arbitrary bytes as a cubin: the result is an answer or an error, never a crash.
#include <cstdint>
#include <string_view>

#include "codeobject/cubin.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)rocm_bindgen::build::read_cubin({reinterpret_cast<const char*>(data), size}, "fuzz").has_value();
  return 0;
}
