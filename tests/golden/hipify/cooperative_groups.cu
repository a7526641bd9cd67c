// Cooperative groups: the header is HIP's, the names are the same.
// COMPILES
#include <cooperative_groups.h>         // HIP: #include <hip/hip_cooperative_groups.h>
#include <cooperative_groups/reduce.h>  // SAME
#include <cuda_runtime.h>               // HIP: #include <hip/hip_runtime.h>

namespace cooperative {

namespace cg = cooperative_groups;  // SAME

__global__ void reduce(float* out) {
  cg::thread_block block = cg::this_thread_block();                 // SAME
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);  // SAME
  float value = out[block.thread_rank()];
  value += tile.shfl_down(value, 1);                   // SAME
  value = cg::reduce(tile, value, cg::plus<float>());  // SAME
  block.sync();                                        // SAME
  auto active = cg::coalesced_threads();               // SAME
  if (active.thread_rank() == 0) out[0] = value;
}

__global__ void whole_grid(float* out) {
  auto grid = cg::this_grid();  // SAME
  grid.sync();                  // SAME
  out[grid.thread_rank()] = 0;
}

cudaError_t launch(float* out, cudaStream_t stream) {  // HIP: hipError_t launch(float* out, hipStream_t stream) {
  void* arguments[] = {&out};
  return cudaLaunchCooperativeKernel((const void*)whole_grid, dim3(1), dim3(64), arguments, 0, stream);
  // HIP: return hipLaunchCooperativeKernel((const void*)whole_grid, dim3(1), dim3(64), arguments, 0, stream);
}

}  // namespace cooperative
