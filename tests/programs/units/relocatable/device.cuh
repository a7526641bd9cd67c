// Device functions and a variable that are defined in another unit: relocatable device code (nvcc -rdc=true).
#pragma once

struct Particle {
  float position, velocity;
  __device__ void move(float time);
};

extern __device__ float gravity;
__device__ float energy(const Particle& particle);
