#include "support/embedded.hpp"

#include <cstdlib>

namespace rocm_bindgen::build {

std::string_view embedded_text(std::string_view path) {
  for (const auto& file : embedded_files())
    if (file.path == path) return file.text;
  std::abort();  // a path that lib/CMakeLists.txt does not embed: a defect that every run shows
}

}  // namespace rocm_bindgen::build
