// See cuda_runtime.h.
#pragma once

struct __half {
  unsigned short bits;
};
struct __half2 {
  __half x, y;
};
typedef __half half;
typedef __half2 half2;
