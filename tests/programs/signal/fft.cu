// A complex FFT of 1024 points, radix 2 in shared memory, forward and back, with a batch of signals.
#include "../program.cuh"

constexpr int kPoints = 1024;
constexpr int kBits = 10;
constexpr int kThreads = 256;
constexpr double kPi = 3.14159265358979323846;

__device__ float2 multiply(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// `direction` is -1 for the transform and 1 for its inverse.
__global__ void fft(float2* signals, int direction) {
  __shared__ float2 points[kPoints];
  float2* signal = signals + blockIdx.x * kPoints;
  // The points in the order of their reversed indices.
  for (int i = threadIdx.x; i < kPoints; i += kThreads) points[__brev(i) >> (32 - kBits)] = signal[i];
  for (int half_length = 1; half_length < kPoints; half_length *= 2) {
    __syncthreads();
    for (int i = threadIdx.x; i < kPoints / 2; i += kThreads) {
      const int within = i % half_length;
      const int low = i / half_length * 2 * half_length + within;
      float sine, cosine;
      sincospif(float(direction * within) / float(half_length), &sine, &cosine);
      const float2 rotated = multiply(points[low + half_length], make_float2(cosine, sine));
      const float2 low_point = points[low];
      points[low] = make_float2(low_point.x + rotated.x, low_point.y + rotated.y);
      points[low + half_length] = make_float2(low_point.x - rotated.x, low_point.y - rotated.y);
    }
  }
  __syncthreads();
  const float scale = direction > 0 ? 1.0f / kPoints : 1.0f;
  for (int i = threadIdx.x; i < kPoints; i += kThreads)
    signal[i] = make_float2(points[i].x * scale, points[i].y * scale);
}

int main() {
  const int signals = 3;  // one tone, two tones, and noise
  const int tones[] = {5, 100, 700};
  Numbers numbers(/*seed=*/10);
  std::vector<float2> in(signals * kPoints);
  for (int s = 0; s < 2; ++s)
    for (int i = 0; i < kPoints; ++i) {
      double real = 0, imaginary = 0;
      for (int t = 0; t <= s; ++t) {
        real += (t + 1) * std::cos(2 * kPi * tones[t] * i / kPoints);
        imaginary += (t + 1) * std::sin(2 * kPi * tones[t] * i / kPoints);
      }
      in[s * kPoints + i] = make_float2(float(real), float(imaginary));
    }
  for (int i = 0; i < kPoints; ++i) in[2 * kPoints + i] = make_float2(numbers.between(-1, 1), numbers.between(-1, 1));

  DeviceArray<float2> device(in);
  fft<<<signals, kThreads>>>(device.get(), -1);
  CUDA_CHECK_KERNEL();
  const std::vector<float2> spectrum = device.host();
  bool tones_found = true;
  for (int s = 0; s < 2; ++s)
    for (int k = 0; k < kPoints; ++k) {
      double expected = 0;
      for (int t = 0; t <= s; ++t)
        if (k == tones[t]) expected = (t + 1) * kPoints;
      // Tolerance: 1e-5 of the largest value, 2048.
      tones_found = tones_found && std::fabs(spectrum[s * kPoints + k].x - expected) < 0.02 &&
                    std::fabs(spectrum[s * kPoints + k].y) < 0.02;
    }
  expect(tones_found, "the spectrum has the tones of the signal and nothing else");

  for (int k : {0, 1, 333, 1023}) {
    double real = 0, imaginary = 0;
    for (int i = 0; i < kPoints; ++i) {
      const double angle = -2 * kPi * (double(k) * i / kPoints);
      const float2 point = in[2 * kPoints + i];
      real += point.x * std::cos(angle) - point.y * std::sin(angle);
      imaginary += point.x * std::sin(angle) + point.y * std::cos(angle);
    }
    const float2 value = spectrum[2 * kPoints + k];
    expect(std::fabs(value.x - real) < 1e-3 && std::fabs(value.y - imaginary) < 1e-3,
           "a point of the spectrum of noise");
  }

  fft<<<signals, kThreads>>>(device.get(), 1);
  CUDA_CHECK_KERNEL();
  const std::vector<float2> back = device.host();
  bool same = true;
  for (size_t i = 0; i < in.size(); ++i)
    same = same && std::fabs(back[i].x - in[i].x) < 1e-5 && std::fabs(back[i].y - in[i].y) < 1e-5;
  expect(same, "the inverse gives the signal back");
  std::printf("%d signals of %d points\n", signals, kPoints);
  return verdict();
}
