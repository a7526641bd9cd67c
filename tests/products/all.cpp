#include "all_headers.hpp"

int main() {
  const rocm_bindgen::build::BuildOptions build;
  const rocm_bindgen::CompileOptions at_run_time;
  return build.bundles || !at_run_time.flags.empty();
}
