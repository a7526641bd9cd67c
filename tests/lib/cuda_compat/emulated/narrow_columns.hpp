// The results of the functions of a 16-bit float type for given numbers, as a table: each input is a row, and each call
// of put() writes to the next column. Kernels and the host compute the same table; other tests in tests/lib/cuda_compat
// compare the host's results with definitions.
#pragma once

namespace narrow_tests {

// CUDA's functions whose names contain the name of the type.
//
// code() maps all NaNs to one code, because a device's arithmetic keeps the payload of an operand.
//
// to_integers() calls every rounding to int, from_numbers() every rounding of float, and both call some roundings of
// the other types. put() writes 32 bits, so `>> 32` selects the upper half of a 64-bit integer. The factor 1.00000001
// makes a double that a float cannot represent, so that rounding it to float first could give another result.
template <class Narrow>
struct Names;

#define NARROW_TESTS_NAMES(Narrow, Pair, named)                                                                       \
  template <>                                                                                                         \
  struct Names<Narrow> {                                                                                              \
    using Two = Pair;                                                                                                 \
    static __host__ __device__ Narrow from_code(unsigned short code) {                                                \
      return __ushort_as_##named(code);                                                                               \
    }                                                                                                                 \
    static __host__ __device__ unsigned short code(Narrow a) {                                                        \
      return __hisnan(a) ? static_cast<unsigned short>(0x7fff) : __##named##_as_ushort(a);                            \
    }                                                                                                                 \
    static __host__ __device__ Two pair(Narrow a, Narrow b) {                                                         \
      return __halves2##named##2(a, b);                                                                               \
    }                                                                                                                 \
    template <class Put>                                                                                              \
    static __host__ __device__ void to_integers(Narrow a, Put put) {                                                  \
      put(__##named##2int_rn(a)), put(__##named##2int_rz(a)), put(__##named##2int_rd(a)), put(__##named##2int_ru(a)); \
      put(__##named##2uint_rn(a)), put(__##named##2short_rd(a)), put(__##named##2ushort_ru(a));                       \
      put(__##named##2ll_rn(a) >> 32), put(__##named##2ll_rn(a)), put(__##named##2ull_rz(a) >> 32);                   \
      put(__##named##2char_rz(a)), put(__##named##2uchar_rz(a));                                                      \
    }                                                                                                                 \
    template <class Put>                                                                                              \
    static __host__ __device__ void from_numbers(float x, int i, long long l, Put put) {                              \
      put(__float2##named(x)), put(__float2##named##_rn(x)), put(__float2##named##_rz(x));                            \
      put(__float2##named##_rd(x)), put(__float2##named##_ru(x)), put(__double2##named(x * 1.00000001));              \
      put(__int2##named##_rn(i)), put(__int2##named##_rz(i)), put(__uint2##named##_ru(i));                            \
      put(__short2##named##_rd(static_cast<short>(i))), put(__ushort2##named##_rz(static_cast<unsigned short>(i)));   \
      put(__ll2##named##_rn(l)), put(__ll2##named##_rd(l)), put(__ull2##named##_ru(l));                               \
    }                                                                                                                 \
  }
NARROW_TESTS_NAMES(__half, __half2, half);
NARROW_TESTS_NAMES(__nv_bfloat16, __nv_bfloat162, bfloat16);
#undef NARROW_TESTS_NAMES

/// The codes of a pair, the second in the upper half.
template <class Narrow>
__host__ __device__ unsigned int codes(typename Names<Narrow>::Two pair) {
  return Names<Narrow>::code(pair.x) | static_cast<unsigned int>(Names<Narrow>::code(pair.y)) << 16;
}

// The number of values that each of the functions writes.
constexpr int kUnary = 15;
constexpr int kMath = 9;
constexpr int kBinary = 23;
constexpr int kPairs = 59;
constexpr int kIntegers = 12;
constexpr int kNumbers = 14;

// Functions whose results must be the same on device and host.
template <class Narrow, class Put>
__host__ __device__ void unary(Narrow a, Put put) {
  put(Names<Narrow>::code(__hneg(a))), put(Names<Narrow>::code(__habs(a))), put(Names<Narrow>::code(hsqrt(a))),
      put(Names<Narrow>::code(hrcp(a)));
  put(Names<Narrow>::code(hrsqrt(a))), put(Names<Narrow>::code(htrunc(a))), put(Names<Narrow>::code(hceil(a))),
      put(Names<Narrow>::code(hfloor(a)));
  put(Names<Narrow>::code(hrint(a))), put(Names<Narrow>::code(-a));
  Narrow b = a;
  put(Names<Narrow>::code(++b)), put(Names<Narrow>::code(b--)), put(Names<Narrow>::code(b));
  put(__hisnan(a)), put(static_cast<unsigned int>(__hisinf(a)));
}

// Functions that are computed in float and then rounded. The float results on device and host may differ by a unit in
// the last place, so the rounded ones may be neighbours.
template <class Narrow, class Put>
__host__ __device__ void math(Narrow a, Put put) {
  put(Names<Narrow>::code(hlog(a))), put(Names<Narrow>::code(hlog2(a))), put(Names<Narrow>::code(hlog10(a))),
      put(Names<Narrow>::code(hexp(a)));
  put(Names<Narrow>::code(hexp2(a))), put(Names<Narrow>::code(hexp10(a))), put(Names<Narrow>::code(hsin(a))),
      put(Names<Narrow>::code(hcos(a)));
  put(Names<Narrow>::code(htanh(a)));
}

// narrow.cu defines another __hmax_nan(), to test that a source's own functions take precedence. Argument-dependent
// lookup would find it here too; `::` calls the library's.
template <class Narrow, class Put>
__host__ __device__ void binary(Narrow a, Narrow b, Narrow c, Put put) {
  put(Names<Narrow>::code(__hadd(a, b))), put(Names<Narrow>::code(__hsub(a, b))),
      put(Names<Narrow>::code(__hmul(a, b))), put(Names<Narrow>::code(__hdiv(a, b)));
  put(Names<Narrow>::code(__hadd_rn(a, b))), put(Names<Narrow>::code(__hsub_rn(a, b))),
      put(Names<Narrow>::code(__hmul_rn(a, b))), put(Names<Narrow>::code(__hadd_sat(a, b)));
  put(Names<Narrow>::code(__hsub_sat(a, b))), put(Names<Narrow>::code(__hmul_sat(a, b))),
      put(Names<Narrow>::code(__hmax(a, b))), put(Names<Narrow>::code(__hmin(a, b)));
  put(Names<Narrow>::code(::__hmax_nan(a, b))), put(Names<Narrow>::code(__hmin_nan(a, b))),
      put(Names<Narrow>::code(__hfma(a, b, c))), put(Names<Narrow>::code(__hfma_sat(a, b, c)));
  put(Names<Narrow>::code(__hfma_relu(a, b, c))), put(Names<Narrow>::code(a + b)), put(Names<Narrow>::code(a - b)),
      put(Names<Narrow>::code(a * b));
  put(Names<Narrow>::code(a / b)),
      put(__heq(a, b) << 0 | __hequ(a, b) << 1 | __hne(a, b) << 2 | __hneu(a, b) << 3 | __hlt(a, b) << 4 |
          __hltu(a, b) << 5 | __hle(a, b) << 6 | __hleu(a, b) << 7 | __hgt(a, b) << 8 | __hgtu(a, b) << 9 |
          __hge(a, b) << 10 | __hgeu(a, b) << 11),
      put((a == b) << 0 | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 | (a >= b) << 5);
}

template <class Narrow, class Put>
__host__ __device__ void pairs(Narrow x, Narrow y, Narrow z, Put put) {
  const auto a = Names<Narrow>::pair(x, y), b = Names<Narrow>::pair(z, y), c = Names<Narrow>::pair(y, z);
  put(codes<Narrow>(__hadd2(a, b))), put(codes<Narrow>(__hsub2(a, b))), put(codes<Narrow>(__hmul2(a, b))),
      put(codes<Narrow>(__h2div(a, b)));
  put(codes<Narrow>(__hadd2_rn(a, b))), put(codes<Narrow>(__hsub2_rn(a, b))), put(codes<Narrow>(__hmul2_rn(a, b))),
      put(codes<Narrow>(__hadd2_sat(a, b)));
  put(codes<Narrow>(__hsub2_sat(a, b))), put(codes<Narrow>(__hmul2_sat(a, b))), put(codes<Narrow>(__hmax2(a, b))),
      put(codes<Narrow>(__hmin2(a, b)));
  put(codes<Narrow>(__hmax2_nan(a, b))), put(codes<Narrow>(__hmin2_nan(a, b))), put(codes<Narrow>(__hfma2(a, b, c))),
      put(codes<Narrow>(__hfma2_sat(a, b, c)));
  put(codes<Narrow>(__hfma2_relu(a, b, c))), put(codes<Narrow>(__hcmadd(a, b, c))), put(codes<Narrow>(__hneg2(a))),
      put(codes<Narrow>(__habs2(a)));
  put(codes<Narrow>(h2sqrt(a))), put(codes<Narrow>(h2rcp(a))), put(codes<Narrow>(h2rsqrt(a))),
      put(codes<Narrow>(h2trunc(a)));
  put(codes<Narrow>(h2ceil(a))), put(codes<Narrow>(h2floor(a))), put(codes<Narrow>(h2rint(a))),
      put(codes<Narrow>(__hisnan2(a)));
  put(codes<Narrow>(__lowhigh2highlow(a))), put(codes<Narrow>(a + b)), put(codes<Narrow>(a - b)),
      put(codes<Narrow>(a * b));
  put(codes<Narrow>(a / b)), put(codes<Narrow>(__heq2(a, b))), put(codes<Narrow>(__hequ2(a, b))),
      put(codes<Narrow>(__hne2(a, b)));
  put(codes<Narrow>(__hneu2(a, b))), put(codes<Narrow>(__hlt2(a, b))), put(codes<Narrow>(__hltu2(a, b))),
      put(codes<Narrow>(__hle2(a, b)));
  put(codes<Narrow>(__hleu2(a, b))), put(codes<Narrow>(__hgt2(a, b))), put(codes<Narrow>(__hgtu2(a, b))),
      put(codes<Narrow>(__hge2(a, b)));
  put(codes<Narrow>(__hgeu2(a, b))), put(__heq2_mask(a, b)), put(__hequ2_mask(a, b)), put(__hne2_mask(a, b));
  put(__hneu2_mask(a, b)), put(__hlt2_mask(a, b)), put(__hltu2_mask(a, b)), put(__hle2_mask(a, b));
  put(__hleu2_mask(a, b)), put(__hgt2_mask(a, b)), put(__hgtu2_mask(a, b)), put(__hge2_mask(a, b));
  put(__hgeu2_mask(a, b)),
      put(__hbeq2(a, b) << 0 | __hbequ2(a, b) << 1 | __hbne2(a, b) << 2 | __hbneu2(a, b) << 3 | __hblt2(a, b) << 4 |
          __hbltu2(a, b) << 5 | __hble2(a, b) << 6 | __hbleu2(a, b) << 7 | __hbgt2(a, b) << 8 | __hbgtu2(a, b) << 9 |
          __hbge2(a, b) << 10 | __hbgeu2(a, b) << 11),
      put((a == b) << 0 | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 | (a >= b) << 5);
}

}  // namespace narrow_tests
