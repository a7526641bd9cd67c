// A stream is captured as a graph, with a fork to a second stream and a join, and the graph is launched again and
// again.
#include "../program.cuh"

__global__ void scale(float* values, int count, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

__global__ void add(const float* a, const float* b, float* sum, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}

int main() {
  const int count = 1000, blocks = blocks_for(count, 128);
  DeviceArray<float> a(std::vector<float>(count, 1.0f)), b(std::vector<float>(count, 1.0f)), sum(count);
  cudaStream_t stream, side;
  cudaEvent_t fork, join;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaStreamCreate(&side));
  CUDA_CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  cudaStreamCaptureStatus status;
  CUDA_CHECK(cudaStreamIsCapturing(stream, &status));
  expect(status == cudaStreamCaptureStatusActive, "the stream is being captured");
  CUDA_CHECK(cudaEventRecord(fork, stream));
  CUDA_CHECK(cudaStreamWaitEvent(side, fork, 0));
  scale<<<blocks, 128, 0, stream>>>(a.get(), count, 2.0f);
  scale<<<blocks, 128, 0, side>>>(b.get(), count, 3.0f);
  CUDA_CHECK(cudaEventRecord(join, side));
  CUDA_CHECK(cudaStreamWaitEvent(stream, join, 0));
  add<<<blocks, 128, 0, stream>>>(a.get(), b.get(), sum.get(), count);
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));

  cudaGraphExec_t executable;
  CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
  expect(a.host()[0] == 1.0f, "nothing runs while the stream is captured");
  for (int i = 0; i < 4; ++i) CUDA_CHECK(cudaGraphLaunch(executable, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  const std::vector<float> result = sum.host();
  bool right = true;
  for (float value : result) right = right && value == 16.0f + 81.0f;  // 2^4 + 3^4
  expect(right, "four launches of the graph");
  CUDA_CHECK(cudaGraphExecDestroy(executable));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaEventDestroy(fork));
  CUDA_CHECK(cudaEventDestroy(join));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaStreamDestroy(side));
  std::printf("sum %.0f\n", result[0]);
  return verdict();
}
