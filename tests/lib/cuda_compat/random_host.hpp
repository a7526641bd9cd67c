// The generators of lib/cuda_compat in plain C++, with definitions of the vector types that HIP has.
#pragma once

struct uint2 {
  unsigned int x, y;
};
struct uint4 {
  unsigned int x, y, z, w;
};
struct float2 {
  float x, y;
};
struct float4 {
  float x, y, z, w;
};
struct double2 {
  double x, y;
};
struct double4 {
  double x, y, z, w;
};

#include "rocm_bindgen_compat/random/api.hpp"
