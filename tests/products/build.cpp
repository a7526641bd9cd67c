#include "all_headers.hpp"

// Starts a build that fails because it has no sources, so that the library's own classes are constructed and destroyed.
void use_build() {
  const auto built = rocm_bindgen::build::Builder{}.src_dir("/nowhere").target_arch("gfx1100").build_hsaco();
  if (built) __builtin_trap();
}
