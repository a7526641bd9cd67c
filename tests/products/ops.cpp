#include "all_headers.hpp"

// Makes a view, so that the program needs the library of the ops. Nothing is launched.
void use_ops() {
  const rocm_bindgen::TensorView view(nullptr, rocm_bindgen::DType::f32, {2, 3});
  if (view.dtype != rocm_bindgen::DType::f32) __builtin_trap();
}
