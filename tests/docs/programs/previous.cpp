// Launches the kernel without a barrier from docs/emulator.md and prints how many of its results are wrong.
#include "previous.hpp"

#include <cstdio>
#include <numeric>
#include <vector>

#include "rocm_bindgen/runtime.hpp"

using namespace rocm_bindgen;

int main() try {
  const auto device = Device::open();
  Stream stream(device);
  std::vector<float> numbers(256);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  const auto in = Buffer<float>::from(device, numbers);
  const Buffer<float> out(device, numbers.size());
  kernels::previous::previous(stream, {{1}, {256}}, in.data(), out.data());
  const auto results = out.to_vector();
  unsigned wrong = 0;
  for (std::size_t i = 0; i < results.size(); ++i) wrong += results[i] != (i == 0 ? 0 : numbers[i - 1]) ? 1 : 0;
  std::printf("%u\n", wrong);
} catch (const Error& error) {
  // On standard output and with the exit status 0, because emulator_test.cpp expects the report of a race there.
  std::printf("%s\n", error.what());
}
