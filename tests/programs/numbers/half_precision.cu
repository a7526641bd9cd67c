// Arithmetic in half precision: conversions, pairs in one register, comparisons, exact results, and rounded results.
#include <cuda_fp16.h>

#include "../program.cuh"

__global__ void scale_and_add(const __half* x, const __half* y, __half* out, float factor, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = __hfma(__float2half(factor), x[i], y[i]);
}

__global__ void pairs(const __half2* x, const __half2* y, __half2* sums, __half2* products, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  sums[i] = __hadd2(x[i], y[i]);
  products[i] = __hmul2(x[i], __lowhigh2highlow(y[i]));
}

__global__ void details(unsigned short* bits, float* floats, int* truths) {
  bits[0] = __half_as_ushort(__float2half_rn(1.0f));
  bits[1] = __half_as_ushort(__float2half_rn(65504.0f));
  bits[2] = __half_as_ushort(__float2half_rn(1e6f));     // infinity
  bits[3] = __half_as_ushort(__float2half_rn(6e-8f));    // the smallest subnormal number
  bits[4] = __half_as_ushort(__float2half_rz(1.0009f));  // towards zero
  bits[5] = __half_as_ushort(__hneg(__float2half(2.0f)));
  floats[0] = __half2float(hsqrt(__float2half(16.0f)));
  floats[1] = __half2float(__ushort_as_half(0x3555));  // about a third
  floats[2] = __half2float(__hdiv(__float2half(7.0f), __float2half(2.0f)));
  // 1.5 * 10 - 2.5 = 12.5
  floats[3] = __low2float(__floats2half2_rn(1.5f, -2.5f)) * 10 + __high2float(__floats2half2_rn(1.5f, -2.5f));
  truths[0] = __hlt(__float2half(1.0f), __float2half(2.0f));
  truths[1] = __hisnan(__ushort_as_half(0x7e01)) && !__hisnan(__float2half(1.0f));
  truths[2] = __half2int_rn(__float2half(2.5f));
  truths[3] = __float2half(3.0f) * __float2half(4.0f) == __int2half_rn(12);
}

struct Rounded {
  __half sum, difference, product, quotient, fused, root, reciprocal, exponential, logarithm;
};

__global__ void round_each(const __half* x, const __half* y, Rounded* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = {__hadd(x[i], y[i]),  __hsub(x[i], y[i]), __hmul(x[i], y[i]), __hdiv(x[i], y[i]), __hfma(x[i], y[i], x[i]),
            hsqrt(__habs(y[i])), hrcp(y[i]),         hexp(x[i]),         hlog(__habs(y[i]))};
}

// Whether a half is the one nearest to a number. `units` is the error that a function may have in addition: with 1, the
// neighbours of the nearest half are accepted, too.
bool is_nearest(__half value, double exact, int units = 0) {
  const float widened = __half2float(value);
  int exponent;
  std::frexp(exact, &exponent);
  // Halves have 11 significant bits, and the exponent of the smallest normal number is -14.
  const double unit = std::ldexp(1.0, (exponent < -13 ? -13 : exponent) - 11);
  // `exact` is a double, so it may itself have a small error, which the factor 1.001 permits.
  return std::fabs(widened - exact) <= unit * (0.5 + units) * 1.001;
}

void check_rounded() {
  const int count = 512;
  Numbers numbers(/*seed=*/116);
  std::vector<__half> x(count), y(count);
  for (int i = 0; i < count; ++i) {
    x[i] = __float2half(numbers.between(-8, 8));
    y[i] = __float2half(numbers.between(0.25f, 8) * (i % 2 == 0 ? 1 : -1));
  }
  DeviceArray<__half> device_x(x), device_y(y);
  DeviceArray<Rounded> out(count);
  round_each<<<4, 128>>>(device_x.get(), device_y.get(), out.get(), count);
  CUDA_CHECK_KERNEL();
  const std::vector<Rounded> result = out.host();
  bool arithmetic = true, functions = true;
  for (int i = 0; i < count; ++i) {
    const double a = __half2float(x[i]), b = __half2float(y[i]);
    const Rounded& r = result[i];
    arithmetic = arithmetic && is_nearest(r.sum, a + b) && is_nearest(r.difference, a - b) &&
                 is_nearest(r.product, a * b) && is_nearest(r.quotient, a / b) && is_nearest(r.fused, a * b + a);
    functions = functions && is_nearest(r.root, std::sqrt(std::fabs(b))) && is_nearest(r.reciprocal, 1 / b, 1) &&
                is_nearest(r.exponential, std::exp(a), 1) && is_nearest(r.logarithm, std::log(std::fabs(b)), 1);
  }
  expect(arithmetic, "results of arithmetic are rounded to the nearest half");
  expect(functions, "functions are within their errors");
}

int main() {
  const int count = 512;
  Numbers numbers(/*seed=*/113);
  std::vector<__half> x(count), y(count);
  // Small whole numbers and a factor of two, so that sums are exact. Products of two numbers have up to 12 bits, of
  // which a half has 11.
  for (int i = 0; i < count; ++i) {
    x[i] = __float2half(float(numbers.below(64)));
    y[i] = __float2half(float(numbers.below(64)));
  }
  DeviceArray<__half> device_x(x), device_y(y), out(count), sums(count), products(count);
  scale_and_add<<<4, 128>>>(device_x.get(), device_y.get(), out.get(), 2.0f, count);
  pairs<<<2, 128>>>(reinterpret_cast<const __half2*>(device_x.get()), reinterpret_cast<const __half2*>(device_y.get()),
                    reinterpret_cast<__half2*>(sums.get()), reinterpret_cast<__half2*>(products.get()), count / 2);
  CUDA_CHECK_KERNEL();
  const std::vector<__half> result = out.host(), added = sums.host(), multiplied = products.host();
  bool fused = true, sum = true, product = true;
  for (int i = 0; i < count; ++i) {
    const float a = __half2float(x[i]), b = __half2float(y[i]), other = __half2float(y[i ^ 1]);
    fused = fused && __half2float(result[i]) == 2 * a + b;
    sum = sum && __half2float(added[i]) == a + b;
    product = product && __half2float(multiplied[i]) == __half2float(__float2half(a * other));
  }
  expect(fused, "fused products and sums");
  expect(sum, "sums of pairs");
  expect(product, "products of pairs, crossed");

  DeviceArray<unsigned short> bits(6);
  DeviceArray<float> floats(4);
  DeviceArray<int> truths(4);
  details<<<1, 1>>>(bits.get(), floats.get(), truths.get());
  CUDA_CHECK_KERNEL();
  expect(bits.host() == std::vector<unsigned short>({0x3c00, 0x7bff, 0x7c00, 0x0001, 0x3c00, 0xc000}), "conversions");
  expect(floats.host() == std::vector<float>({4.0f, 0.333251953125f, 3.5f, 12.5f}), "numbers from halves");
  expect(truths.host() == std::vector<int>({1, 1, 2, 1}), "comparisons");
  check_rounded();
  std::printf("%d numbers\n", count);
  return verdict();
}
