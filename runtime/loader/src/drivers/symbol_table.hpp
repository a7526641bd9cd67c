#pragma once

#include <string>

#include "drivers/shared_library.hpp"
#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::runtime {

/// Looks functions up in a library and keeps note of the required ones that are missing, so that one error names all.
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

  /// Throws if a required function was missing. `wanted` tells what a library that has them all is called.
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
