// The runtime with the fault libcuda, and a program that uses the whole API on two devices.
#pragma once

#include "api/device_state.hpp"
#include "drivers/shared_library.hpp"
#include "runtime/loader/fault_cuda/fake_cubin.hpp"
#include "runtime/loader/fault_cuda/fault_cuda.hpp"
#include "runtime/loader/log_record.hpp"
#include "runtime/loader/scenario.hpp"

namespace cuda_test {

using namespace rocm_bindgen;
using namespace runtime_test;
using runtime::DeviceScope;
using runtime::DeviceState;
using runtime::SharedLibrary;

inline constexpr int kUnknownError = 999;
inline constexpr int kOutOfMemory = 2;

/// A module of the tests' kernels, declared as built for sm_90.
struct CudaModule {
  explicit CudaModule(const Module& like) : image(fault_cuda::fake_cubin(90, symbols_of(like))), module(like) {
    module.code_objects = &code_object;
    module.code_object_count = 1;
  }
  CudaModule(const CudaModule&) = delete;
  CudaModule& operator=(const CudaModule&) = delete;

  static std::vector<std::string> symbols_of(const Module& module) {
    std::vector<std::string> symbols;
    for (std::size_t i = 0; i < module.kernel_count; ++i) symbols.emplace_back(module.kernels[i].symbol);
    return symbols;
  }

  const std::string image;
  const CodeObject code_object{"sm_90", reinterpret_cast<const unsigned char*>(image.data()), image.size(),
                               image.size(), Compression::none};
  Module module;
};

inline const Module& probe() {
  static const CudaModule instance(test_kernels::PROBE);
  return instance.module;
}

inline const Module& second() {
  static const CudaModule instance(test_kernels::SECOND);
  return instance.module;
}

/// The runtime with the fault libcuda, with a kernel 'scale' that computes and a kernel 'reverse' with static LDS. At
/// the end it checks that everything was released and that no function was misused.
class CudaSession {
 public:
  CudaSession() { prepare(); }
  ~CudaSession() { check_clean(); }

  void prepare() {
    driver->reset();
    fault::Kernel scale;
    scale.parameter_sizes = {sizeof(float*), sizeof(float), sizeof(std::size_t)};
    scale.run = [](const fault::Launch& launch) {
      auto* data = launch.argument<float*>(0);
      for (std::size_t i = 0; i < launch.argument<std::size_t>(2); ++i) data[i] *= launch.argument<float>(1);
    };
    driver->set_kernel("scale", scale);
    fault::Kernel reverse;
    reverse.max_workgroup_size = 512;
    reverse.static_lds = 1024;
    driver->set_kernel("reverse", reverse);
  }

  bool holds_nothing() const {
    return driver->live() == fault::Live{} && driver->retained(0) == 0 && driver->retained(1) == 0;
  }

  void check_clean() const {
    CHECK(driver->live() == fault::Live{});
    CHECK(driver->retained(0) == 0);
    CHECK(driver->retained(1) == 0);
    CHECK(driver->pending() == 0);
    CHECK(driver->misuse() == std::vector<std::string>{});
  }

  /// Calls a function of the library as a program does that uses CUDA directly. The first argument gives only the
  /// function's type.
  template <class... Parameters, class... Arguments>
  void call(int (*)(Parameters...), const char* name, Arguments... arguments) const {
    CHECK(reinterpret_cast<int (*)(Parameters...)>(driver.symbol(name))(arguments...) == 0);
  }

  fault_cuda::FaultCuda driver{ROCM_BINDGEN_FAULT_CUDA};

 private:
  Environment choice_{"ROCM_BINDGEN_DRIVER", "nvidia"};
  Environment library_{"ROCM_BINDGEN_CUDA_LIBRARY", ROCM_BINDGEN_FAULT_CUDA};
};

inline void use_cuda_modules(const Device& device) {
  device.preload(second());
  device.unload(second());
  device.kernel(second(), "only_here");
  device.get_or_load_func("scale", probe());
}

/// A blocking copy within a device. It is the only kind of copy for which the API has no call.
inline void copy_within(const Device& device) {
  auto& state = *device.state();
  const auto from = Buffer<int>::from(device, std::vector<int>{1, 2, 3});
  const Buffer<int> to(device, 3);
  {
    const DeviceScope scope(state);
    const auto status = state.driver->copy(to.data(), from.data(), to.bytes(), runtime::CopyKind::device_to_device);
    if (status != runtime::kSuccess) throw_driver_error(state, status, "copying within");
  }
  expect(to.to_vector() == std::vector<int>{1, 2, 3});
}

inline void use_cuda_launches(const Device& device) {
  Stream stream(device), copies(device);
  Event start(device), stop(device);
  auto data = Buffer<float>::from(device, std::vector<float>{1, 2, 3});
  const auto scale = device.kernel(probe(), "scale");
  start.record(stream);
  scale.launch({1}, {64}, 0, stream, data, 2.0F, std::size_t{3});
  scale.launch({1}, {64}, 65536, stream, data, 5.0F, std::size_t{3});  // LDS beyond 48 KiB must be requested
  stop.record(stream);
  copies.wait(start);
  copies.wait(stop);
  start.synchronize();
  stop.synchronize();
  expect(start.done() && stop.done());
  expect(stop.milliseconds_since(start) >= 0);
  expect(stream.done() && copies.done());
  expect(data.to_vector() == std::vector<float>{10, 20, 30});
}

inline void use_cuda_graphs(const Device& device) {
  Stream stream(device);
  auto data = Buffer<float>::from(device, std::vector<float>{1, 2, 3});
  const auto scale = device.kernel(probe(), "scale");
  const auto record = [&] {
    stream.begin_capture();
    scale.launch({1}, {64}, 0, stream, data, 2.0F, std::size_t{3});
    return stream.end_capture();
  };
  auto graph = record();
  graph.launch(stream);
  graph = record();
  graph.launch(stream);
  expect(data.to_vector() == std::vector<float>{4, 8, 12});
}

/// Does not catch the runtime's errors. Calls `done` after each part.
template <class Done>
inline void run_cuda_scenario(Done done) {
  expect(Device::count() == 2);
  expect(Device::list().size() == 2);
  {
    const auto one = Device::open(0), two = Device::open(1);
    done();
    use_devices(one, two);
    done();
    use_cuda_modules(one);
    done();
    use_memory(one, two);
    done();
    copy_within(two);
    done();
    use_cuda_launches(one);
    use_cuda_launches(two);
    done();
    use_cuda_graphs(one);
    done();
  }
  done();
}

inline void run_cuda_scenario() {
  run_cuda_scenario([] {});
}

}  // namespace cuda_test
