// Arithmetic and conversions in all four rounding modes, as interval arithmetic needs them, compared with the host's
// modes.
#include <cfenv>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../program.cuh"

// The order of the modes in all arrays here: to nearest, towards zero, up, down.
constexpr int kModes = 4;
const int kHostModes[kModes] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

struct Arithmetic {
  float sum[kModes], difference[kModes], product[kModes], quotient[kModes], root[kModes], fused[kModes];
  double sum_double[kModes], product_double[kModes], quotient_double[kModes], root_double[kModes];
};

__global__ void calculate(const float* x, const float* y, Arithmetic* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float a = x[i], b = y[i], c = x[(i + 1) % count];
  const double wide = double(a) + double(b) / 1048576;  // has more bits than a float
  out[i] = {{__fadd_rn(a, b), __fadd_rz(a, b), __fadd_ru(a, b), __fadd_rd(a, b)},
            {__fsub_rn(a, b), __fsub_rz(a, b), __fsub_ru(a, b), __fsub_rd(a, b)},
            {__fmul_rn(a, b), __fmul_rz(a, b), __fmul_ru(a, b), __fmul_rd(a, b)},
            {__fdiv_rn(a, b), __fdiv_rz(a, b), __fdiv_ru(a, b), __fdiv_rd(a, b)},
            {__fsqrt_rn(fabsf(b)), __fsqrt_rz(fabsf(b)), __fsqrt_ru(fabsf(b)), __fsqrt_rd(fabsf(b))},
            {__fmaf_rn(a, b, c), __fmaf_rz(a, b, c), __fmaf_ru(a, b, c), __fmaf_rd(a, b, c)},
            {__dadd_rn(wide, b), __dadd_rz(wide, b), __dadd_ru(wide, b), __dadd_rd(wide, b)},
            {__dmul_rn(wide, b), __dmul_rz(wide, b), __dmul_ru(wide, b), __dmul_rd(wide, b)},
            {__ddiv_rn(wide, b), __ddiv_rz(wide, b), __ddiv_ru(wide, b), __ddiv_rd(wide, b)},
            {__dsqrt_rn(fabs(wide)), __dsqrt_rz(fabs(wide)), __dsqrt_ru(fabs(wide)), __dsqrt_rd(fabs(wide))}};
}

struct Conversions {
  int to_int[kModes], double_to_int[kModes], half_to_int[kModes];
  long long to_long[kModes];
  float from_int[kModes], from_long[kModes], from_double[kModes];
  double long_to_double[kModes];
  float half[kModes], bfloat16[kModes];
};

__global__ void convert(const float* x, const long long* wholes, Conversions* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float a = x[i];
  const double wide = double(a) * (1 + 1.0 / 3);  // uses all bits of a double
  const long long whole = wholes[i];
  const int small = int(whole >> 32);
  const __half narrow = __float2half(a);
  out[i] = {{__float2int_rn(a), __float2int_rz(a), __float2int_ru(a), __float2int_rd(a)},
            {__double2int_rn(wide), __double2int_rz(wide), __double2int_ru(wide), __double2int_rd(wide)},
            {__half2int_rn(narrow), __half2int_rz(narrow), __half2int_ru(narrow), __half2int_rd(narrow)},
            {__float2ll_rn(a), __float2ll_rz(a), __float2ll_ru(a), __float2ll_rd(a)},
            {__int2float_rn(small), __int2float_rz(small), __int2float_ru(small), __int2float_rd(small)},
            {__ll2float_rn(whole), __ll2float_rz(whole), __ll2float_ru(whole), __ll2float_rd(whole)},
            {__double2float_rn(wide), __double2float_rz(wide), __double2float_ru(wide), __double2float_rd(wide)},
            {__ll2double_rn(whole), __ll2double_rz(whole), __ll2double_ru(whole), __ll2double_rd(whole)},
            {__half2float(__float2half_rn(a)), __half2float(__float2half_rz(a)), __half2float(__float2half_ru(a)),
             __half2float(__float2half_rd(a))},
            {__bfloat162float(__float2bfloat16_rn(a)), __bfloat162float(__float2bfloat16_rz(a)),
             __bfloat162float(__float2bfloat16_ru(a)), __bfloat162float(__float2bfloat16_rd(a))}};
}

// Whether two results are the same, also in the sign of a zero.
bool same(double value, double expected) {
  return value == expected && std::signbit(value) == std::signbit(expected);
}

// Rounds to `bits` significant bits after the first one, in the host's current mode. Numbers below 2^least_exponent are
// subnormal, with the same step as that power.
double rounded_to_bits(double x, int bits, int least_exponent) {
  int exponent;
  std::frexp(x, &exponent);
  const int step = (exponent - 1 < least_exponent ? least_exponent : exponent - 1) - bits;
  return std::ldexp(std::nearbyint(std::ldexp(x, -step)), step);
}

// Variables are volatile where an operation must not be moved to before the change of the mode.
void check_arithmetic(const std::vector<float>& x, const std::vector<float>& y, const std::vector<Arithmetic>& result) {
  bool simple[kModes], fused[kModes], wide[kModes];
  for (int mode = 0; mode < kModes; ++mode) {
    simple[mode] = fused[mode] = wide[mode] = true;
    for (size_t i = 0; i < x.size(); ++i) {
      const Arithmetic& r = result[i];
      volatile float a = x[i], b = y[i], c = x[(i + 1) % x.size()];
      volatile double d = double(a) + double(b) / 1048576, magnitude = std::fabs(d);
      volatile float size = std::fabs(y[i]);
      std::fesetround(kHostModes[mode]);
      volatile float sum = a + b, difference = a - b, product = a * b, quotient = a / b, root = std::sqrt(size),
                     together = std::fma(a, b, c);
      volatile double sum2 = d + b, product2 = d * b, quotient2 = d / b, root2 = std::sqrt(magnitude);
      std::fesetround(FE_TONEAREST);
      simple[mode] = simple[mode] && same(r.sum[mode], sum) && same(r.difference[mode], difference) &&
                     same(r.product[mode], product) && same(r.quotient[mode], quotient) && same(r.root[mode], root);
      fused[mode] = fused[mode] && same(r.fused[mode], together);
      wide[mode] = wide[mode] && same(r.sum_double[mode], sum2) && same(r.product_double[mode], product2) &&
                   same(r.quotient_double[mode], quotient2) && same(r.root_double[mode], root2);
    }
    expect(simple[mode], "arithmetic in float");
    expect(fused[mode], "fused products and sums");
    expect(wide[mode], "arithmetic in double");
  }
}

void check_conversions(const std::vector<float>& x, const std::vector<long long>& wholes,
                       const std::vector<Conversions>& result) {
  for (int mode = 0; mode < kModes; ++mode) {
    bool integers = true, floats = true, narrow = true;
    for (size_t i = 0; i < x.size(); ++i) {
      const Conversions& r = result[i];
      volatile float a = x[i];
      volatile double d = double(a) * (1 + 1.0 / 3), half = rounded_to_bits(a, 10, -14);
      volatile long long whole = wholes[i];
      volatile int small = int(whole >> 32);
      std::fesetround(kHostModes[mode]);
      volatile double to_int = std::nearbyint(a), double_to_int = std::nearbyint(d), half_to_int = std::nearbyint(half),
                      long_to_double = double(whole), to_half = rounded_to_bits(a, 10, -14),
                      to_bfloat16 = rounded_to_bits(a, 7, -126);
      volatile float from_int = float(small), from_long = float(whole), from_double = float(d);
      std::fesetround(FE_TONEAREST);
      integers = integers && r.to_int[mode] == int(to_int) && r.double_to_int[mode] == int(double_to_int) &&
                 r.half_to_int[mode] == int(half_to_int) && r.to_long[mode] == (long long)(to_int);
      floats = floats && r.from_int[mode] == from_int && r.from_long[mode] == from_long &&
               r.from_double[mode] == from_double && r.long_to_double[mode] == long_to_double;
      narrow = narrow && r.half[mode] == to_half && r.bfloat16[mode] == to_bfloat16;
    }
    expect(integers, "conversions to integers");
    expect(floats, "conversions to float and double");
    expect(narrow, "conversions to half and bfloat16");
  }
}

// Values outside an integer's range become its nearest value.
__global__ void saturate(const float* in, int* ints, unsigned* words, long long* longs) {
  const int i = threadIdx.x;
  ints[i] = __float2int_rn(in[i]);
  words[i] = __float2uint_rz(in[i]);
  longs[i] = __float2ll_rd(in[i]);
}

// Numbers outside the range of half become infinite, or the largest half if that is the direction.
__global__ void overflow(float large, float* out) {
  const __half results[] = {__float2half_rn(large),  __float2half_rz(large),  __float2half_ru(large),
                            __float2half_rd(large),  __float2half_rn(-large), __float2half_rz(-large),
                            __float2half_ru(-large), __float2half_rd(-large)};
  for (int i = 0; i < 8; ++i) out[i] = __half2float(results[i]);
}

void check_overflow() {
  DeviceArray<float> out(8);
  const float most = 65504;
  // 65520 is halfway between the largest half and 2^16.
  for (float large : {65520.0f, 65540.0f, 66000.0f, 1e6f}) {
    overflow<<<1, 1>>>(large, out.get());
    CUDA_CHECK_KERNEL();
    const std::vector<float> expected = {INFINITY, most, INFINITY, most, -INFINITY, -most, -most, -INFINITY};
    expect(out.host() == expected, "the range of half");
  }
}

int main() {
  const int count = 600;
  Numbers numbers(/*seed=*/115);
  std::vector<float> x(count), y(count);
  std::vector<long long> wholes(count);
  for (int i = 0; i < count; ++i) {
    // Magnitudes from 2^-20 to 2^15. Every third number is a multiple of 1/2, and may be a tie between integers.
    const float size = std::ldexp(1.0f, i % 36 - 20);
    x[i] = i % 3 == 0 ? float(numbers.below(2000) - 1000) / 2 : numbers.between(-1, 1) * size;
    y[i] = numbers.between(0.5f, 1.5f) * (i % 2 == 0 ? 1 : -1) * std::ldexp(1.0f, i % 11 - 5);
    // Results that are zero, exactly or because they are too small.
    if (i % 12 == 4) y[i] = -x[i];
    if (i % 12 == 5) y[i] = -1;
    if (i % 12 == 8) x[i] = 0;
    if (i % 12 == 6) x[i] = x[i - 1];
    if (i % 12 == 7) {
      x[i] = std::ldexp(x[i], -100);
      y[i] = std::ldexp(y[i], -60);
    }
    wholes[i] = (long long)((unsigned long long)(numbers.next()) << 32 | numbers.next()) >> (i % 40);
  }
  DeviceArray<float> device_x(x), device_y(y);
  DeviceArray<long long> device_wholes(wholes);
  DeviceArray<Arithmetic> calculated(count);
  DeviceArray<Conversions> converted(count);
  calculate<<<blocks_for(count, 64), 64>>>(device_x.get(), device_y.get(), calculated.get(), count);
  convert<<<blocks_for(count, 64), 64>>>(device_x.get(), device_wholes.get(), converted.get(), count);
  CUDA_CHECK_KERNEL();
  check_arithmetic(x, y, calculated.host());
  check_conversions(x, wholes, converted.host());

  check_overflow();
  const std::vector<float> extremes = {3e9f, -3e9f, 5e9f, 1e20f, -1e20f, INFINITY, -INFINITY, 2147483648.0f};
  DeviceArray<float> device_extremes(extremes);
  DeviceArray<int> ints(8);
  DeviceArray<unsigned> words(8);
  DeviceArray<long long> longs(8);
  saturate<<<1, 8>>>(device_extremes.get(), ints.get(), words.get(), longs.get());
  CUDA_CHECK_KERNEL();
  const int most = INT32_MAX, least = INT32_MIN;
  const long long longest = INT64_MAX, lowest = INT64_MIN;
  expect(ints.host() == std::vector<int>({most, least, most, most, least, most, least, most}), "the range of int");
  expect(words.host() == std::vector<unsigned>({3000000000u, 0, ~0u, ~0u, 0, ~0u, 0, 2147483648u}),
         "the range of unsigned");
  expect(longs.host() == std::vector<long long>({3000000000ll, -3000000000ll, 5000000000ll, longest, lowest, longest,
                                                 lowest, 2147483648ll}),
         "the range of long long");
  std::printf("%d numbers in %d modes\n", count, kModes);
  return verdict();
}
