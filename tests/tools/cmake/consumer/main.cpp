#include <cstdio>
#include <rocm_bindgen/runtime.hpp>
#include <vector>

#include "include/my_kernels.hpp"

int main() try {
  rocm_bindgen::set_code_object_folder(CODE_OBJECTS);
  const auto device = rocm_bindgen::Device::open();
  rocm_bindgen::Stream stream(device);
  const auto scaled = rocm_bindgen::Buffer<float>::from(device, std::vector<float>{1, 2, 3});
  const auto shifted = rocm_bindgen::Buffer<int>::from(device, std::vector<int>{1, 2, 3});
  kernels::scale::scale(stream, {{1}, {64}}, scaled.data(), scaled.size());
  kernels::shift::shift(stream, {{1}, {64}}, shifted.data(), 10, shifted.size());
  stream.synchronize();
  for (const float value : scaled.to_vector()) std::printf("%g ", value);
  for (const int value : shifted.to_vector()) std::printf("%d ", value);
  std::printf("\n");
} catch (const rocm_bindgen::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
