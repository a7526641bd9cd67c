// Tests the NVIDIA driver with a fault libcuda: the current context, blocking copies, LDS, and error codes.
#include <map>
#include <set>
#include <thread>

#include "api/device_state.hpp"
#include "drivers/cuda_api.hpp"
#include "drivers/nvidia_driver.hpp"
#include "runtime/loader/drivers/cuda_scenario.hpp"

using namespace cuda_test;

namespace {

/// The fault libcuda without one of its functions.
SharedLibrary cuda_without(const CudaSession& session, const std::string& hidden) {
  return {ROCM_BINDGEN_FAULT_CUDA,
          [&, hidden](const char* name) { return hidden == name ? nullptr : session.driver.symbol(name); }};
}

Device open_without(const CudaSession& session, const std::string& hidden) {
  return Device(std::make_shared<DeviceState>(runtime::open_nvidia_driver(cuda_without(session, hidden)), 0));
}

}  // namespace

TEST_CASE("nvidia: every call restores the thread's context, also if there was none") {
  const CudaSession session;
  const auto check_with = [&](void* before) {
    session.driver->set_current(before);
    run_cuda_scenario([&] { CHECK(session.driver->current() == before); });
  };
  check_with(nullptr);
  check_with(session.driver->make_context(0));
  // A program that uses the primary context directly, as CUDA's runtime does.
  session.call(static_cast<int (*)(unsigned)>(nullptr), "cuInit", 0);
  for (const int device : {0, 1}) {
    void* primary = nullptr;
    session.call(static_cast<int (*)(void**, int)>(nullptr), "cuDevicePrimaryCtxRetain", &primary, device);
    check_with(primary);
    session.call(static_cast<int (*)(int)>(nullptr), "cuDevicePrimaryCtxRelease_v2", device);
  }
}

TEST_CASE("nvidia: the thread's context is restored after an error") {
  const CudaSession session;
  const auto device = Device::open();
  Stream stream(device);
  void* const before = session.driver->make_context(1);
  for (void* current : {static_cast<void*>(nullptr), before}) {
    session.driver->set_current(current);
    session.driver->fail("cuStreamSynchronize", 1, kUnknownError);
    error_of([&] { stream.synchronize(); });
    CHECK(session.driver->current() == current);
    session.driver->fail("cuCtxSetCurrent", 1, kUnknownError);
    error_of([&] { stream.synchronize(); }, {"making the context current", "CUDA_ERROR_UNKNOWN"});
    CHECK(session.driver->current() == current);
  }
}

TEST_CASE("nvidia: a context that cannot be made current again is logged") {
  const CudaSession session;
  const auto device = Device::open();
  const LogRecord log;
  // The first call makes the device's context current, the second makes the caller's context current again.
  session.driver->fail("cuCtxSetCurrent", 2, kUnknownError);
  device.synchronize();
  CHECK(log.has(LogLevel::error, {"making the caller's context current again", "CUDA_ERROR_UNKNOWN: unknown error"}));
  session.driver->set_current(nullptr);
}

TEST_CASE("nvidia: each thread has its own context") {
  const CudaSession session;
  const auto device = Device::open();
  std::vector<std::thread> threads;
  std::vector<int> restored(4, 0);
  for (std::size_t i = 0; i < restored.size(); ++i)
    threads.emplace_back([&, i] {
      void* const own = i % 2 == 0 ? nullptr : session.driver->make_context(1);
      session.driver->set_current(own);
      try {
        Stream stream(device);
        const auto data = Buffer<float>::from(device, std::vector<float>{1, 2});
        const auto scale = device.kernel(probe(), "scale");
        for (int launch = 0; launch < 20; ++launch) {
          scale.launch({1}, {2}, 0, stream, data, 1.0F, std::size_t{2});
          restored[i] += session.driver->current() == own ? 1 : 0;
        }
      } catch (const Error&) {
        restored[i] = -1;
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(restored == std::vector<int>(4, 20));
  CHECK(device.statistics().loads == 1);
  CHECK(session.driver->launches().size() == 80);
}

TEST_CASE("nvidia: a device's properties are those of its attributes") {
  const CudaSession session;
  const auto devices = Device::list();
  REQUIRE(devices.size() == 2);
  CHECK(session.driver->retained(0) == 0);
  const auto& info = devices[1];
  CHECK(info.ordinal == 1);
  CHECK(info.name == "NVIDIA H100 80GB HBM3");
  CHECK(info.arch == "sm_90");
  CHECK(info.driver == "nvidia");
  CHECK(info.driver_version == "CUDA 12.4");
  CHECK(info.pci == "0000:1c:00.0");
  CHECK(info.compute_units == 132);
  CHECK(info.wavefront_size == 32);
  CHECK(info.memory_bytes == std::uint64_t{80} << 30);
  CHECK(info.lds_bytes == 48 * 1024);
  CHECK(info.max_lds_bytes == 227 * 1024);
  CHECK(info.max_workgroup_size == 1024);
  CHECK((info.max_workgroup.x == 1024 && info.max_workgroup.y == 1024 && info.max_workgroup.z == 64));
  CHECK((info.max_grid.x == 2147483647 && info.max_grid.y == 65535 && info.max_grid.z == 65535));
  CHECK(info.max_grid_items == 0);
  CHECK(error_of([] { Device::open(2); }, {"device 2 does not exist"}).code() == ErrorCode::no_device);
}

TEST_CASE("nvidia: an open device has its context retained once") {
  const CudaSession session;
  {
    const auto one = Device::open(1), again = Device::open(1);
    CHECK(session.driver->retained(1) == 1);
    CHECK(session.driver->retained(0) == 0);
  }
  CHECK(session.driver->retained(1) == 0);
}

TEST_CASE("nvidia: copies without a stream are complete when they return") {
  const CudaSession session;
  const auto device = Device::open();
  const std::vector<int> values{1, 2, 3};
  Stream independent(device, StreamKind::independent);
  PinnedBuffer<int> seen(device, 3);
  const auto check_seen = [&](const Buffer<int>& buffer, const std::vector<int>& expected) {
    CHECK(session.driver->pending() == 0);
    // The independent stream does not wait for the null stream.
    buffer.copy_to(seen.data(), seen.size(), independent);
    independent.synchronize();
    CHECK(std::vector<int>(seen.begin(), seen.end()) == expected);
  };
  const auto buffer = Buffer<int>::from(device, values);
  check_seen(buffer, values);
  const auto other = Buffer<int>::zeros(device, 3);
  check_seen(other, {0, 0, 0});
  {
    auto& state = *device.state();
    const DeviceScope scope(state);
    CHECK(state.driver->copy(other.data(), buffer.data(), buffer.bytes(), runtime::CopyKind::device_to_device) == 0);
  }
  check_seen(other, values);
}

TEST_CASE("nvidia: ordered streams wait for the null stream and independent ones do not") {
  const CudaSession session;
  const auto device = Device::open();
  Stream null = Stream::borrow(device, nullptr);
  Stream ordered(device), independent(device, StreamKind::independent);
  Buffer<char> buffer(device, 1);
  buffer.clear(null);
  independent.synchronize();
  CHECK(session.driver->pending() == 1);
  ordered.synchronize();
  CHECK(session.driver->pending() == 0);
  buffer.clear(null);
  device.synchronize();
  CHECK(session.driver->pending() == 0);
}

TEST_CASE("nvidia: an error during a copy's wait is reported as the copy's error") {
  const CudaSession session;
  const auto device = Device::open();
  Buffer<int> buffer(device, 3);
  const std::vector<int> values{1, 2, 3};
  session.driver->fail("cuStreamSynchronize", 1, 700);  // CUDA_ERROR_ILLEGAL_ADDRESS
  const auto error = error_of([&] { buffer.copy_from(values.data(), 3); },
                              {"copying 12 bytes from the host", "CUDA_ERROR_ILLEGAL_ADDRESS"});
  CHECK(error.code() == ErrorCode::device_lost);
  buffer.copy_from(values.data(), 3);
  CHECK(buffer.to_vector() == values);
}

TEST_CASE("nvidia: launches may use all the LDS of the device, which is requested once") {
  const CudaSession session;
  const auto device = Device::open();
  Stream stream(device);
  const auto data = Buffer<float>::zeros(device, 4);
  const auto reverse = device.kernel(probe(), "reverse");
  CHECK(session.driver->calls("cuFuncSetAttribute") == 1);
  CHECK(reverse.static_lds_bytes() == 1024);
  CHECK(reverse.max_workgroup_size() == 512);
  const std::uint32_t most = device.info().max_lds_bytes - reverse.static_lds_bytes();
  // More than 48 KiB can be used only because they were requested.
  for (const std::uint32_t lds : {0U, 48U << 10, (48U << 10) + 1, 100U << 10, most, 16U})
    reverse.launch({1}, {4}, lds, stream, data);
  const auto launches = session.driver->launches();
  REQUIRE(launches.size() == 6);
  CHECK(launches[4].lds == most);
  const auto error = error_of([&] { reverse.launch({1}, {4}, most + 1, stream, data); },
                              {"232448", "1024"});  // 227 KiB, of which the kernel uses 1 KiB statically
  CHECK(error.code() == ErrorCode::bad_launch);
  CHECK(session.driver->launches().size() == 6);
  CHECK(session.driver->calls("cuFuncSetAttribute") == 1);
  device.unload(probe());
  device.kernel(probe(), "reverse").launch({1}, {4}, most, stream, data);
  CHECK(session.driver->calls("cuFuncSetAttribute") == 2);
}

TEST_CASE("nvidia: a kernel whose LDS request failed is looked up again") {
  const CudaSession session;
  const auto device = Device::open();
  session.driver->fail("cuFuncSetAttribute", 1, kUnknownError);
  error_of([&] { device.kernel(probe(), "reverse"); }, {"kernel 'reverse'", "CUDA_ERROR_UNKNOWN"});
  CHECK(device.kernel(probe(), "reverse").static_lds_bytes() == 1024);
}

TEST_CASE("nvidia: the driver's error codes become kinds of errors with the driver's text") {
  const CudaSession session;
  const auto device = Device::open();
  Stream stream(device);
  const auto check_kind = [&](int status, ErrorCode code, std::initializer_list<const char*> words) {
    INFO(status);
    session.driver->fail("cuStreamSynchronize", 1, status);
    const auto error = error_of([&] { stream.synchronize(); }, words);
    CHECK(error.code() == code);
    CHECK(error.driver_code() == status);
  };
  check_kind(2, ErrorCode::out_of_memory, {"CUDA_ERROR_OUT_OF_MEMORY: out of memory (2)"});
  check_kind(100, ErrorCode::no_device, {"CUDA_ERROR_NO_DEVICE"});
  check_kind(200, ErrorCode::bad_code_object, {"CUDA_ERROR_INVALID_IMAGE"});
  check_kind(209, ErrorCode::no_code_object, {"CUDA_ERROR_NO_BINARY_FOR_GPU"});
  check_kind(700, ErrorCode::device_lost, {"CUDA_ERROR_ILLEGAL_ADDRESS", "a kernel that ran before faulted"});
  check_kind(702, ErrorCode::device_lost, {"CUDA_ERROR_LAUNCH_TIMEOUT"});
  check_kind(709, ErrorCode::device_lost, {"CUDA_ERROR_CONTEXT_IS_DESTROYED", "the device was reset"});
  // An uncorrectable ECC error, a failed assertion, and other faults of kernels.
  for (const int fault : {214, 710, 714, 715, 716, 717, 718}) check_kind(fault, ErrorCode::device_lost, {});
  check_kind(719, ErrorCode::device_lost, {"CUDA_ERROR_LAUNCH_FAILED"});
  check_kind(801, ErrorCode::unsupported, {"CUDA_ERROR_NOT_SUPPORTED", "a newer driver may support it"});
  check_kind(900, ErrorCode::driver_failure, {"before begin_capture()"});
  // All other errors, such as an invalid value.
  for (const int other : {1, 400, 713, 720}) check_kind(other, ErrorCode::driver_failure, {});
  check_kind(12345, ErrorCode::driver_failure, {"an error without a name (12345)"});
}

TEST_CASE("nvidia: having no device is an error only for opening one") {
  const CudaSession session;
  session.driver->fail("cuInit", 1, 100);  // CUDA_ERROR_NO_DEVICE
  const auto error = error_of([] { Device::open(); }, {ROCM_BINDGEN_FAULT_CUDA, "CUDA_ERROR_NO_DEVICE"});
  CHECK(error.code() == ErrorCode::no_device);
  session.driver->fail("cuInit", 1, 100);  // CUDA_ERROR_NO_DEVICE
  CHECK(Device::count() == 0);
}

TEST_CASE("nvidia: a status of not ready is no error") {
  const CudaSession session;
  const auto device = Device::open();
  Stream stream(device);
  Event event(device);
  event.record(stream);
  session.driver->fail("cuStreamQuery", 1, 600);  // CUDA_ERROR_NOT_READY
  session.driver->fail("cuEventQuery", 1, 600);
  CHECK_FALSE(stream.done());
  CHECK_FALSE(event.done());
  CHECK(stream.done());
  CHECK(event.done());
}

TEST_CASE("nvidia: images are not kept after loading, and a module without code for the device is an error") {
  const CudaSession session;
  const auto device = Device::open();
  CHECK_FALSE(device.state()->driver->reads_image_after_load());
  const auto error = error_of([&] { device.kernel(test_kernels::PROBE, "scale"); }, {"sm_90", "gfx1030"});
  CHECK(error.code() == ErrorCode::no_code_object);
  session.driver->fail("cuModuleLoadData", 1, 209);  // CUDA_ERROR_NO_BINARY_FOR_GPU
  CHECK(error_of([&] { device.preload(probe()); }, {"'probe'", "code object for sm_90", "NO_BINARY_FOR_GPU"}).code() ==
        ErrorCode::no_code_object);
  device.preload(probe());
  CHECK(device.statistics().loads == 1);
}

TEST_CASE("nvidia: a feature that needs a missing optional function is unsupported") {
  const CudaSession session;
  for (const char* name : {"cuStreamBeginCapture_v2", "cuStreamEndCapture", "cuGraphInstantiateWithFlags",
                           "cuGraphLaunch", "cuGraphExecDestroy", "cuGraphDestroy"}) {
    INFO("without " << name);
    const auto device = open_without(session, name);
    Stream stream(device);
    const auto error = error_of([&] { stream.begin_capture(); }, {"beginning a capture", "has no such function"});
    CHECK(error.code() == ErrorCode::unsupported);
    CHECK(error.driver_code() == 0);
    CHECK(stream.done());
  }
  CHECK(open_without(session, "cuDeviceGetPCIBusId").info().pci.empty());
}

TEST_CASE("nvidia: the fault libcuda notices misuse") {
  const fault_cuda::FaultCuda driver(ROCM_BINDGEN_FAULT_CUDA);
  const auto of_handle = [&](const char* name) { return reinterpret_cast<int (*)(void*)>(driver.symbol(name)); };
  const auto create = reinterpret_cast<int (*)(void**, unsigned)>(driver.symbol("cuStreamCreate"));
  void* stream = nullptr;
  CHECK(create(&stream, 0) == 3);  // CUDA_ERROR_NOT_INITIALIZED
  CHECK(reinterpret_cast<int (*)(unsigned)>(driver.symbol("cuInit"))(0) == 0);
  CHECK(create(&stream, 0) == 201);  // CUDA_ERROR_INVALID_CONTEXT
  void* const one = driver->make_context(0);
  CHECK(of_handle("cuCtxSetCurrent")(one) == 0);
  CHECK(create(&stream, 0) == 0);
  driver->set_current(driver->make_context(0));
  CHECK(of_handle("cuStreamSynchronize")(stream) == 400);  // CUDA_ERROR_INVALID_HANDLE
  driver->set_current(one);
  CHECK(of_handle("cuStreamDestroy_v2")(stream) == 0);
  CHECK(of_handle("cuStreamDestroy_v2")(stream) == 400);
  CHECK(driver->misuse() ==
        std::vector<std::string>{"cuStreamCreate: cuInit was not called", "cuStreamCreate: no context is current",
                                 "cuStreamSynchronize: a stream of another context than the current one",
                                 "cuStreamDestroy_v2: a stream that was released before"});
}
