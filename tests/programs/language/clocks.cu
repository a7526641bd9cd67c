// The device's clocks advance: clock(), clock64(), the nanosecond timer, and a kernel that waits for some cycles.
#include <chrono>

#include "../program.cuh"

__device__ unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

__global__ void read_clocks(int* out, unsigned* sink) {
  const clock_t start = clock();
  const long long start64 = clock64();
  const unsigned long long start_time = nanoseconds();
  unsigned x = threadIdx.x;  // some work, whose result is stored so that the compiler keeps it
  for (int i = 0; i < 200; ++i) x = x * 1664525u + 1013904223u;
  sink[threadIdx.x] = x;
  __nanosleep(2000);
  // clock() may wrap around, and the timer of some GPUs advances in steps that are longer than this kernel.
  out[0] = clock() != start;
  out[1] = clock64() > start64;
  out[2] = nanoseconds() >= start_time;
}

__global__ void wait_cycles(long long cycles, int* done) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  *done = 1;
}

__global__ void wait_nanoseconds(unsigned long long time, int* done) {
  const unsigned long long start = nanoseconds();
  while (nanoseconds() - start < time) {
  }
  *done = 1;
}

/// Returns how many milliseconds pass on the host's clock while a kernel waits for 50 milliseconds of the device's.
double milliseconds_of_wait(int* done) {
  const auto start = std::chrono::steady_clock::now();
  wait_nanoseconds<<<1, 1>>>(50'000'000, done);
  CUDA_CHECK_KERNEL();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

int main() {
  DeviceArray<int> out(3), done(1);
  DeviceArray<unsigned> sink(1);
  read_clocks<<<1, 1>>>(out.get(), sink.get());
  CUDA_CHECK_KERNEL();
  expect(out.host() == std::vector<int>({1, 1, 1}), "the clocks advance, and the timer does not go back");
  done.clear();
  wait_cycles<<<1, 1>>>(1000, done.get());
  CUDA_CHECK_KERNEL();
  expect(done.host()[0] == 1, "a kernel waits for some cycles");
  // Less than 50, because the counter of some GPUs advances in steps of a millisecond.
  expect(milliseconds_of_wait(done.get()) >= 45, "the nanosecond timer counts nanoseconds");
  std::printf("three clocks\n");
  return verdict();
}
