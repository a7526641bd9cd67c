#include "drivers/shared_library.hpp"

#include <dlfcn.h>
#include <link.h>

namespace rocm_bindgen::runtime {

SharedLibrary open_first(const std::vector<std::string>& candidates, std::vector<std::string>& tried) {
  for (const auto& candidate : candidates) {
    // Never closed; see SharedLibrary.
    if (void* handle = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL))
      return {candidate, [handle](const char* name) { return dlsym(handle, name); }};
    const char* reason = dlerror();
    tried.push_back(candidate + ": " + (reason == nullptr ? "cannot be opened" : reason));
  }
  return {};
}

std::string loaded_library(std::string_view prefix) {
  struct Search {
    std::string_view prefix;
    std::string path;
  } search{prefix, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* library, std::size_t, void* data) {
        auto& wanted = *static_cast<Search*>(data);
        const std::string_view path = library->dlpi_name == nullptr ? "" : library->dlpi_name;
        const auto slash = path.rfind('/');
        const auto file = slash == std::string_view::npos ? path : path.substr(slash + 1);
        if (file.substr(0, wanted.prefix.size()) != wanted.prefix) return 0;
        wanted.path = path;
        return 1;
      },
      &search);
  return search.path;
}

}  // namespace rocm_bindgen::runtime
