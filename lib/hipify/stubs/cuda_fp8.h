// See cuda_runtime.h.
#pragma once

struct __nv_fp8_e4m3 {
  unsigned char bits;
};
struct __nv_fp8_e5m2 {
  unsigned char bits;
};
