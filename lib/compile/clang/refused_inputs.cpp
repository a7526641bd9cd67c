#include "compile/clang/refused_inputs.hpp"

#include <algorithm>

#include "hipify/front_end/debug_pragma.hpp"
#include "hipify/front_end/hip_file_system.hpp"

namespace rocm_bindgen::build {

std::optional<Diagnostic> take_refused(std::vector<Diagnostic>& messages) {
  const auto refused = std::find_if(messages.begin(), messages.end(), [](const Diagnostic& message) {
    return message.text == kDebugPragmaRefused || message.text.ends_with(kNotRegularFile);
  });
  return refused == messages.end() ? std::nullopt : std::optional(std::move(*refused));
}

}  // namespace rocm_bindgen::build
