// Feeds arbitrary bytes to the rewriter, with both options off and with both on: no crash, no hang, and a second pass
// changes nothing.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "hipify/hipify.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const bool launch_macro : {false, true}) {
    const rocm_bindgen::build::RewriteOptions options{launch_macro, /*prefer_roc=*/launch_macro};
    const auto once = rocm_bindgen::build::hipify_text(text, /*is_source=*/true, options);
    if (rocm_bindgen::build::hipify_text(once, /*is_source=*/true, options) != once) std::abort();
  }
  return 0;
}
