// 16- and 8-bit floats: headers are HIP's, types and functions keep CUDA's names.
// COMPILES
#include <cuda_fp16.h>  // HIP: #include <hip/hip_fp16.h>
#include <cuda_bf16.h>  // HIP: #include <hip/hip_bf16.h>
#include <cuda_fp8.h>   // HIP: #include <hip/hip_fp8.h>

namespace narrow_floats {

__global__ void halves(__half* out, const half2* pairs, float x) {  // SAME
  out[0] = __hadd(__float2half(x), __float2half_rn(x));             // SAME
  out[1] = __low2half(__hfma2(pairs[0], pairs[1], pairs[2]));       // SAME
  out[2] = hsqrt(out[0]);                                           // SAME
  atomicAdd(&out[0], __float2half(x));                              // SAME
  out[3] = __hmax(out[0], out[1]);                                  // SAME
  out[4] = __shfl_xor_sync(0xffffffffu, out[3], 1);                 // SAME
}

__global__ void brain(__nv_bfloat16* out, const __nv_bfloat162* pairs, float x) {  // SAME
  out[0] = __float2bfloat16(x);                                                    // SAME
  out[1] = __hadd(out[0], __low2bfloat16(pairs[0]));                               // SAME
  nv_bfloat16 other = __hmul(out[0], out[1]);                                      // SAME
  out[2] = __float2bfloat16_rn(__bfloat162float(other));                           // SAME
}

__global__ void eight(__nv_fp8_e4m3* out, __nv_fp8_e5m2* other, float x) {        // SAME
  out[0] = __nv_fp8_e4m3(x);                                                      // SAME
  other[0] = __nv_fp8_e5m2(static_cast<float>(out[0]));                           // SAME
  __nv_fp8_storage_t bits = __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3);  // SAME
  out[1].__x = bits;
}

}  // namespace narrow_floats
