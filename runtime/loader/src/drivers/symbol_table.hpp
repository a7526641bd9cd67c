#pragma once

#include <string>

#include "drivers/shared_library.hpp"
#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::runtime {

/// Looks up functions in a library and collects the required ones that are missing, so that one error names all of
/// them.
class SymbolTable {
 public:
  explicit SymbolTable(const SharedLibrary& library) : library_(library) {}

  template <class Function>
  void optional(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(library_.find(name));
  }

  template <class Function>
  void required(Function*& function, const char* name) {
    optional(function, name);
    if (function == nullptr) missing_ += (missing_.empty() ? "" : ", ") + std::string(name);
  }

  /// Throws Error(bad_driver) if a required function is missing. `wanted` describes a library that has all functions.
  void check(const char* wanted) const {
    if (!missing_.empty())
      throw Error(ErrorCode::bad_driver,
                  "'" + library_.path + "' lacks " + missing_ + "; " + std::string(wanted) + " is needed");
  }

 private:
  const SharedLibrary& library_;
  std::string missing_;
};

}  // namespace rocm_bindgen::runtime
