// Complex numbers with cuComplex.h: a Julia set's first steps, roots of unity, and conversions between precisions.
#include <complex>
#include <cuComplex.h>

#include "../program.cuh"

constexpr double kPi = 3.14159265358979323846;

__host__ __device__ inline cuDoubleComplex iterate(cuDoubleComplex z, cuDoubleComplex c) {
  for (int i = 0; i < 5; ++i) z = cuCadd(cuCmul(z, z), c);
  return z;
}

__global__ void julia(cuDoubleComplex* out, int side, cuDoubleComplex c) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < side && y < side) out[y * side + x] = iterate(make_cuDoubleComplex(double(x) / side, double(y) / side), c);
}

__global__ void roots(cuFloatComplex* out, int count) {
  const int i = threadIdx.x;
  float sine, cosine;
  sincosf(float(2 * kPi) * i / count, &sine, &cosine);
  const cuFloatComplex root = make_cuFloatComplex(cosine, sine);
  cuFloatComplex power = make_cuFloatComplex(1, 0);
  for (int k = 0; k < count; ++k) power = cuCmulf(power, root);
  out[i] = cuCdivf(power, cuConjf(root));  // the power is 1, and 1 / conj(root) = root
}

__global__ void measures(double* out) {
  const cuDoubleComplex z = make_cuDoubleComplex(3, -4);
  out[0] = cuCabs(z);
  out[1] = cuCreal(cuCsub(z, make_cuDoubleComplex(1, 1)));
  out[2] = cuCimag(cuCfma(z, z, z));
  out[3] = cuCrealf(cuComplexDoubleToFloat(z)) + cuCimag(cuComplexFloatToDouble(make_cuFloatComplex(0, 0.5f)));
}

int main() {
  const int side = 30;
  const cuDoubleComplex c = make_cuDoubleComplex(-0.4, 0.6);
  DeviceArray<cuDoubleComplex> out(side * side);
  julia<<<dim3(4, 4), dim3(8, 8)>>>(out.get(), side, c);
  CUDA_CHECK_KERNEL();
  const std::vector<cuDoubleComplex> result = out.host();
  bool right = true;
  for (int i = 0; i < side * side; ++i) {
    const cuDoubleComplex start = make_cuDoubleComplex(double(i % side) / side, double(i / side) / side);
    const cuDoubleComplex on_host = iterate(start, c);
    std::complex<double> expected(start.x, start.y);
    for (int step = 0; step < 5; ++step) expected = expected * expected + std::complex<double>(c.x, c.y);
    right = right && near(result[i].x, expected.real(), 1e-9) && near(result[i].y, expected.imag(), 1e-9) &&
            near(on_host.x, expected.real(), 1e-9) && near(on_host.y, expected.imag(), 1e-9);
  }
  expect(right, "the numbers after five steps");

  const int count = 12;
  DeviceArray<cuFloatComplex> unity(count);
  roots<<<1, count>>>(unity.get(), count);
  CUDA_CHECK_KERNEL();
  const std::vector<cuFloatComplex> found = unity.host();
  right = true;
  for (int i = 0; i < count; ++i)
    right = right && near(found[i].x, std::cos(2 * kPi * i / count), 1e-5) &&
            near(found[i].y, std::sin(2 * kPi * i / count), 1e-5);
  expect(right, "roots of unity");
  DeviceArray<double> numbers(4);
  measures<<<1, 1>>>(numbers.get());
  CUDA_CHECK_KERNEL();
  // |3 - 4i|; the real part of 2 - 5i; the imaginary part of (-7 - 24i) + (3 - 4i); 3 + 0.5.
  expect(all_near(numbers.host(), std::vector<double>{5, 2, -28, 3.5}, 1e-12), "parts and measures");
  std::printf("%d points, %d roots\n", side * side, count);
  return verdict();
}
