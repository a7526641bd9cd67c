// CUDA's vector types in kernels: parameters, memory of each kind, positions, and a program's own operators.
#include <cuComplex.h>
#include <cuda_runtime.h>

// A program's own operators are preferred to those that the device library has for sources written for HIP.
__device__ float3 operator+(const float3& a, const float3& b) {
  return make_float3(a.x + b.x + 100.0f, a.y + b.y, a.z + b.z);
}
__device__ void operator+=(float3& a, float3 b) {
  a = make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
__device__ float3 operator*(double s, float3 a) {
  return make_float3(s * a.x, s * a.y, s * a.z);
}
__device__ float3 make_float3(float4 v) {
  return make_float3(v.x, v.y, v.z);
}

struct VectorPack {
  char c;
  float3 three;
  double4 four;
  short3 odd;
  uchar4 bytes;
};

__constant__ float4 vectors_constant[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};

extern "C" __global__ void vectors_parameters(char3 a, VectorPack pack, float4 b, double* out) {
  out[0] = a.x + 2 * a.y + 4 * a.z;
  out[1] = pack.three.z;
  out[2] = pack.four.w;
  out[3] = pack.odd.y;
  out[4] = pack.bytes.w;
  out[5] = b.x + b.w;
  out[6] = sizeof(VectorPack);
}

extern "C" __global__ void vectors_operators(const float4* in, float3* out) {
  __shared__ float4 shared[64];
  union {
    float4 vector;
    float components[4];
  } both;
  const unsigned i = threadIdx.x;
  shared[i] = in[i];
  __syncthreads();
  both.vector = shared[blockDim.x - 1 - i];
  float3 sum = make_float3(both.vector) + make_float3(in[i]);
  sum += make_float3(vectors_constant[i % 2]);
  out[i] = 2 * sum;
  out[i].y = both.components[3];
}

__device__ unsigned of_dim3(dim3 v) {
  return v.x + 10 * v.y + 100 * v.z;
}
__device__ unsigned of_uint3(uint3 v) {
  return v.x + 10 * v.y + 100 * v.z;
}
template <class T>
__device__ unsigned of_value(T a, T b) {
  return a < b ? b : a;
}

extern "C" __global__ void __launch_bounds__(64, 2) vectors_positions(unsigned* out) {
  const uint3 index = threadIdx;
  const dim3 size(blockDim), copied = gridDim;
  auto block = blockIdx;
  auto x = threadIdx.x;
  const unsigned thread = (index.z * size.y + index.y) * size.x + x;
  unsigned* mine = out + 8 * (thread + 64 * (blockIdx.x + gridDim.x * blockIdx.y));
  mine[0] = of_dim3(threadIdx);
  mine[1] = of_uint3(blockIdx);
  mine[2] = of_uint3(blockDim);
  mine[3] = of_dim3(copied);
  mine[4] = of_value(threadIdx.x, 2u);
  mine[5] = block.y;
  mine[6] = sizeof(x);
  mine[7] = of_uint3(size);
}

extern "C" __global__ void vectors_complex(const cuDoubleComplex* in, cuDoubleComplex* out) {
  const unsigned i = threadIdx.x;
  const cuDoubleComplex a = in[2 * i], b = in[2 * i + 1];
  out[4 * i] = cuCmul(a, b);
  out[4 * i + 1] = cuCdiv(a, b);
  out[4 * i + 2] = make_cuDoubleComplex(cuCabs(a), cuCreal(cuConj(b)));
  out[4 * i + 3] = cuCsub(cuCfma(a, b, a), cuCadd(a, b));
}
