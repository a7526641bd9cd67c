// The wave equation on a string: many steps in one launch of one block, compared with a standing wave in closed form.
#include "../program.cuh"

constexpr int kPoints = 256;
constexpr double kPi = 3.14159265358979323846;

__global__ void swing(double* now, double* before, int steps, double factor) {
  __shared__ double string[kPoints + 2];
  const int i = threadIdx.x + 1;
  if (threadIdx.x == 0) string[0] = string[kPoints + 1] = 0;
  double last = before[threadIdx.x];
  double mine = now[threadIdx.x];
  for (int step = 0; step < steps; ++step) {
    string[i] = mine;
    __syncthreads();
    const double next = 2 * mine - last + factor * (string[i - 1] - 2 * mine + string[i + 1]);
    __syncthreads();
    last = mine;
    mine = next;
  }
  now[threadIdx.x] = mine;
  before[threadIdx.x] = last;
}

int main() {
  const int steps = 300;
  const int mode = 3;
  const double factor = 0.25;
  // For this w, the standing wave sin(k x) cos(w t) is an exact solution of the difference equation. `now` is the wave
  // at t = 0, and `before` at t = -1.
  const double k = mode * kPi / (kPoints + 1);
  const double w = std::acos(1 - factor * (1 - std::cos(k)));
  std::vector<double> now(kPoints), before(kPoints), expected(kPoints);
  for (int i = 0; i < kPoints; ++i) {
    now[i] = std::sin(k * (i + 1));
    before[i] = now[i] * std::cos(w);
    expected[i] = now[i] * std::cos(w * steps);
  }
  DeviceArray<double> device_now(now), device_before(before);
  swing<<<1, kPoints>>>(device_now.get(), device_before.get(), steps, factor);
  CUDA_CHECK_KERNEL();
  expect(all_near(device_now.host(), expected, 1e-9), "the string has the form of the standing wave");
  std::printf("%d steps\n", steps);
  return verdict();
}
