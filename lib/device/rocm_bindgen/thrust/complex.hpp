// Complex numbers: the standard library's, whose functions are the device's, too.
#pragma once

#include <hip/hip_runtime.h>

#include <complex>

namespace thrust {

template <class T>
using complex = std::complex<T>;

using std::abs;
using std::arg;
using std::conj;
using std::cos;
using std::cosh;
using std::exp;
using std::log;
using std::norm;
using std::polar;
using std::pow;
using std::proj;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tan;
using std::tanh;

}  // namespace thrust
