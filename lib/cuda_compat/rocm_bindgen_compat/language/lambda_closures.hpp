// Replaces nvcc's builtins that test whether a type is an extended lambda for the device. HIP's compiler compiles every
// lambda for both sides and preserves its return type, so these macros only test whether the type is a lambda. clang's
// name of such a type contains `(lambda at FILE:LINE:COLUMN)`.
#pragma once

namespace rocm_bindgen {

template <typename T>
constexpr bool is_lambda_closure() {
  const char* name = __PRETTY_FUNCTION__;
  for (; *name != '\0'; ++name) {
    const char* word = "(lambda at ";
    const char* at = name;
    while (*word != '\0' && *at == *word) ++word, ++at;
    if (*word == '\0') return true;
  }
  return false;
}

}  // namespace rocm_bindgen

#define __nv_is_extended_device_lambda_closure_type(...) (rocm_bindgen::is_lambda_closure<__VA_ARGS__>())
#define __nv_is_extended_host_device_lambda_closure_type(...) (rocm_bindgen::is_lambda_closure<__VA_ARGS__>())
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) (rocm_bindgen::is_lambda_closure<__VA_ARGS__>())
