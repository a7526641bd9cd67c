// Adds 1 to each counter, `rounds` times. The barrier keeps the rounds from becoming one addition.
extern "C" __global__ void count(unsigned* counters, unsigned size, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned round = 0; round < rounds; ++round) {
    if (i < size) counters[i] += 1;
    __syncthreads();
  }
}

// The same with atomic additions, so that launches on several streams can run at the same time.
extern "C" __global__ void count_together(unsigned* counters, unsigned size, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned round = 0; i < size && round < rounds; ++round) atomicAdd(&counters[i], 1);
}

// Writes far outside of any buffer.
extern "C" __global__ void write_outside(unsigned* counters) {
  counters[size_t(1) << 40] = 1;
}
