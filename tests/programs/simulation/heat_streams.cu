// Heat in a plate that is split into strips with a stream each. Events order the exchange of edge rows between steps.
#include "../program.cuh"

constexpr int kStrips = 4;
constexpr int kWidth = 64;
constexpr int kRows = 16;  // of each strip, without the two rows that it shares with its neighbours
constexpr int kSteps = 10;

// A strip has one row of each neighbour above and below its own rows.
__global__ void step(const float* in, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int i = y * kWidth + x;
  if (x == 0 || x == kWidth - 1) {
    out[i] = in[i];
    return;
  }
  out[i] = in[i] + 0.2f * (in[i - 1] + in[i + 1] + in[i - kWidth] + in[i + kWidth] - 4 * in[i]);
}

int main() {
  const int rows = kStrips * kRows;
  // The plate has one more row at the top and one at the bottom, whose temperatures are constant.
  std::vector<float> plate((rows + 2) * kWidth, 0.0f);
  for (int x = 0; x < kWidth; ++x) {
    plate[x] = 100;
    plate[(rows + 1) * kWidth + x] = 50;
  }

  const size_t strip_bytes = (kRows + 2) * kWidth * sizeof(float);
  const size_t row_bytes = kWidth * sizeof(float);
  float* strips[2][kStrips];
  cudaStream_t streams[kStrips];
  cudaEvent_t stepped[kStrips], exchanged[kStrips];
  for (int s = 0; s < kStrips; ++s) {
    CUDA_CHECK(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreateWithFlags(&stepped[s], cudaEventDisableTiming));
    CUDA_CHECK(cudaEventCreateWithFlags(&exchanged[s], cudaEventDisableTiming));
    for (int buffer = 0; buffer < 2; ++buffer) {
      CUDA_CHECK(cudaMalloc(&strips[buffer][s], strip_bytes));
      CUDA_CHECK(cudaMemcpyAsync(strips[buffer][s], &plate[s * kRows * kWidth], strip_bytes, cudaMemcpyHostToDevice,
                                 streams[s]));
    }
    CUDA_CHECK(cudaEventRecord(exchanged[s], streams[s]));
  }

  int from = 0;
  for (int i = 0; i < kSteps; ++i) {
    for (int s = 0; s < kStrips; ++s) {
      // The step overwrites this strip's rows of the step before the last one, which the neighbours must have copied.
      if (s > 0) CUDA_CHECK(cudaStreamWaitEvent(streams[s], exchanged[s - 1], 0));
      if (s + 1 < kStrips) CUDA_CHECK(cudaStreamWaitEvent(streams[s], exchanged[s + 1], 0));
      step<<<dim3(kWidth / 32, kRows / 4), dim3(32, 4), 0, streams[s]>>>(strips[from][s], strips[1 - from][s]);
      CUDA_CHECK(cudaGetLastError());
      CUDA_CHECK(cudaEventRecord(stepped[s], streams[s]));
    }
    from = 1 - from;
    for (int s = 0; s < kStrips; ++s) {
      if (s > 0) {
        CUDA_CHECK(cudaStreamWaitEvent(streams[s], stepped[s - 1], 0));
        CUDA_CHECK(cudaMemcpyAsync(strips[from][s], strips[from][s - 1] + kRows * kWidth, row_bytes,
                                   cudaMemcpyDeviceToDevice, streams[s]));
      }
      if (s + 1 < kStrips) {
        CUDA_CHECK(cudaStreamWaitEvent(streams[s], stepped[s + 1], 0));
        CUDA_CHECK(cudaMemcpyAsync(strips[from][s] + (kRows + 1) * kWidth, strips[from][s + 1] + kWidth, row_bytes,
                                   cudaMemcpyDeviceToDevice, streams[s]));
      }
      CUDA_CHECK(cudaEventRecord(exchanged[s], streams[s]));
    }
  }

  std::vector<float> result(plate);
  for (int s = 0; s < kStrips; ++s) {
    CUDA_CHECK(cudaStreamSynchronize(streams[s]));
    CUDA_CHECK(cudaMemcpy(&result[(s * kRows + 1) * kWidth], strips[from][s] + kWidth, kRows * row_bytes,
                          cudaMemcpyDeviceToHost));
    for (int buffer = 0; buffer < 2; ++buffer) CUDA_CHECK(cudaFree(strips[buffer][s]));
    CUDA_CHECK(cudaEventDestroy(stepped[s]));
    CUDA_CHECK(cudaEventDestroy(exchanged[s]));
    CUDA_CHECK(cudaStreamDestroy(streams[s]));
  }

  for (int i = 0; i < kSteps; ++i) {
    std::vector<float> next(plate);
    for (int y = 1; y <= rows; ++y)
      for (int x = 1; x + 1 < kWidth; ++x) {
        const int k = y * kWidth + x;
        next[k] =
            plate[k] + 0.2f * (plate[k - 1] + plate[k + 1] + plate[k - kWidth] + plate[k + kWidth] - 4 * plate[k]);
      }
    plate = next;
  }
  expect(all_near(result, plate, 1e-5), "the temperatures are those of the host");
  std::printf("%d strips, %d steps\n", kStrips, kSteps);
  return verdict();
}
