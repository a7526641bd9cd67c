// What the programs of this folder share: calls that must succeed, input that is the same on every machine, arrays in
// device memory, and the verdict.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

// Ends the program if a call of the runtime fails.
#define CUDA_CHECK(call) check_call((call), #call, __FILE__, __LINE__)

inline void check_call(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::printf("FAIL %s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::exit(1);
}

// Ends the program if the launch before it failed (cudaGetLastError) or its kernel did (the synchronisation).
#define CUDA_CHECK_KERNEL()              \
  do {                                   \
    CUDA_CHECK(cudaGetLastError());      \
    CUDA_CHECK(cudaDeviceSynchronize()); \
  } while (0)

inline int failed_expectations = 0;

// Reports an expectation that does not hold. The program continues, so that one run shows every wrong result.
inline void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("FAIL: %s\n", what);
  ++failed_expectations;
}

// Prints the last line of a program, and returns its exit code.
inline int verdict() {
  if (failed_expectations == 0) std::printf("PASS\n");
  return failed_expectations == 0 ? 0 : 1;
}

// Whether two numbers agree up to a relative error; numbers below one are compared by their absolute error. The
// programs' tolerances are far above the rounding errors of float (6e-8) and double (1e-16), so that results of
// operations in another order agree, too.
inline bool near(double value, double expected, double tolerance) {
  return std::fabs(value - expected) <= tolerance * std::fmax(1.0, std::fabs(expected));
}

template <typename T, typename U>
bool all_near(const std::vector<T>& values, const std::vector<U>& expected, double tolerance) {
  if (values.size() != expected.size()) return false;
  for (size_t i = 0; i < values.size(); ++i)
    if (!near(double(values[i]), double(expected[i]), tolerance)) return false;
  return true;
}

// A pseudorandom generator (PCG), which gives the same sequence on every machine. The programs' seeds are arbitrary.
class Numbers {
 public:
  explicit Numbers(uint32_t seed) : state_(seed * 2654435769u + 1u) {}

  uint32_t next() {
    state_ = state_ * 747796405u + 2891336453u;
    const uint32_t word = ((state_ >> ((state_ >> 28) + 4)) ^ state_) * 277803737u;
    return (word >> 22) ^ word;
  }
  int below(int end) { return int(next() % uint32_t(end)); }
  // In [0, 1), a multiple of 2^-24.
  float unit() { return float(next() >> 8) / 16777216.0f; }
  float between(float low, float high) { return low + (high - low) * unit(); }

 private:
  uint32_t state_;
};

// An array in device memory, freed at the end of its scope.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(size_t count) : count_(count) { CUDA_CHECK(cudaMalloc(&data_, count * sizeof(T))); }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) { set(values); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  T* get() const { return data_; }
  size_t size() const { return count_; }
  size_t bytes() const { return count_ * sizeof(T); }
  void set(const std::vector<T>& values) {
    CUDA_CHECK(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  void clear() { CUDA_CHECK(cudaMemset(data_, 0, bytes())); }
  std::vector<T> host() const {
    std::vector<T> values(count_);
    CUDA_CHECK(cudaMemcpy(values.data(), data_, bytes(), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  size_t count_ = 0;
};

// The number of blocks that have at least `count` threads in total.
constexpr int blocks_for(int count, int threads) {
  return (count + threads - 1) / threads;
}
