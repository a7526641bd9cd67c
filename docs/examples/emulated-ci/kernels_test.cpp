// Runs each kernel on whatever device there is, and compares with what the host computes.
#include <cmath>
#include <cstdio>
#include <vector>

#include "my_kernels.hpp"
#include "rocm_bindgen/runtime.hpp"

using namespace rocm_bindgen;

namespace {

bool agree(const char* kernel, const std::vector<float>& results, const std::vector<float>& expected) {
  constexpr float kTolerance = 1e-5f;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (std::fabs(results[i] - expected[i]) <= kTolerance * std::fabs(expected[i])) continue;
    std::printf("%s: element %zu is %g, not %g\n", kernel, i, results[i], expected[i]);
    return false;
  }
  return true;
}

std::vector<float> some_values(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = 1 + std::sin(static_cast<float>(i));
  return values;
}

bool test_saxpy(const Device& device, Stream& stream) {
  const unsigned n = 1000;  // no multiple of a workgroup
  const auto x = some_values(n);
  const auto device_x = Buffer<float>::from(device, x);
  auto device_y = Buffer<float>::zeros(device, n);
  kernels::saxpy::saxpy(stream, {{4}, {256}}, 2.0f, device_x.data(), device_y.data(), n);
  std::vector<float> expected(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = 2 * x[i];
  return agree("saxpy", device_y.to_vector(), expected);
}

bool test_row_sums(const Device& device, Stream& stream) {
  const unsigned rows = 5, columns = 700;
  const auto matrix = some_values(std::size_t{rows} * columns);
  const auto device_matrix = Buffer<float>::from(device, matrix);
  Buffer<float> device_sums(device, rows);
  kernels::row_sums::row_sums(stream, {{rows}, {256}}, device_matrix.data(), device_sums.data(), columns);
  std::vector<float> expected;
  for (unsigned row = 0; row < rows; ++row) {
    double sum = 0;
    for (unsigned column = 0; column < columns; ++column) sum += matrix[std::size_t{row} * columns + column];
    expected.push_back(static_cast<float>(sum));
  }
  return agree("row_sums", device_sums.to_vector(), expected);
}

}  // namespace

int main() try {
  const auto device = Device::open();
  Stream stream(device);
  std::printf("on %s\n", device.info().name.c_str());
  const bool right = test_saxpy(device, stream) && test_row_sums(device, stream);
  return right ? 0 : 1;
} catch (const Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
