// The C library in double precision.
#include "math_kernels.cuh"

MATH_KERNELS(double, f64)
