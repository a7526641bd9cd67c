#include "codeobject/bad_code_object.hpp"

#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::runtime {

void bad_code_object(const CodeObject& code_object, const Module& module, const std::string& what) {
  throw Error(ErrorCode::bad_code_object, "module '" + std::string(module.name) + "', code object for " +
                                              code_object.target + ": " + what +
                                              "; it is truncated, corrupt or from another build: rebuild the module");
}

std::string hex(std::uint64_t number) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[number % 16]);
    number /= 16;
  } while (number != 0);
  return "0x" + digits;
}

}  // namespace rocm_bindgen::runtime
