// A kernel of this unit calls device functions of device.cu; options: -rdc=true
#include "../../program.cuh"
#include "device.cuh"

void launch_energies(const Particle* particles, float* out, int count);

__global__ void simulate(Particle* particles, int count, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int step = 0; step < steps; ++step) particles[i].move(1.0f / 64);
}

int main() {
  const int count = 200, steps = 30;
  std::vector<Particle> particles(count);
  for (int i = 0; i < count; ++i) particles[i] = {float(i % 20), float(i % 7)};
  DeviceArray<Particle> device(particles);
  DeviceArray<float> energies(count);
  const float weaker = -8.0f;
  CUDA_CHECK(cudaMemcpyToSymbol(gravity, &weaker, sizeof(weaker)));
  simulate<<<blocks_for(count, 64), 64>>>(device.get(), count, steps);
  CUDA_CHECK_KERNEL();
  launch_energies(device.get(), energies.get(), count);

  // All numbers are multiples of small powers of two, so host and device compute them exactly.
  std::vector<float> expected(count);
  bool right = true;
  const std::vector<Particle> moved = device.host();
  for (int i = 0; i < count; ++i) {
    Particle& p = particles[i];
    for (int step = 0; step < steps; ++step) {
      p.velocity += weaker / 64;
      p.position += p.velocity / 64;
      if (p.position < 0) {
        p.position = -p.position;
        p.velocity = -p.velocity;
      }
    }
    expected[i] = 0.5f * p.velocity * p.velocity - weaker * p.position;
    right = right && moved[i].position == p.position && moved[i].velocity == p.velocity;
  }
  expect(right, "positions and velocities");
  expect(energies.host() == expected, "energies by the other unit's kernel");
  std::printf("%d particles\n", count);
  return verdict();
}
