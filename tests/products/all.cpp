#include "all_headers.hpp"

// The headers of all products are in this source. By default there are no bundles and no flags, so main() returns 0.
int main() {
  const rocm_bindgen::build::BuildOptions build;
  const rocm_bindgen::CompileOptions at_run_time;
  return build.bundles || !at_run_time.flags.empty();
}
