// A program that uses the whole API on two devices. The fault tests run it with one function failing.
#pragma once

#include <numeric>
#include <vector>

#include "runtime/loader/session.hpp"

namespace runtime_test {

/// The argument is evaluated outside CHECK, which would catch its exceptions; they must leave the scenario.
inline void expect(bool holds) {
  CHECK(holds);
}

/// Sets up two devices and a kernel 'scale' that computes. Must be called on a fresh driver.
inline void prepare(Session& session) {
  session.driver->set_devices({mi210(), mi210()});
  fault::Kernel scale;
  scale.parameter_sizes = {sizeof(float*), sizeof(float), sizeof(std::size_t)};
  scale.run = [](const fault::Launch& launch) {
    auto* data = launch.argument<float*>(0);
    for (std::size_t i = 0; i < launch.argument<std::size_t>(2); ++i) data[i] *= launch.argument<float>(1);
  };
  session.driver->set_kernel("scale", scale);
}

/// Requests more memory than a device has, so that functions that are called only after an error are called too. This
/// is the only expected error of the scenario; all others are rethrown.
inline void run_out_of_memory(const rocm_bindgen::Device& device) {
  try {
    const rocm_bindgen::Buffer<char> buffer(device, std::size_t{1} << 40);
    FAIL("a terabyte was allocated");
  } catch (const rocm_bindgen::Error& error) {
    if (error.code() != rocm_bindgen::ErrorCode::out_of_memory) throw;
  }
}

inline void use_devices(const rocm_bindgen::Device& one, const rocm_bindgen::Device& two) {
  expect(one.memory().total_bytes == two.memory().total_bytes);
  expect(one.can_access(two));
  expect(two.can_access(one));
  one.enable_access(two);
  one.enable_access(two);
  two.enable_access(one);
  one.synchronize();
  two.synchronize();
}

inline void use_modules(const rocm_bindgen::Device& device) {
  device.preload(test_kernels::SECOND);
  device.unload(test_kernels::SECOND);
  device.kernel(test_kernels::SECOND, "only_here");
  device.get_or_load_func("scale", test_kernels::PROBE);
}

/// All kinds of copies: from the host, to the host, and between devices, blocking and queued.
inline void use_memory(const rocm_bindgen::Device& one, const rocm_bindgen::Device& two) {
  using namespace rocm_bindgen;
  std::vector<float> values(1000);
  std::iota(values.begin(), values.end(), 1.0F);
  Stream stream(one), independent(one, StreamKind::independent);
  const auto first = Buffer<float>::from(one, values);
  auto second = Buffer<float>::zeros(one, values.size());
  run_out_of_memory(one);
  auto other = Buffer<float>::zeros(two, values.size());
  second.copy_from(first, stream);
  other.copy_from(second, stream);
  second.clear(stream);
  second.copy_from(other, stream);
  PinnedBuffer<float> pinned(one, values.size()), more(two, values.size());
  second.copy_to(pinned.data(), pinned.size(), stream);
  stream.synchronize();
  expect(std::vector<float>(pinned.begin(), pinned.end()) == values);
  second.clear(independent);
  second.copy_from(pinned.data(), pinned.size(), independent);
  independent.synchronize();
  expect(second.to_vector() == values);
}

inline void use_launches(const rocm_bindgen::Device& device) {
  using namespace rocm_bindgen;
  Stream stream(device), copies(device);
  Event start(device), stop(device);
  auto data = Buffer<float>::from(device, std::vector<float>{1, 2, 3});
  start.record(stream);
  test_kernels::probe::scale(stream, {{1}, {64}, 0}, data.data(), 2.0F, 3);
  device.kernel(test_kernels::PROBE, "scale").launch({1}, {64}, 0, stream, data, 5.0F, std::size_t{3});
  stop.record(stream);
  copies.wait(start);
  copies.wait(stop);
  start.synchronize();
  stop.synchronize();
  expect(start.done());
  expect(stop.done());
  expect(stop.milliseconds_since(start) >= 0);
  expect(stop.milliseconds_since(stop) == 0);
  expect(stream.done());
  expect(copies.done());
  expect(data.to_vector() == std::vector<float>{10, 20, 30});
}

inline void use_graphs(const rocm_bindgen::Device& device) {
  using namespace rocm_bindgen;
  Stream stream(device);
  auto data = Buffer<float>::from(device, std::vector<float>{1, 2, 3});
  const auto record = [&] {
    stream.begin_capture();
    test_kernels::probe::scale(stream, {{1}, {64}, 0}, data.data(), 2.0F, 3);
    return stream.end_capture();
  };
  auto graph = record();
  graph.launch(stream);
  graph = record();
  graph.launch(stream);
  expect(data.to_vector() == std::vector<float>{4, 8, 12});
}

/// Does not catch the runtime's errors. All objects are released.
inline void run_scenario() {
  using rocm_bindgen::Device;
  expect(Device::count() == 2);
  expect(Device::list().size() == 2);
  const auto one = Device::open(0), two = Device::open(1);
  use_devices(one, two);
  use_modules(one);
  use_memory(one, two);
  use_launches(one);
  use_launches(two);
  use_graphs(one);
}

}  // namespace runtime_test
