// Lambdas in kernels: captures by value and by reference, and generic ones that device functions call.
#include "../program.cuh"

template <typename Body>
__device__ void for_each_of_thread(int count, Body&& body) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) body(i);
}

template <typename Function>
__device__ float integrate(Function f, float from, float to, int steps) {
  const float width = (to - from) / steps;
  float sum = 0;
  for (int i = 0; i < steps; ++i) sum += f(from + (i + 0.5f) * width);
  return sum * width;
}

__global__ void polynomial(const int* in, int* out, int count, int a, int b) {
  auto square = [](auto x) { return x * x; };
  int calls = 0;
  for_each_of_thread(count, [&](int i) {
    ++calls;
    out[i] = a * square(in[i]) + b * in[i] + calls;
  });
}

__global__ void integrals(float* out) {
  const float exponent = float(threadIdx.x + 1);
  out[threadIdx.x] = integrate([=](float x) { return powf(x, exponent); }, 0.0f, 1.0f, 64);
}

int main() {
  const int count = 600;
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i - 300;
  DeviceArray<int> in(values), out(count);
  polynomial<<<2, 128>>>(in.get(), out.get(), count, 3, -2);
  CUDA_CHECK_KERNEL();
  const std::vector<int> result = out.host();
  bool right = true;
  // There are 2 * 128 = 256 threads, so element i is the element number 1 + i / 256 of its thread.
  for (int i = 0; i < count; ++i) right = right && result[i] == 3 * values[i] * values[i] - 2 * values[i] + 1 + i / 256;
  expect(right, "a polynomial, and the calls of each thread");

  DeviceArray<float> areas(8);
  integrals<<<1, 8>>>(areas.get());
  CUDA_CHECK_KERNEL();
  const std::vector<float> found = areas.host();
  for (int i = 0; i < 8; ++i) expect(near(found[i], 1.0 / (i + 2), 1e-3), "the integral of a power");
  std::printf("%d values\n", count);
  return verdict();
}
