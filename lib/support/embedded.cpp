#include "support/embedded.hpp"

#include <cstdlib>

namespace rocm_bindgen::build {

std::string_view embedded_text(std::string_view path) {
  for (const auto& file : embedded_files())
    if (file.path == path) return file.text;
  std::abort();  // a name that CMakeLists.txt does not embed: a defect that any run shows
}

}  // namespace rocm_bindgen::build
