// A large array in pinned memory is processed in pieces on several streams: copy to the device, compute, copy back.
#include "../program.cuh"

constexpr int kStreams = 4;
constexpr int kPiece = 1024;
constexpr int kPieces = 12;

__global__ void collatz(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int steps = 0;
  for (long long n = values[i]; n > 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  values[i] = steps;
}

int main() {
  int* host = nullptr;
  CUDA_CHECK(cudaMallocHost(&host, kPieces * kPiece * sizeof(int)));
  for (int i = 0; i < kPieces * kPiece; ++i) host[i] = i + 1;
  cudaStream_t streams[kStreams];
  int* buffers[kStreams];
  for (int s = 0; s < kStreams; ++s) {
    CUDA_CHECK(cudaStreamCreate(&streams[s]));
    CUDA_CHECK(cudaMalloc(&buffers[s], kPiece * sizeof(int)));
  }
  for (int piece = 0; piece < kPieces; ++piece) {
    const int s = piece % kStreams;
    int* part = host + piece * kPiece;
    CUDA_CHECK(cudaMemcpyAsync(buffers[s], part, kPiece * sizeof(int), cudaMemcpyHostToDevice, streams[s]));
    collatz<<<kPiece / 128, 128, 0, streams[s]>>>(buffers[s], kPiece);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyAsync(part, buffers[s], kPiece * sizeof(int), cudaMemcpyDeviceToHost, streams[s]));
  }
  for (int s = 0; s < kStreams; ++s) {
    CUDA_CHECK(cudaStreamSynchronize(streams[s]));
    CUDA_CHECK(cudaStreamQuery(streams[s]));
    CUDA_CHECK(cudaStreamDestroy(streams[s]));
    CUDA_CHECK(cudaFree(buffers[s]));
  }
  bool right = true;
  int longest = 0;
  for (int i = 0; i < kPieces * kPiece; ++i) {
    int steps = 0;
    for (long long n = i + 1; n > 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    right = right && host[i] == steps;
    if (host[i] > host[longest]) longest = i;
  }
  expect(right, "each piece is computed");
  std::printf("%d takes %d steps\n", longest + 1, host[longest]);
  CUDA_CHECK(cudaFreeHost(host));
  return verdict();
}
