#include "drivers/shared_library.hpp"

#include <cstdlib>
#include <dlfcn.h>

namespace rocm_bindgen::runtime {

SharedLibrary open_first(const std::vector<std::string>& candidates, std::vector<std::string>& tried) {
  for (const auto& candidate : candidates) {
    if (void* handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL))
      return {candidate, [handle](const char* name) { return dlsym(handle, name); }};
    const char* reason = dlerror();
    tried.push_back(candidate + ": " + (reason == nullptr ? "cannot be opened" : reason));
  }
  return {};
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace rocm_bindgen::runtime
