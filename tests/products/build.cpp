#include "all_headers.hpp"

// A build without sources: constructs and destroys the library's own classes.
void use_build() {
  const auto built = rocm_bindgen::build::Builder{}.src_dir("/nowhere").target_arch("gfx1100").build_hsaco();
  if (built) __builtin_trap();
}
