#include "all_headers.hpp"

// A build that has nothing to do but to say so: the library's own classes are made and destroyed.
void use_build() {
  const auto built = rocm_bindgen::build::Builder{}.src_dir("/nowhere").target_arch("gfx1100").build_hsaco();
  if (built) __builtin_trap();
}
