#pragma once

#include <string>
#include <vector>

namespace test {

/// A row of runtime/hip/src/functions.def.
struct HipFunction {
  std::string symbol, version, sonames, state, group;

  /// Whether libamdhip64.so.`soname` has the function.
  bool is_in(int soname) const {
    const int number = sonames.back() - '0';
    return is_since() ? soname >= number : soname == number;
  }
  /// The last column of docs/hip-functions.md: "`.so.5`" for only_5, "from `.so.6`" for since_6, and nothing for a
  /// function that all libraries have.
  std::string column() const {
    const auto library = "`.so." + sonames.substr(sonames.size() - 1) + "`";
    return sonames == "since_5" ? "" : is_since() ? "from " + library : library;
  }

 private:
  bool is_since() const { return sonames.rfind("since_", 0) == 0; }
};

inline std::vector<HipFunction> hip_functions() {
  std::vector<HipFunction> rows;
#define ROCM_BINDGEN_HIP_FUNCTION(symbol, version, sonames, state, group) \
  rows.push_back({#symbol, #version, #sonames, #state, group});
#include "../../../runtime/hip/src/functions.def"
  return rows;
}

}  // namespace test
