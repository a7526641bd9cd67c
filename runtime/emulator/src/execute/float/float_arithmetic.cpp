#include "execute/float/float_arithmetic.hpp"

namespace rocm_bindgen::emulator {

template <class Float>
Float nan_of(Float a) {
  return a != a ? quieted(a) : invalid<Float>();
}

template <class Float>
Float nan_of(Float a, Float b) {
  return a != a ? quieted(a) : nan_of(b);
}

template <class Float>
Float nan_of(Float a, Float b, Float c) {
  if (a != a || b != b) return nan_of(a, b);
  const bool no_product = (a == 0 && std::isinf(b)) || (std::isinf(a) && b == 0);
  return no_product ? invalid<Float>() : nan_of(c);
}

template float nan_of(float);
template float nan_of(float, float);
template float nan_of(float, float, float);
template double nan_of(double);
template double nan_of(double, double);
template double nan_of(double, double, double);

}  // namespace rocm_bindgen::emulator
