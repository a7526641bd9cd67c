// Pitched memory in three dimensions: cudaMalloc3D, copies of boxes with positions, and cudaMemset3D.
#include "../program.cuh"

constexpr int kX = 12, kY = 7, kZ = 5;

__global__ void negate(cudaPitchedPtr box) {
  const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  char* slice = static_cast<char*>(box.ptr) + z * box.pitch * kY;
  int* row = reinterpret_cast<int*>(slice + y * box.pitch);
  row[x] = -row[x];
}

int main() {
  std::vector<int> in(kX * kY * kZ), out(in.size());
  for (int i = 0; i < int(in.size()); ++i) in[i] = i + 1;
  const cudaExtent extent = make_cudaExtent(kX * sizeof(int), kY, kZ);
  cudaPitchedPtr device;
  CUDA_CHECK(cudaMalloc3D(&device, extent));
  expect(device.pitch >= kX * sizeof(int), "rows are far enough apart");

  cudaMemcpy3DParms to_device = {};
  to_device.srcPtr = make_cudaPitchedPtr(in.data(), kX * sizeof(int), kX, kY);
  to_device.dstPtr = device;
  to_device.extent = extent;
  to_device.kind = cudaMemcpyHostToDevice;
  CUDA_CHECK(cudaMemcpy3D(&to_device));
  negate<<<dim3(kY, kZ), kX>>>(device);
  CUDA_CHECK_KERNEL();
  cudaMemcpy3DParms to_host = {};
  to_host.srcPtr = device;
  to_host.dstPtr = make_cudaPitchedPtr(out.data(), kX * sizeof(int), kX, kY);
  to_host.extent = extent;
  to_host.kind = cudaMemcpyDeviceToHost;
  CUDA_CHECK(cudaMemcpy3D(&to_host));
  bool right = true;
  for (size_t i = 0; i < in.size(); ++i) right = right && out[i] == -in[i];
  expect(right, "each element is negated");

  // A box of 3 x 2 x 2 from (4, 1, 2) to (0, 5, 3) of the host's array.
  std::vector<int> target(in.size(), 0);
  cudaMemcpy3DParms part = to_host;
  part.dstPtr.ptr = target.data();
  part.srcPos = make_cudaPos(4 * sizeof(int), 1, 2);
  part.dstPos = make_cudaPos(0, 5, 3);
  part.extent = make_cudaExtent(3 * sizeof(int), 2, 2);
  CUDA_CHECK(cudaMemcpy3DAsync(&part, 0));
  CUDA_CHECK(cudaStreamSynchronize(0));
  std::vector<int> expected(in.size(), 0);
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 3; ++x) expected[((z + 3) * kY + y + 5) * kX + x] = -in[((z + 2) * kY + y + 1) * kX + x + 4];
  expect(target == expected, "a box, moved to another place");

  CUDA_CHECK(cudaMemset3D(device, 0, make_cudaExtent(2 * sizeof(int), kY, 3)));
  CUDA_CHECK(cudaMemcpy3D(&to_host));
  right = true;
  for (int z = 0; z < kZ; ++z)
    for (int y = 0; y < kY; ++y)
      for (int x = 0; x < kX; ++x) {
        const int i = (z * kY + y) * kX + x;
        right = right && out[i] == (x < 2 && z < 3 ? 0 : -in[i]);
      }
  expect(right, "a cleared box");
  CUDA_CHECK(cudaFree(device.ptr));
  std::printf("%d x %d x %d\n", kX, kY, kZ);
  return verdict();
}
