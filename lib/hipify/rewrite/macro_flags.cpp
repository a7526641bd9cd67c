#include "hipify/rewrite/macro_flags.hpp"

#include <string_view>

namespace rocm_bindgen::build {

std::set<std::string, std::less<>> defined_by(const std::vector<std::string>& clang_flags) {
  std::set<std::string, std::less<>> macros;
  for (std::size_t i = 0; i < clang_flags.size(); ++i) {
    std::string_view flag(clang_flags[i]);
    const bool defines = flag.starts_with("-D");
    if (!defines && !flag.starts_with("-U")) continue;
    if (flag.size() > 2) {
      flag.remove_prefix(2);
    } else if (++i < clang_flags.size()) {
      flag = clang_flags[i];
    }
    const std::string name(flag.substr(0, flag.find_first_of("=(")));
    if (defines) {
      macros.insert(name);
    } else {
      macros.erase(name);
    }
  }
  return macros;
}

}  // namespace rocm_bindgen::build
