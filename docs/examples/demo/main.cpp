// The program that `./dev demo` runs. It launches two kernels from a header that rocm-bindgen has written, on the first
// device that the runtime finds.
#include <cstdio>
#include <numeric>
#include <rocm_bindgen/runtime.hpp>
#include <vector>

#include "kernels.hpp"

int main() try {
  const auto device = rocm_bindgen::Device::open();
  rocm_bindgen::Stream stream(device);

  std::vector<float> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  const auto x = rocm_bindgen::Buffer<float>::from(device, numbers);
  const auto y = rocm_bindgen::Buffer<float>::zeros(device, numbers.size());
  const auto total = rocm_bindgen::Buffer<float>::zeros(device, 1);
  const auto count = static_cast<unsigned>(numbers.size());

  // 4 blocks of 256 threads are enough for the 1000 elements.
  kernels::saxpy::saxpy(stream, {{4}, {256}}, 2.0f, x.data(), y.data(), count);
  kernels::sum::sum(stream, {{4}, {256}}, y.data(), count, total.data());
  stream.synchronize();

  const auto result = y.to_vector();
  std::printf("%s: saxpy gives %g %g %g ... %g, and their sum is %.0f\n", device.info().name.c_str(), result[0],
              result[1], result[2], result.back(), total.to_vector()[0]);
} catch (const rocm_bindgen::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
