// The programs' check macro and device memory.
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

inline int failures = 0;

#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition)) {                                                             \
      ++failures;                                                                   \
      fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                               \
  } while (0)

// Allocates one more byte than requested, because sizes may be 0. Every byte is 0xcd until it is written.
template <class T>
struct OnDevice {
  T* data;
  size_t size;

  explicit OnDevice(size_t size) : size(size) {
    cudaMalloc(&data, size * sizeof(T) + 1);
    cudaMemset(data, 0xcd, size * sizeof(T));
  }
  explicit OnDevice(const std::vector<T>& values) : OnDevice(values.size()) { set(values); }
  OnDevice(const OnDevice&) = delete;
  ~OnDevice() { cudaFree(data); }

  void set(const std::vector<T>& values) {
    cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  // Copies the first `count` values to the host.
  std::vector<T> get(size_t count) const { return get(data, count); }
  static std::vector<T> get(const T* from, size_t count) {
    std::vector<T> values(count);
    cudaMemcpy(values.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }
};
