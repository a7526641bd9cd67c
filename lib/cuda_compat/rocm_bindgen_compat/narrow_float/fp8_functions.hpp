// CUDA's functions that convert between FP8 values (e4m3, e5m2, e8m0), which are stored as bytes, and wider
// floating-point types. Only fp8.hpp includes this file, after it has declared what the functions use.
//
// Conversions of double round to odd first, so that the conversion from float to FP8 does not round a second time; see
// narrow_float.hpp.
#pragma once

ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                                          __nv_fp8_interpretation_t format) {
  return rocm_bindgen::detail::fp8_bits(rocm_bindgen::detail::round_to_odd(x), saturate, format);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                                         __nv_fp8_interpretation_t format) {
  return rocm_bindgen::detail::fp8_bits(x, saturate, format);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                                           __nv_fp8_interpretation_t format) {
  return rocm_bindgen::detail::fp8_bits(rocm_bindgen::detail::widened(rocm_bindgen::detail::HalfFormat{}, x.x),
                                        saturate, format);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                                               __nv_saturation_t saturate,
                                                                               __nv_fp8_interpretation_t format) {
  return rocm_bindgen::detail::fp8_bits(rocm_bindgen::detail::widened(rocm_bindgen::detail::Bf16Format{}, x.x),
                                        saturate, format);
}

ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x,
                                                                                __nv_saturation_t saturate,
                                                                                __nv_fp8_interpretation_t format) {
  return rocm_bindgen::detail::fp8_pair(__nv_cvt_halfraw_to_fp8(__half_raw{x.x}, saturate, format),
                                        __nv_cvt_halfraw_to_fp8(__half_raw{x.y}, saturate, format));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x,
                                                                                    __nv_saturation_t saturate,
                                                                                    __nv_fp8_interpretation_t format) {
  return rocm_bindgen::detail::fp8_pair(__nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{x.x}, saturate, format),
                                        __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{x.y}, saturate, format));
}
// float2 and double2 are HIP's types, which plain C++ does not have.
#if defined(__HIP__)
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate,
                                                                              __nv_fp8_interpretation_t format) {
  return rocm_bindgen::detail::fp8_pair(__nv_cvt_float_to_fp8(x.x, saturate, format),
                                        __nv_cvt_float_to_fp8(x.y, saturate, format));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate,
                                                                               __nv_fp8_interpretation_t format) {
  return rocm_bindgen::detail::fp8_pair(__nv_cvt_double_to_fp8(x.x, saturate, format),
                                        __nv_cvt_double_to_fp8(x.y, saturate, format));
}
#endif

ROCM_BINDGEN_HOST_DEVICE inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x,
                                                                   __nv_fp8_interpretation_t format) {
  return __float2half_rn(rocm_bindgen::detail::fp8_value(x, format));
}
ROCM_BINDGEN_HOST_DEVICE inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                                       __nv_fp8_interpretation_t format) {
  return __floats2half2_rn(rocm_bindgen::detail::fp8_value(static_cast<__nv_fp8_storage_t>(x), format),
                           rocm_bindgen::detail::fp8_value(static_cast<__nv_fp8_storage_t>(x >> 8u), format));
}

ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x,
                                                                                __nv_saturation_t saturate,
                                                                                cudaRoundMode rounding) {
  return rocm_bindgen::detail::e8m0_bits(x.x, saturate, rounding);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturate,
                                                                          cudaRoundMode rounding) {
  return rocm_bindgen::detail::e8m0_bits(x, saturate, rounding);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate,
                                                                           cudaRoundMode rounding) {
  return rocm_bindgen::detail::e8m0_bits(rocm_bindgen::detail::round_to_odd(x), saturate, rounding);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x,
                                                                                     __nv_saturation_t saturate,
                                                                                     cudaRoundMode rounding) {
  return rocm_bindgen::detail::fp8_pair(__nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw{x.x}, saturate, rounding),
                                        __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw{x.y}, saturate, rounding));
}
// As above, for float2 and double2.
#if defined(__HIP__)
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 x, __nv_saturation_t saturate,
                                                                               cudaRoundMode rounding) {
  return rocm_bindgen::detail::fp8_pair(__nv_cvt_float_to_e8m0(x.x, saturate, rounding),
                                        __nv_cvt_float_to_e8m0(x.y, saturate, rounding));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 x, __nv_saturation_t saturate,
                                                                                cudaRoundMode rounding) {
  return rocm_bindgen::detail::fp8_pair(__nv_cvt_double_to_e8m0(x.x, saturate, rounding),
                                        __nv_cvt_double_to_e8m0(x.y, saturate, rounding));
}
#endif
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
  return __nv_bfloat16_raw{rocm_bindgen::detail::e8m0_as_bf16(x)};
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
  return __nv_bfloat162_raw{rocm_bindgen::detail::e8m0_as_bf16(static_cast<__nv_fp8_storage_t>(x)),
                            rocm_bindgen::detail::e8m0_as_bf16(static_cast<__nv_fp8_storage_t>(x >> 8u))};
}
