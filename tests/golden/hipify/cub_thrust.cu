// CUB becomes hipCUB, Thrust's headers and names stay but for its CUDA backend.
// RUN: --rocm-path HIP-7.0
#include <cub/cub.cuh>                            // HIP: #include <hipcub/hipcub.hpp>
#include <cub/device/device_scan.cuh>             // HIP: #include <hipcub/hipcub.hpp>
#include <thrust/device_vector.h>                 // SAME
#include <thrust/system/cuda/execution_policy.h>  // HIP: #include <thrust/system/hip/execution_policy.h>

using namespace cub;     // HIP: using namespace hipcub;
namespace blocks = cub;  // HIP: namespace blocks = hipcub;
using Plus = cub::Sum;   // HIP: using Plus = hipcub::Sum;
using ::cub::BlockScan;  // HIP: using ::hipcub::BlockScan;

template <int N> __global__ void reduce(float* out) {
  typedef cub::BlockReduce<float, N> BlockReduce;  // HIP: typedef hipcub::BlockReduce<float, N> BlockReduce;
  using Load = cub::BlockLoad<float, N, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  // HIP: using Load = hipcub::BlockLoad<float, N, 4, hipcub::BLOCK_LOAD_TRANSPOSE>;
  using Warp = cub :: WarpReduce<float>;           // HIP: using Warp = hipcub :: WarpReduce<float>;
  __shared__ typename BlockReduce::TempStorage storage;
  float sum = BlockReduce(storage).Reduce(out[threadIdx.x], cub::Max());
  // HIP: float sum = BlockReduce(storage).Reduce(out[threadIdx.x], hipcub::Max());
  if (threadIdx.x == 0) out[0] = sum;
}

cudaError_t device_wide(float* in, float* out, int n, cudaStream_t stream) {
// HIP: hipError_t device_wide(float* in, float* out, int n, hipStream_t stream) {
  void* storage = nullptr;
  std::size_t bytes = 0;
  cub::DeviceReduce::Sum(storage, bytes, in, out, n, stream);
  // HIP: hipcub::DeviceReduce::Sum(storage, bytes, in, out, n, stream);
  cub::DeviceRadixSort::SortKeys(storage, bytes, in, out, n);
  // HIP: hipcub::DeviceRadixSort::SortKeys(storage, bytes, in, out, n);
  cub::DoubleBuffer<float> buffers(in, out);    // HIP: hipcub::DoubleBuffer<float> buffers(in, out);
  cub::CountingInputIterator<int> counting(0);  // HIP: hipcub::CountingInputIterator<int> counting(0);
  return CubDebug(cub::DeviceScan::ExclusiveSum(storage, bytes, in, out, n));
  // HIP: return HipcubDebug(hipcub::DeviceScan::ExclusiveSum(storage, bytes, in, out, n));
}

void with_thrust(cudaStream_t stream, int n) {                   // HIP: void with_thrust(hipStream_t stream, int n) {
  thrust::device_vector<int> values(n);                          // SAME
  thrust::sort(values.begin(), values.end());                    // SAME
  thrust::reduce(thrust::device, values.begin(), values.end());  // SAME
  thrust::sort(thrust::cuda::par.on(stream), values.begin(), values.end());
  // HIP: thrust::sort(thrust::hip::par.on(stream), values.begin(), values.end());
  thrust::sort(thrust::system::cuda::par, values.begin(), values.end());
  // HIP: thrust::sort(thrust::system::hip::par, values.begin(), values.end());
  int* raw = thrust::raw_pointer_cast(values.data());            // SAME
}

// What is called so and is none.
int cub = 3, thrust_cuda = cub + 1;                                     // SAME
struct Cube { int cub; } cube; int of_a_member = cube.cub;              // SAME
cuda::std::array<int, 3> three;                                         // SAME
namespace my { namespace cuda { int par; } } int mine = my::cuda::par;  // SAME
