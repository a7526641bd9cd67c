// Defines what device.cuh declares, and a kernel that calls a function of it.
#include "../../program.cuh"
#include "device.cuh"

__device__ float gravity = -10.0f;

__device__ void Particle::move(float time) {
  velocity += gravity * time;
  position += velocity * time;
  if (position < 0) {
    position = -position;
    velocity = -velocity;
  }
}

__device__ float energy(const Particle& particle) {
  return 0.5f * particle.velocity * particle.velocity - gravity * particle.position;
}

__global__ void energies(const Particle* particles, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = energy(particles[i]);
}

void launch_energies(const Particle* particles, float* out, int count) {
  energies<<<blocks_for(count, 64), 64>>>(particles, out, count);
  CUDA_CHECK_KERNEL();
}
