// AMD's instructions that CUDA has no functions for. The kernels call the compiler's builtins. For NVIDIA, the kernels
// are empty and are not launched. If a generation lacks an instruction, the kernel computes the same result in another
// way.
#include "math.cuh"

#if defined(__HIP__)
#define ON_AMD(CALL) CALL

// Which dot products the target has: those of RDNA 3 and 4, in which each operand is signed or not, or the older ones.
#if defined(__gfx11_generic__) || defined(__gfx12_generic__) || defined(__GFX11__) || defined(__GFX12__)
#define PROBE_HAS_SUDOT
#elif defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx1030__) || \
    defined(__gfx10_3_generic__)
#define PROBE_HAS_DOT
#endif

namespace of_amd {

using Halves = _Float16 __attribute__((ext_vector_type(2)));
using Shorts = short __attribute__((ext_vector_type(2)));
using UnsignedShorts = unsigned short __attribute__((ext_vector_type(2)));

template <class To, class From>
__device__ To same_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "both types must have the same size");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

__device__ float half_dot(Halves a, Halves b, float sum) {
#if defined(PROBE_HAS_SUDOT) || defined(PROBE_HAS_DOT)
  return __builtin_amdgcn_fdot2(a, b, sum, false);
#else
  return fmaf(static_cast<float>(a.x), static_cast<float>(b.x),
              fmaf(static_cast<float>(a.y), static_cast<float>(b.y), sum));
#endif
}
__device__ int short_dot(Shorts a, Shorts b, int sum) {
#if defined(PROBE_HAS_DOT)
  return __builtin_amdgcn_sdot2(a, b, sum, false);
#else
  return a.x * b.x + a.y * b.y + sum;
#endif
}
__device__ int nibble_dot(int a, int b, int sum) {
#if defined(PROBE_HAS_SUDOT)
  return __builtin_amdgcn_sudot8(true, a, true, b, sum, false);
#elif defined(PROBE_HAS_DOT)
  return __builtin_amdgcn_sdot8(a, b, sum, false);
#else
  for (int i = 0; i < 8; ++i) sum += (a << (28 - 4 * i) >> 28) * (b << (28 - 4 * i) >> 28);
  return sum;
#endif
}
// The bytes of the second operand are unsigned.
__device__ int mixed_dot(int a, int b, int sum) {
#if defined(PROBE_HAS_SUDOT)
  return __builtin_amdgcn_sudot4(true, a, false, b, sum, false);
#else
  for (int i = 0; i < 4; ++i) sum += (a << (24 - 8 * i) >> 24) * (b >> 8 * i & 255);
  return sum;
#endif
}
__device__ int clamped_dot(int a, int b, int sum) {
#if defined(PROBE_HAS_SUDOT)
  return __builtin_amdgcn_sudot4(true, a, true, b, sum, true);
#elif defined(PROBE_HAS_DOT)
  return __builtin_amdgcn_sdot4(a, b, sum, true);
#else
  long long wide = sum;
  for (int i = 0; i < 4; ++i) wide += (a << (24 - 8 * i) >> 24) * (b << (24 - 8 * i) >> 24);
  return static_cast<int>(max(min(wide, 2147483647ll), -2147483648ll));
#endif
}
__device__ void packed_dot_products(unsigned count, const int* left, const int* right, const int* third, float* floats,
                                    int* out) {
  const unsigned i = Columns<int>::thread();
  if (i >= count) return;
  const int a = left[i], b = right[i], c = third[i];
  // Turns random bits into halves with exponents that cause neither overflow nor underflow.
  constexpr int kModerate = 0x03ff03ff, kOne = 0x3c003c00, kSigns = static_cast<int>(0x80008000);
  const auto halves = [](int bits) { return same_bits<Halves>((bits & (kModerate | kSigns)) | kOne); };
  floats[i] = half_dot(halves(a), halves(b), static_cast<float>(c % 1024));
  Columns<int> columns(out, count);
  columns.put(short_dot(same_bits<Shorts>(a), same_bits<Shorts>(b), c), nibble_dot(a, b, c), mixed_dot(a, b, c));
  columns.put(clamped_dot(a, b, c | 0x7fffff00), clamped_dot(a, b, c & 0xff | static_cast<int>(0x80000000)));
}

__device__ void byte_arithmetic(unsigned count, const unsigned* left, const unsigned* right, const unsigned* third,
                                unsigned long long* out) {
  const unsigned i = Columns<int>::thread();
  if (i >= count) return;
  const unsigned a = left[i], b = right[i], c = third[i];
  Columns<unsigned long long> columns(out, count);
  columns.put(__builtin_amdgcn_sad_u8(a, b, c), __builtin_amdgcn_msad_u8(a, b, c));
  columns.put(__builtin_amdgcn_sad_hi_u8(a, b, c), __builtin_amdgcn_sad_u16(a, b, c));
  columns.put(__builtin_amdgcn_lerp(a, b, c), __builtin_amdgcn_perm(a, b, c & 0x0f0f0f0fu));
  columns.put(__builtin_amdgcn_alignbyte(a, b, c), __builtin_amdgcn_alignbit(a, b, c));
  columns.put(__builtin_amdgcn_ubfe(a, b & 31, c & 31));
  columns.put(static_cast<unsigned>(__builtin_amdgcn_sbfe(static_cast<int>(a), b & 31, c & 31)));
  columns.put(__builtin_amdgcn_qsad_pk_u16_u8(static_cast<unsigned long>(a) << 32 | b, c, 0x0001000200030004ul));
  columns.put(__builtin_amdgcn_mqsad_pk_u16_u8(static_cast<unsigned long>(a) << 32 | b, c, 0x0001000200030004ul));
}

__device__ void packed_conversions(unsigned count, const float* left, const float* right, unsigned* out) {
  const unsigned i = Columns<int>::thread();
  if (i >= count) return;
  const float x = left[i], y = right[i];
  Columns<unsigned> columns(out, count);
  columns.put(same_bits<unsigned>(__builtin_amdgcn_cvt_pkrtz(x, y)));
  columns.put(same_bits<unsigned>(__builtin_amdgcn_cvt_pk_i16(static_cast<int>(x), static_cast<int>(y))));
  columns.put(same_bits<unsigned>(
      __builtin_amdgcn_cvt_pk_u16(static_cast<unsigned>(fabsf(x)), static_cast<unsigned>(fabsf(y)))));
  columns.put(same_bits<unsigned>(__builtin_amdgcn_cvt_pknorm_i16(x / 1000, y / 1000)));
  columns.put(same_bits<unsigned>(__builtin_amdgcn_cvt_pknorm_u16(x / 1000, y / 1000)));
  columns.put(__builtin_amdgcn_cvt_pk_u8_f32(y, 2, __builtin_amdgcn_cvt_pk_u8_f32(x, 1, 0x11223344u)));
}

__device__ void float_builtins(unsigned count, const float* in, float* out, double* wide) {
  const unsigned i = Columns<float>::thread();
  if (i >= count) return;
  const float x = in[i];
  const double d = static_cast<double>(x) * 1.0000001;
  Columns<float> columns(out, count);
  columns.put(__builtin_amdgcn_fractf(x), __builtin_amdgcn_frexp_mantf(x), __builtin_amdgcn_frexp_expf(x));
  columns.put(__builtin_amdgcn_ldexpf(x, -3), __builtin_amdgcn_fmed3f(x, 1.0f, -2.0f));
  // 0x104 is negative infinity or a positive normal number; 0x208 is a negative normal number or positive infinity.
  columns.put(__builtin_amdgcn_classf(x, 0x104), __builtin_amdgcn_classf(x, 0x208));
  columns.put(__builtin_amdgcn_rcpf(x), __builtin_amdgcn_rsqf(fabsf(x)), __builtin_amdgcn_sqrtf(fabsf(x)));
  columns.put(__builtin_amdgcn_logf(fabsf(x)), __builtin_amdgcn_exp2f(x / 1024));
  columns.put(__builtin_amdgcn_sinf(x / 8192), __builtin_amdgcn_cosf(x / 8192));
  Columns<double> doubles(wide, count);
  doubles.put(__builtin_amdgcn_fract(d), __builtin_amdgcn_frexp_mant(d), __builtin_amdgcn_frexp_exp(d));
  doubles.put(__builtin_amdgcn_ldexp(d, 5), __builtin_amdgcn_rcp(d), __builtin_amdgcn_rsq(fabs(d)));
}

#define GLOBAL __attribute__((address_space(1)))
#define LOCAL __attribute__((address_space(3)))
#if defined(__gfx90a__) || defined(__gfx942__)
#define HAS_F64_ATOMICS
#endif
#if defined(__gfx90a__) || defined(__gfx942__) || defined(__GFX12__) || defined(__gfx12_generic__)
#define HAS_PACKED_ATOMICS
#endif
#if defined(HAS_PACKED_ATOMICS) || defined(__GFX11__) || defined(__gfx11_generic__)
#define HAS_F32_ATOMICS
#endif

// `cells[0]`, `wide[0]` and `wide[3]` get the sums of all threads' numbers, and `cells[4]` the number of threads. The
// minimum and maximum of the numbers and 0 are in `wide[1]` and `wide[2]`.
__device__ void hardware_float_atomics(const float* in, float* cells, double* wide, __half2* pair, float* returned) {
  __shared__ float shared[3];
  const unsigned i = threadIdx.x;
  const float x = in[blockIdx.x * blockDim.x + i];
  if (i < 3) shared[i] = 0;
  __syncthreads();
  constexpr int kRelaxed = __ATOMIC_RELAXED;
  __builtin_amdgcn_ds_faddf((LOCAL float*)&shared[0], x, kRelaxed, kRelaxed, false);
  __builtin_amdgcn_ds_fminf((LOCAL float*)&shared[1], x, kRelaxed, kRelaxed, false);
  __builtin_amdgcn_ds_fmaxf((LOCAL float*)&shared[2], x, kRelaxed, kRelaxed, false);
  float before = 0;
#if defined(HAS_F32_ATOMICS)
  before = __builtin_amdgcn_global_atomic_fadd_f32((GLOBAL float*)&cells[0], x);
  __builtin_amdgcn_global_atomic_fadd_f32((GLOBAL float*)&cells[4], 1.0f);
#else
  before = atomicAdd(&cells[0], x);
  atomicAdd(&cells[4], 1.0f);
#endif
#if defined(HAS_F64_ATOMICS)
  __builtin_amdgcn_global_atomic_fadd_f64((GLOBAL double*)&wide[0], static_cast<double>(x));
  __builtin_amdgcn_global_atomic_fmin_f64((GLOBAL double*)&wide[1], static_cast<double>(x));
  __builtin_amdgcn_global_atomic_fmax_f64((GLOBAL double*)&wide[2], static_cast<double>(x));
  __builtin_amdgcn_flat_atomic_fadd_f64(&wide[3], static_cast<double>(x));
#else
  atomicAdd(&wide[0], static_cast<double>(x));
  atomicMin(&wide[1], static_cast<double>(x));
  atomicMax(&wide[2], static_cast<double>(x));
  atomicAdd(&wide[3], static_cast<double>(x));
#endif
#if defined(HAS_PACKED_ATOMICS)
  __builtin_amdgcn_global_atomic_fadd_v2f16((GLOBAL Halves*)pair, Halves{1, -2});
#else
  atomicAdd(pair, __floats2half2_rn(1.0f, -2.0f));
#endif
  returned[blockIdx.x * blockDim.x + i] = before;
  __syncthreads();
  if (i < 3) returned[gridDim.x * blockDim.x + 3 * blockIdx.x + i] = shared[i];
}

// The last word of a raw buffer's descriptor. It has the format, whose fields differ between generations, and the kind
// of range check.
#if defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx9_generic__)
constexpr int kRawBuffer = 0x00027000;
#elif defined(__gfx1030__) || defined(__gfx10_3_generic__)
constexpr int kRawBuffer = 0x31014000;
#else
constexpr int kRawBuffer = 0x31004000;
#endif

// Accesses memory through a buffer resource of `bytes` bytes. Reads beyond it give 0, and writes beyond it have no
// effect.
__device__ void buffer_accesses(int bytes, unsigned* in, unsigned* out) {
  const auto from = __builtin_amdgcn_make_buffer_rsrc(in, 0, bytes, kRawBuffer);
  const auto to = __builtin_amdgcn_make_buffer_rsrc(out, 0, bytes, kRawBuffer);
  const int i = static_cast<int>(threadIdx.x), count = static_cast<int>(blockDim.x);
  const unsigned word = __builtin_amdgcn_raw_buffer_load_b32(from, 4 * i, 0, 0);
  const auto pair = __builtin_amdgcn_raw_buffer_load_b64(from, 8 * (i / 2), 0, 0);
  const auto four = __builtin_amdgcn_raw_buffer_load_b128(from, 16 * (i / 4), 0, 0);
  const unsigned byte = __builtin_amdgcn_raw_buffer_load_b8(from, i, 2, 0);
  const unsigned half = __builtin_amdgcn_raw_buffer_load_b16(from, 2 * i, 4, 0);
  const unsigned sum = word + 2 * pair[1] + 3 * four[2] + 5 * byte + 7 * half;
  __builtin_amdgcn_raw_buffer_store_b32(sum, to, 4 * i, 0, 0);
  out[count + i] = sum;
  __builtin_amdgcn_raw_buffer_store_b8(static_cast<unsigned char>(i), to, 4 * (count * 2 + i), 0, 0);
}

}  // namespace of_amd

#else
#define ON_AMD(CALL) static_cast<void>(0)
#endif

extern "C" __global__ void packed_dot_products(unsigned count, const int* left, const int* right, const int* third,
                                               float* floats, int* out) {
  ON_AMD(of_amd::packed_dot_products(count, left, right, third, floats, out));
}
extern "C" __global__ void byte_arithmetic(unsigned count, const unsigned* left, const unsigned* right,
                                           const unsigned* third, unsigned long long* out) {
  ON_AMD(of_amd::byte_arithmetic(count, left, right, third, out));
}
extern "C" __global__ void packed_conversions(unsigned count, const float* left, const float* right, unsigned* out) {
  ON_AMD(of_amd::packed_conversions(count, left, right, out));
}
extern "C" __global__ void float_builtins(unsigned count, const float* in, float* out, double* wide) {
  ON_AMD(of_amd::float_builtins(count, in, out, wide));
}
extern "C" __global__ void hardware_float_atomics(const float* in, float* cells, double* wide, __half2* pair,
                                                  float* returned) {
  ON_AMD(of_amd::hardware_float_atomics(in, cells, wide, pair, returned));
}
extern "C" __global__ void buffer_accesses(int bytes, unsigned* in, unsigned* out) {
  ON_AMD(of_amd::buffer_accesses(bytes, in, out));
}
