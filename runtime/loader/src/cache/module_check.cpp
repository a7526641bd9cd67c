#include "cache/module_check.hpp"

#include <string>

#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::runtime {
namespace {

/// Names a part of a module in an error message: "kernel 2 of module 'scale'". The text is built only if there is an
/// error.
struct Owner {
  const Module& module;
  const char* part = nullptr;  ///< null = the module itself
  std::size_t index = 0;

  std::string text() const {
    const auto whole = module.name == nullptr ? "a module" : "module '" + std::string(module.name) + "'";
    return part == nullptr ? whole : part + (" " + std::to_string(index + 1)) + " of " + whole;
  }
};

[[noreturn]] void refuse(const Owner& owner, const std::string& what) {
  throw Error(ErrorCode::bad_argument, owner.text() + ": " + what + "; emit the module again, or set the member");
}

void require_text(const char* text, const char* what, const Owner& owner) {
  if (text == nullptr) refuse(owner, std::string(what) + " is null");
}

void require_list(const void* list, std::size_t count, const char* what, const Owner& owner) {
  if (list == nullptr && count != 0)
    refuse(owner, std::string(what) + " is null, but its count is " + std::to_string(count));
}

}  // namespace

void check_module(const Module& module) {
  require_text(module.name, "its name", {module});
  require_list(module.kernels, module.kernel_count, "its list of kernels", {module});
  for (std::size_t k = 0; k < module.kernel_count; ++k) {
    const auto& kernel = module.kernels[k];
    const Owner owner{module, "kernel", k};
    require_text(kernel.name, "its name", owner);
    require_text(kernel.symbol, "its symbol", owner);
    require_list(kernel.parameters, kernel.parameter_count, "its list of parameters", owner);
    for (std::uint32_t p = 0; p < kernel.parameter_count; ++p) {
      require_text(kernel.parameters[p].name, "the name of a parameter", owner);
      require_text(kernel.parameters[p].type, "the type of a parameter", owner);
    }
  }
  require_list(module.code_objects, module.code_object_count, "its list of code objects", {module});
  for (std::size_t c = 0; c < module.code_object_count; ++c)
    require_text(module.code_objects[c].target, "its target", {module, "code object", c});
}

}  // namespace rocm_bindgen::runtime
