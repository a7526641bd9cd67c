#include <cstdio>
#include <rocm_bindgen/ops/elementwise.hpp>
#include <rocm_bindgen/runtime.hpp>

int main() try {
  const auto device = rocm_bindgen::Device::open();
  rocm_bindgen::Stream stream(device);
  rocm_bindgen::Buffer<float> values(device, 3);
  const rocm_bindgen::TensorView view(values.data(), rocm_bindgen::DType::f32, {3});
  rocm_bindgen::ops::fill(stream, view, 2);
  rocm_bindgen::ops::affine(stream, view, 3, 0.5, view);
  for (const float value : values.to_vector()) std::printf("%g ", value);
  std::printf("\n");
} catch (const rocm_bindgen::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
