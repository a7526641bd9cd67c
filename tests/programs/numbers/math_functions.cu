// Mathematical functions in float and double, compared with the host's functions of double, and special values.
#include "../program.cuh"

constexpr int kFunctions = 24;

template <typename T>
__host__ __device__ void evaluate(T x, T y, T* out) {
  out[0] = sin(x);
  out[1] = cos(x);
  out[2] = tan(x);
  out[3] = exp(x / 4);
  out[4] = log(fabs(x) + T(0.001));
  out[5] = sqrt(fabs(x));
  out[6] = cbrt(x);
  out[7] = pow(fabs(x) + T(0.5), y / 8);
  out[8] = atan2(x, y);
  out[9] = sinh(x / 8);
  out[10] = tanh(x);
  out[11] = erf(x / 4);
  out[12] = lgamma(fabs(x) + 1);
  out[13] = hypot(x, y);
  out[14] = fmod(x, y);
  out[15] = floor(x) + ceil(y);
  out[16] = rint(x * 4);
  out[17] = asin(x / 64);
  out[18] = log2(fabs(y) + 1);
  out[19] = exp2(y / 4);
  out[20] = expm1(x / 100);
  out[21] = log1p(fabs(y));
  out[22] = fma(x, y, T(1));
  out[23] = copysign(x, -y) + fmin(x, y) + fmax(x, T(1));
}

template <typename T>
__global__ void evaluate_all(const T* x, const T* y, T* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) evaluate(x[i], y[i], out + i * kFunctions);
}

template <typename T>
void check(double tolerance) {
  const int count = 256;
  Numbers numbers(/*seed=*/112);
  std::vector<T> x(count), y(count);
  for (int i = 0; i < count; ++i) {
    x[i] = T(numbers.between(-50, 50));
    y[i] = T(numbers.between(-50, 50));
  }
  DeviceArray<T> device_x(x), device_y(y), out(count * kFunctions);
  evaluate_all<<<blocks_for(count, 64), 64>>>(device_x.get(), device_y.get(), out.get(), count);
  CUDA_CHECK_KERNEL();
  const std::vector<T> result = out.host();
  bool right[kFunctions];
  for (bool& one : right) one = true;
  for (int i = 0; i < count; ++i) {
    double expected[kFunctions];
    evaluate(double(x[i]), double(y[i]), expected);
    for (int f = 0; f < kFunctions; ++f)
      // fmod (14) is exact, so no error is permitted. tan (2) is steep near its poles, so its tolerance is larger.
      right[f] =
          right[f] && (f == 14 ? near(result[i * kFunctions + f], std::fmod(x[i], y[i]), 0)
                               : near(result[i * kFunctions + f], expected[f], f == 2 ? 1000 * tolerance : tolerance));
  }
  for (int f = 0; f < kFunctions; ++f) {
    if (!right[f]) std::printf("function %d of %d bytes\n", f, int(sizeof(T)));
    expect(right[f], "a function is within its error");
  }
}

__global__ void special_values(float infinity, float nan, int* out) {
  out[0] = isnan(nan) && !isnan(infinity);
  out[1] = isinf(infinity) && isinf(-infinity) && !isinf(nan);
  out[2] = isfinite(1.0f) && !isfinite(infinity);
  out[3] = fmaxf(nan, 2.0f) == 2.0f && fminf(3.0f, nan) == 3.0f;
  out[4] = exp(-infinity) == 0 && isinf(logf(0.0f));
  out[5] = isnan(sqrtf(-1.0f)) && isnan(infinity - infinity);
  out[6] = signbit(-0.0f) && !signbit(0.0f);
  out[7] = __float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2.0f;
  out[8] = __double_as_longlong(1.0) == 0x3ff0000000000000ll && __hiloint2double(0x40000000, 0) == 2.0;
  out[9] = __float2int_rn(2.5f) == 2 && __float2int_rz(-2.7f) == -2 && __float2int_ru(2.1f) == 3 &&
           __float2int_rd(-2.1f) == -3;
  out[10] = __saturatef(1.5f) == 1.0f && __saturatef(-1.0f) == 0.0f && __fmul_rn(3.0f, 4.0f) == 12.0f;
  out[11] = __fadd_rz(1.0f, 1e-10f) == 1.0f && __fadd_ru(1.0f, 1e-10f) > 1.0f && __fdiv_rn(1.0f, 3.0f) == 1.0f / 3.0f;
}

int main() {
  // Both tolerances are above the errors that CUDA documents for these functions: 33 units in the last place of a
  // float and 450 of a double, for results of at least 1.
  check<float>(4e-6);
  check<double>(1e-13);
  DeviceArray<int> out(12);
  special_values<<<1, 1>>>(INFINITY, NAN, out.get());
  CUDA_CHECK_KERNEL();
  const std::vector<int> result = out.host();
  for (int i = 0; i < 12; ++i) {
    if (result[i] != 1) std::printf("special values %d\n", i);
    expect(result[i] == 1, "special values");
  }
  std::printf("%d functions\n", kFunctions);
  return verdict();
}
