// Bodies that attract each other: accelerations by tiles in shared memory, leapfrog steps, and conserved momentum.
#include "../program.cuh"

constexpr int kThreads = 64;
constexpr float kSoftening = 0.05f;

__host__ __device__ inline float3 attraction(float4 self, float4 other, float3 sum) {
  const float x = other.x - self.x, y = other.y - self.y, z = other.z - self.z;
  const float square = x * x + y * y + z * z + kSoftening;
  const float inverse = 1.0f / sqrtf(square);
  const float strength = other.w * inverse * inverse * inverse;
  return make_float3(sum.x + x * strength, sum.y + y * strength, sum.z + z * strength);
}

__global__ void accelerate(const float4* positions, float4* velocities, int count, float time) {
  __shared__ float4 tile[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const float4 self = positions[i];
  float3 sum = make_float3(0, 0, 0);
  for (int base = 0; base < count; base += kThreads) {
    tile[threadIdx.x] = positions[base + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < kThreads; ++j) sum = attraction(self, tile[j], sum);
    __syncthreads();
  }
  velocities[i].x += time * sum.x;
  velocities[i].y += time * sum.y;
  velocities[i].z += time * sum.z;
}

__global__ void move(float4* positions, const float4* velocities, float time) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  positions[i].x += time * velocities[i].x;
  positions[i].y += time * velocities[i].y;
  positions[i].z += time * velocities[i].z;
}

int main() {
  const int count = 256;
  const int steps = 4;
  const float time = 0.001f;
  Numbers numbers(/*seed=*/1);
  std::vector<float4> positions(count), velocities(count, make_float4(0, 0, 0, 0));
  for (float4& p : positions)
    p = make_float4(numbers.between(-1, 1), numbers.between(-1, 1), numbers.between(-1, 1), numbers.between(0.5f, 2));

  DeviceArray<float4> device_positions(positions), device_velocities(velocities);
  for (int step = 0; step < steps; ++step) {
    accelerate<<<count / kThreads, kThreads>>>(device_positions.get(), device_velocities.get(), count, time);
    move<<<count / kThreads, kThreads>>>(device_positions.get(), device_velocities.get(), time);
  }
  CUDA_CHECK_KERNEL();

  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < count; ++i) {
      float3 sum = make_float3(0, 0, 0);
      for (const float4& other : positions) sum = attraction(positions[i], other, sum);
      velocities[i].x += time * sum.x;
      velocities[i].y += time * sum.y;
      velocities[i].z += time * sum.z;
    }
    for (int i = 0; i < count; ++i) {
      positions[i].x += time * velocities[i].x;
      positions[i].y += time * velocities[i].y;
      positions[i].z += time * velocities[i].z;
    }
  }
  const std::vector<float4> moved = device_positions.host(), faster = device_velocities.host();
  bool same = true;
  double momentum = 0;
  for (int i = 0; i < count; ++i) {
    same = same && near(moved[i].x, positions[i].x, 1e-4) && near(moved[i].y, positions[i].y, 1e-4) &&
           near(moved[i].z, positions[i].z, 1e-4) && near(faster[i].x, velocities[i].x, 1e-3);
    momentum += double(faster[i].x) * moved[i].w;
  }
  expect(same, "positions and velocities are those of the host");
  expect(std::fabs(momentum) < 1e-3, "momentum is conserved");
  std::printf("%d bodies, %d steps\n", count, steps);
  return verdict();
}
