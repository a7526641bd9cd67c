// The NVIDIA driver over a libcuda of our own: all of the API, with each function failing; the current context, copies
// that wait, LDS, and what errors are.
#include <map>
#include <set>
#include <thread>

#include "device/device_state.hpp"
#include "drivers/cuda_api.hpp"
#include "drivers/nvidia_driver.hpp"
#include "runtime/fault_cuda/fake_cubin.hpp"
#include "runtime/fault_cuda/fault_cuda.hpp"
#include "runtime/log_record.hpp"
#include "runtime/scenario.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;
using runtime::DeviceScope;
using runtime::DeviceState;
using runtime::SharedLibrary;

namespace {

constexpr int kUnknownError = 999;
constexpr int kOutOfMemory = 2;

/// A module of the tests' kernels as if it had been built for sm_90.
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

const Module& probe() {
  static const CudaModule instance(test_kernels::PROBE);
  return instance.module;
}

const Module& second() {
  static const CudaModule instance(test_kernels::SECOND);
  return instance.module;
}

/// The runtime over the fault libcuda, with a kernel 'scale' that computes and a 'reverse' with LDS of its own, and a
/// check at the end that all was given back and rightly used.
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

  /// A function of the library, to be called as a program does that uses CUDA itself.
  template <class... Parameters, class... Arguments>
  void call(int (*)(Parameters...), const char* name, Arguments... arguments) const {
    CHECK(reinterpret_cast<int (*)(Parameters...)>(driver.symbol(name))(arguments...) == 0);
  }

  fault_cuda::FaultCuda driver{ROCM_BINDGEN_FAULT_CUDA};

 private:
  Environment choice_{"ROCM_BINDGEN_DRIVER", "nvidia"};
  Environment library_{"ROCM_BINDGEN_CUDA_LIBRARY", ROCM_BINDGEN_FAULT_CUDA};
};

void use_cuda_modules(const Device& device) {
  device.preload(second());
  device.unload(second());
  device.kernel(second(), "only_here");
  device.get_or_load_func("scale", probe());
}

/// The one kind of copy that the API has no call for.
void copy_within(const Device& device) {
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

void use_cuda_launches(const Device& device) {
  Stream stream(device), copies(device);
  Event start(device), stop(device);
  auto data = Buffer<float>::from(device, std::vector<float>{1, 2, 3});
  const auto scale = device.kernel(probe(), "scale");
  start.record(stream);
  scale.launch({1}, {64}, 0, stream, data, 2.0F, std::size_t{3});
  scale.launch({1}, {64}, 65536, stream, data, 5.0F, std::size_t{3});
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

void use_cuda_graphs(const Device& device) {
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

/// Throws the first error that the runtime throws. `done` is called after each part.
template <class Done>
void run_cuda_scenario(Done done) {
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

void run_cuda_scenario() {
  run_cuda_scenario([] {});
}

/// Where the failure of a function shows.
enum class Shows {
  thrown,            ///< as an Error, from the call that met it
  logged,            ///< at level error: it happens in a destructor
  thrown_or_logged,  ///< the one in calls, the other in destructors
  thrown_or_not,     ///< some calls of it are best effort
  nowhere,           ///< the scenario ends well
};

struct Behaviour {
  Shows shows;
  std::vector<std::string> doing;  ///< one of them is in the message
};

const std::map<std::string, Behaviour>& behaviours() {
  static const std::map<std::string, Behaviour> table{
      {"cuInit", {Shows::thrown, {"cannot be initialised"}}},
      {"cuDriverGetVersion", {Shows::nowhere, {}}},
      {"cuGetErrorName", {Shows::nowhere, {}}},
      {"cuGetErrorString", {Shows::nowhere, {}}},
      {"cuDeviceGetCount", {Shows::thrown, {"counting the devices"}}},
      {"cuDeviceGet", {Shows::thrown_or_not, {"reading the properties of device 0"}}},
      {"cuDeviceGetName", {Shows::thrown, {"reading the properties of device"}}},
      {"cuDeviceGetAttribute", {Shows::thrown, {"reading the properties of device"}}},
      {"cuDeviceTotalMem_v2", {Shows::thrown, {"reading the properties of device"}}},
      {"cuDeviceGetPCIBusId", {Shows::nowhere, {}}},
      {"cuDevicePrimaryCtxRetain", {Shows::thrown, {"initialising the context"}}},
      {"cuDevicePrimaryCtxRelease_v2", {Shows::nowhere, {}}},
      {"cuCtxGetCurrent", {Shows::thrown_or_logged, {"making the context current"}}},
      {"cuCtxSetCurrent",
       {Shows::thrown_or_logged, {"making the context current", "making the caller's context current again"}}},
      {"cuCtxSynchronize", {Shows::thrown_or_logged, {"waiting for all work", "waiting for the last work"}}},
      {"cuMemGetInfo_v2", {Shows::thrown_or_not, {"asking for the free memory"}}},
      {"cuMemAlloc_v2", {Shows::thrown, {"bytes of memory"}}},
      {"cuMemFree_v2", {Shows::logged, {"freeing memory"}}},
      {"cuMemHostAlloc", {Shows::thrown, {"bytes of pinned host memory"}}},
      {"cuMemFreeHost", {Shows::logged, {"freeing pinned memory"}}},
      {"cuMemcpyHtoD_v2", {Shows::thrown, {"bytes from the host"}}},
      {"cuMemcpyDtoH_v2", {Shows::thrown, {"bytes to the host"}}},
      {"cuMemcpyDtoD_v2", {Shows::thrown, {"copying within"}}},
      {"cuMemcpyHtoDAsync_v2", {Shows::thrown, {"copying 4000 bytes from the host"}}},
      {"cuMemcpyDtoHAsync_v2", {Shows::thrown, {"copying 4000 bytes to the host"}}},
      {"cuMemcpyDtoDAsync_v2", {Shows::thrown, {"copying 4000 bytes from device 0"}}},
      {"cuMemcpyPeerAsync", {Shows::thrown, {"copying 4000 bytes from device"}}},
      {"cuMemsetD8Async", {Shows::thrown, {"filling 4000 bytes"}}},
      {"cuDeviceCanAccessPeer", {Shows::thrown, {"asking for access to device"}}},
      {"cuCtxEnablePeerAccess", {Shows::thrown, {"enabling access to device"}}},
      {"cuStreamCreate", {Shows::thrown, {"making a stream"}}},
      {"cuStreamDestroy_v2", {Shows::logged, {"destroying a stream"}}},
      {"cuStreamSynchronize", {Shows::thrown, {"waiting for a stream", "filling", "bytes from the host"}}},
      {"cuStreamQuery", {Shows::thrown, {"asking a stream"}}},
      {"cuStreamWaitEvent", {Shows::thrown, {"having a stream wait"}}},
      {"cuEventCreate", {Shows::thrown, {"making an event"}}},
      {"cuEventDestroy_v2", {Shows::logged, {"destroying an event"}}},
      {"cuEventRecord", {Shows::thrown, {"recording an event"}}},
      {"cuEventSynchronize", {Shows::thrown, {"waiting for an event"}}},
      {"cuEventQuery", {Shows::thrown, {"asking an event"}}},
      {"cuEventElapsedTime", {Shows::thrown, {"reading the time between two events"}}},
      {"cuModuleLoadData", {Shows::thrown, {"loading module 'probe'", "loading module 'second'"}}},
      {"cuModuleUnload", {Shows::thrown_or_logged, {"unloading module 'second'", "unloading a module"}}},
      {"cuModuleGetFunction", {Shows::thrown, {"finding kernel"}}},
      {"cuFuncGetAttribute", {Shows::nowhere, {}}},
      {"cuFuncSetAttribute", {Shows::thrown, {"allowing LDS to kernel"}}},
      {"cuLaunchKernel", {Shows::thrown, {"launching kernel 'scale' of module 'probe'"}}},
      {"cuStreamBeginCapture_v2", {Shows::thrown, {"beginning a capture"}}},
      {"cuStreamEndCapture", {Shows::thrown, {"ending a capture"}}},
      {"cuGraphInstantiateWithFlags", {Shows::thrown, {"ending a capture"}}},
      {"cuGraphLaunch", {Shows::thrown, {"launching a graph"}}},
      {"cuGraphExecDestroy", {Shows::logged, {"destroying a graph"}}},
      {"cuGraphDestroy", {Shows::logged, {"destroying the graph that was recorded"}}},
  };
  return table;
}

/// No device is known yet, so none can be named.
const std::set<std::string> kWithoutName{"cuInit",          "cuDeviceGetCount",     "cuDeviceGet",
                                         "cuDeviceGetName", "cuDeviceGetAttribute", "cuDeviceTotalMem_v2"};

/// If these fail in a destructor, what it was to give back is left to the driver.
const std::set<std::string> kLeavesBehind{"cuCtxGetCurrent", "cuCtxSetCurrent"};

/// Asked again when a device is closed: without its answer the context stays retained, and nobody is told.
const std::string kLeavesContext = "cuDeviceGet";

bool contains_any(const std::string& text, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

void check_thrown(const Error& error, const std::string& function, int status) {
  const std::string message = error.what();
  INFO(message);
  const bool out_of_memory = status == kOutOfMemory;
  CHECK(error.code() == (out_of_memory ? ErrorCode::out_of_memory : ErrorCode::driver_failure));
  CHECK(error.driver_code() == status);
  const std::string text =
      out_of_memory ? "CUDA_ERROR_OUT_OF_MEMORY: out of memory (2)" : "CUDA_ERROR_UNKNOWN: unknown error (999)";
  CHECK(error.driver_text() == text);
  CHECK(message.find(text) != std::string::npos);
  CHECK(contains_any(message, behaviours().at(function).doing));
  if (kWithoutName.count(function) == 0)
    CHECK(contains_any(message, {"device 0 (NVIDIA H100", "device 1 (NVIDIA H100"}));
  // Pinned memory is the host's.
  if (function == "cuMemAlloc_v2" && out_of_memory)
    CHECK(message.find(" of the device's 85899345920 are free)") != std::string::npos);
}

void check_outcome(const std::optional<Error>& thrown, const LogRecord& log, const std::string& function, int status) {
  const auto& [shows, doing] = behaviours().at(function);
  const auto all = log.messages();
  const bool logged = std::any_of(all.begin(), all.end(), [&, &words = doing](const LogRecord::Message& message) {
    return contains_any(message.text, words) && contains_any(message.text, {"CUDA_ERROR_UNKNOWN: unknown error (999)"});
  });
  INFO("logged: " << log.text());
  if (thrown) check_thrown(*thrown, function, status);
  if (shows == Shows::thrown) CHECK(thrown);
  if (shows == Shows::logged || shows == Shows::nowhere) CHECK_FALSE(thrown);
  if (shows == Shows::logged) CHECK(logged);
  if (shows == Shows::thrown_or_logged) CHECK((thrown || logged));
  if (shows != Shows::logged && shows != Shows::thrown_or_logged) CHECK(all.empty());
}

std::optional<Error> error_of_scenario() {
  try {
    run_cuda_scenario();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// One run with the call `nth` of `function` failing, and one without after it. `has_current`: in a thread that has a
/// context of its own.
void run_with_failure(const std::string& function, int nth, int status, bool has_current) {
  INFO(function << " fails with " << status << " at call " << nth << (has_current ? ", another context current" : ""));
  CudaSession session;
  void* const before = has_current ? session.driver->make_context(0) : nullptr;
  session.driver->set_current(before);
  session.driver->fail(function, nth, status);
  bool logged = false;
  {
    const LogRecord log;
    check_outcome(error_of_scenario(), log, function, status);
    logged = !log.messages().empty();
    if (!log.has(LogLevel::error, {"making the caller's context current again"}))
      CHECK(session.driver->current() == before);
  }
  const bool may_leave = (kLeavesBehind.count(function) == 1 && logged) || function == kLeavesContext;
  if (!may_leave) session.check_clean();
  if (!session.holds_nothing()) session.prepare();
  const LogRecord log;
  run_cuda_scenario();
  CHECK(log.text().empty());
}

/// How often the scenario calls each function.
std::map<std::string, int> calls_of_scenario() {
  const CudaSession session;
  run_cuda_scenario();
  std::map<std::string, int> calls;
  for (const auto& function : session.driver->functions()) calls[function] = session.driver->calls(function);
  return calls;
}

#define CUDA_SYMBOL(need, member, symbol, parameters) symbol,
const std::set<std::string> kSymbols{ROCM_BINDGEN_CUDA_FUNCTIONS(CUDA_SYMBOL)};
#undef CUDA_SYMBOL

/// The fault libcuda without one of its functions.
SharedLibrary cuda_without(const CudaSession& session, const std::string& hidden) {
  return {ROCM_BINDGEN_FAULT_CUDA,
          [&, hidden](const char* name) { return hidden == name ? nullptr : session.driver.symbol(name); }};
}

Device open_without(const CudaSession& session, const std::string& hidden) {
  return Device(std::make_shared<DeviceState>(runtime::open_nvidia_driver(cuda_without(session, hidden)), 0));
}

}  // namespace

TEST_CASE("nvidia: the scenario reaches every function of the table, and nothing else") {
  std::set<std::string> reached, described;
  for (const auto& [function, count] : calls_of_scenario()) reached.insert(function);
  for (const auto& [function, behaviour] : behaviours()) described.insert(function);
  CHECK(reached == kSymbols);
  CHECK(described == kSymbols);
}

TEST_CASE("nvidia: each function fails once, at its first and last call") {
  for (const auto& [function, count] : calls_of_scenario())
    for (const int nth : std::set<int>{1, count})
      for (const bool has_current : {false, true}) {
        run_with_failure(function, nth, kUnknownError, has_current);
        if (function == "cuMemAlloc_v2" || function == "cuMemHostAlloc")
          run_with_failure(function, nth, kOutOfMemory, has_current);
      }
}

TEST_CASE("nvidia: the thread's context is what it was before every call, none included") {
  const CudaSession session;
  const auto check_with = [&](void* before) {
    session.driver->set_current(before);
    run_cuda_scenario([&] { CHECK(session.driver->current() == before); });
  };
  check_with(nullptr);
  check_with(session.driver->make_context(0));
  // A program that uses the primary context itself, as CUDA's runtime does.
  session.call(static_cast<int (*)(unsigned)>(nullptr), "cuInit", 0);
  for (const int device : {0, 1}) {
    void* primary = nullptr;
    session.call(static_cast<int (*)(void**, int)>(nullptr), "cuDevicePrimaryCtxRetain", &primary, device);
    check_with(primary);
    session.call(static_cast<int (*)(int)>(nullptr), "cuDevicePrimaryCtxRelease_v2", device);
  }
}

TEST_CASE("nvidia: the thread's context is what it was after an error") {
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

TEST_CASE("nvidia: a context that cannot be made current again is told") {
  const CudaSession session;
  const auto device = Device::open();
  const LogRecord log;
  session.driver->fail("cuCtxSetCurrent", 2, kUnknownError);
  device.synchronize();
  CHECK(log.has(LogLevel::error, {"making the caller's context current again", "CUDA_ERROR_UNKNOWN: unknown error"}));
  session.driver->set_current(nullptr);
}

TEST_CASE("nvidia: threads have their contexts each") {
  const CudaSession session;
  const auto device = Device::open();
  std::vector<std::thread> threads;
  std::vector<int> restored(4, 0);
  for (std::size_t i = 0; i < restored.size(); ++i)
    threads.emplace_back([&, i] {
      void* const own = i % 2 == 0 ? nullptr : session.driver->make_context(1);
      session.driver->set_current(own);
      Stream stream(device);
      const auto data = Buffer<float>::from(device, std::vector<float>{1, 2});
      const auto scale = device.kernel(probe(), "scale");
      for (int launch = 0; launch < 20; ++launch) {
        scale.launch({1}, {2}, 0, stream, data, 1.0F, std::size_t{2});
        restored[i] += session.driver->current() == own ? 1 : 0;
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(restored == std::vector<int>(4, 20));
  CHECK(device.statistics().loads == 1);
  CHECK(session.driver->launches().size() == 80);
}

TEST_CASE("nvidia: a device is what its attributes say") {
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
  CHECK(error_of([] { Device::open(2); }, {"there is no device 2"}).code() == ErrorCode::no_device);
}

TEST_CASE("nvidia: a device that is open has its context retained once") {
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
    // It does not wait for the null stream.
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

TEST_CASE("nvidia: what goes wrong while a copy waits is the copy's error") {
  const CudaSession session;
  const auto device = Device::open();
  Buffer<int> buffer(device, 3);
  const std::vector<int> values{1, 2, 3};
  session.driver->fail("cuStreamSynchronize", 1, 700);
  const auto error = error_of([&] { buffer.copy_from(values.data(), 3); },
                              {"copying 12 bytes from the host", "CUDA_ERROR_ILLEGAL_ADDRESS"});
  CHECK(error.code() == ErrorCode::device_lost);
  buffer.copy_from(values.data(), 3);
  CHECK(buffer.to_vector() == values);
}

TEST_CASE("nvidia: launches have all the LDS of the device, which is asked for once") {
  const CudaSession session;
  const auto device = Device::open();
  Stream stream(device);
  const auto data = Buffer<float>::zeros(device, 4);
  const auto reverse = device.kernel(probe(), "reverse");
  CHECK(session.driver->calls("cuFuncSetAttribute") == 1);
  CHECK(reverse.static_lds_bytes() == 1024);
  CHECK(reverse.max_workgroup_size() == 512);
  const std::uint32_t most = device.info().max_lds_bytes - reverse.static_lds_bytes();
  for (const std::uint32_t lds : {0U, 48U << 10, (48U << 10) + 1, 100U << 10, most, 16U})
    reverse.launch({1}, {4}, lds, stream, data);
  const auto launches = session.driver->launches();
  REQUIRE(launches.size() == 6);
  CHECK(launches[4].lds == most);
  const auto error = error_of([&] { reverse.launch({1}, {4}, most + 1, stream, data); }, {"232448", "1024"});
  CHECK(error.code() == ErrorCode::bad_launch);
  CHECK(session.driver->launches().size() == 6);
  CHECK(session.driver->calls("cuFuncSetAttribute") == 1);
  device.unload(probe());
  device.kernel(probe(), "reverse").launch({1}, {4}, most, stream, data);
  CHECK(session.driver->calls("cuFuncSetAttribute") == 2);
}

TEST_CASE("nvidia: what a kernel's LDS could not be allowed for is looked up anew") {
  const CudaSession session;
  const auto device = Device::open();
  session.driver->fail("cuFuncSetAttribute", 1, kUnknownError);
  error_of([&] { device.kernel(probe(), "reverse"); }, {"kernel 'reverse'", "CUDA_ERROR_UNKNOWN"});
  CHECK(device.kernel(probe(), "reverse").static_lds_bytes() == 1024);
}

TEST_CASE("nvidia: the driver's numbers are errors of their kinds, with its text") {
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
  for (const int fault : {214, 710, 714, 715, 716, 717, 718}) check_kind(fault, ErrorCode::device_lost, {});
  check_kind(719, ErrorCode::device_lost, {"CUDA_ERROR_LAUNCH_FAILED"});
  check_kind(801, ErrorCode::unsupported, {"CUDA_ERROR_NOT_SUPPORTED", "a newer driver may have it"});
  check_kind(900, ErrorCode::driver_failure, {"before begin_capture()"});
  for (const int other : {1, 400, 713, 720}) check_kind(other, ErrorCode::driver_failure, {});
  check_kind(12345, ErrorCode::driver_failure, {"an error that the driver has no name for (12345)"});
}

TEST_CASE("nvidia: no device is no failure where none was asked for") {
  const CudaSession session;
  session.driver->fail("cuInit", 1, 100);
  const auto error = error_of([] { Device::open(); }, {ROCM_BINDGEN_FAULT_CUDA, "CUDA_ERROR_NO_DEVICE"});
  CHECK(error.code() == ErrorCode::no_device);
  session.driver->fail("cuInit", 1, 100);
  CHECK(Device::count() == 0);
}

TEST_CASE("nvidia: not ready is no error") {
  const CudaSession session;
  const auto device = Device::open();
  Stream stream(device);
  Event event(device);
  event.record(stream);
  session.driver->fail("cuStreamQuery", 1, 600);
  session.driver->fail("cuEventQuery", 1, 600);
  CHECK_FALSE(stream.done());
  CHECK_FALSE(event.done());
  CHECK(stream.done());
  CHECK(event.done());
}

TEST_CASE("nvidia: a module's code object is given back to the host once it is loaded") {
  const CudaSession session;
  const auto device = Device::open();
  CHECK_FALSE(device.state()->driver->keeps_image());
  const auto error = error_of([&] { device.kernel(test_kernels::PROBE, "scale"); }, {"sm_90", "gfx1030"});
  CHECK(error.code() == ErrorCode::no_code_object);
  session.driver->fail("cuModuleLoadData", 1, 209);
  CHECK(error_of([&] { device.preload(probe()); }, {"'probe'", "code object for sm_90", "NO_BINARY_FOR_GPU"}).code() ==
        ErrorCode::no_code_object);
  device.preload(probe());
  CHECK(device.statistics().loads == 1);
}

TEST_CASE("nvidia: what needs an optional function that is missing is unsupported") {
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

TEST_CASE("nvidia: the fault libcuda notices wrong uses") {
  const fault_cuda::FaultCuda driver(ROCM_BINDGEN_FAULT_CUDA);
  const auto of_handle = [&](const char* name) { return reinterpret_cast<int (*)(void*)>(driver.symbol(name)); };
  const auto create = reinterpret_cast<int (*)(void**, unsigned)>(driver.symbol("cuStreamCreate"));
  void* stream = nullptr;
  CHECK(create(&stream, 0) == 3);
  CHECK(reinterpret_cast<int (*)(unsigned)>(driver.symbol("cuInit"))(0) == 0);
  CHECK(create(&stream, 0) == 201);
  void* const one = driver->make_context(0);
  CHECK(of_handle("cuCtxSetCurrent")(one) == 0);
  CHECK(create(&stream, 0) == 0);
  driver->set_current(driver->make_context(0));
  CHECK(of_handle("cuStreamSynchronize")(stream) == 400);
  driver->set_current(one);
  CHECK(of_handle("cuStreamDestroy_v2")(stream) == 0);
  CHECK(of_handle("cuStreamDestroy_v2")(stream) == 400);
  CHECK(driver->misuse() ==
        std::vector<std::string>{"cuStreamCreate: cuInit was not called", "cuStreamCreate: no context is current",
                                 "cuStreamSynchronize: a stream of another context than the current one",
                                 "cuStreamDestroy_v2: a stream that was released before"});
}
