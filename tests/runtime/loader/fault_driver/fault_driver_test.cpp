// Tests the fault driver itself, which the tests of the runtime rely on.
#include <cstring>
#include <thread>
#include <type_traits>

#include "runtime/loader/fault_driver/fake_code_object.hpp"
#include "runtime/loader/fault_driver/fault_control.hpp"
#include "support/catch.hpp"

#define FAULT_HIP_TYPES_ONLY
#include "runtime/loader/fault_driver/hip_abi.hpp"

using namespace fault;

namespace {

using Texts = std::vector<std::string>;

// Machine numbers in e_flags; that of gfx1030 is 0x36.
constexpr unsigned kGfx90a = 0x3f;
constexpr unsigned kGfx1100 = 0x41;
constexpr int kToDevice = 1, kToHost = 2, kOnDevice = 3;  // values of hipMemcpyKind

/// The library as the runtime uses it: a table of functions.
struct Hip {
  explicit Hip(const std::string& library = ROCM_BINDGEN_FAULT_HIP) : control(library) {
#define FAULT_HIP_FUNCTION(name, ...) name = reinterpret_cast<decltype(name)>(control.symbol(#name));
#include "runtime/loader/fault_driver/hip_functions.inc"
#undef FAULT_HIP_FUNCTION
  }

  FaultDriver control;
#define FAULT_HIP_FUNCTION(name, ...) std::add_pointer_t<__VA_ARGS__> name = nullptr;
#include "runtime/loader/fault_driver/hip_functions.inc"
#undef FAULT_HIP_FUNCTION

  void* allocate(std::size_t bytes) const {
    void* memory = nullptr;
    REQUIRE(hipMalloc(&memory, bytes) == kSuccess);
    return memory;
  }
  void* stream() const {
    void* stream = nullptr;
    REQUIRE(hipStreamCreateWithFlags(&stream, 1) == kSuccess);  // hipStreamNonBlocking
    return stream;
  }
  void* load(const Texts& kernels, unsigned flags = kGfx90a) const {
    const auto image = fake_code_object(flags, kernels);
    void* module = nullptr;
    REQUIRE(hipModuleLoadData(&module, image.data()) == kSuccess);
    return module;
  }
  void* function(void* module, const char* name) const {
    void* function = nullptr;
    REQUIRE(hipModuleGetFunction(&function, module, name) == kSuccess);
    return function;
  }
  int launch(void* function, Extent grid, Extent block, void* stream, void** arguments) const {
    return hipModuleLaunchKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z, 0, stream, arguments,
                                 nullptr);
  }
};

Device device(const std::string& arch, unsigned machine) {
  return {arch, machine, 32, "device of " + arch, 1 << 20, {}};
}

/// The kernel computes out[i] = 2 * in[i], one element per work-item.
Kernel doubling() {
  Kernel kernel;
  kernel.parameter_sizes = {sizeof(int), sizeof(const int*), sizeof(int*)};
  kernel.run = [](const Launch& launch) {
    const auto count = launch.argument<int>(0);
    const auto* in = launch.argument<const int*>(1);
    auto* out = launch.argument<int*>(2);
    for (int i = 0; i < count; ++i) out[i] = 2 * in[i];
  };
  return kernel;
}

}  // namespace

TEST_CASE("fault driver: a function fails at the requested call for the requested number of times") {
  const Hip hip;
  void* memory = nullptr;
  REQUIRE(hip.hipMalloc(&memory, 16) == kSuccess);
  REQUIRE(hip.hipFree(memory) == kSuccess);

  hip.control->fail("hipMalloc", 1, kOutOfMemory);
  hip.control->fail("hipMalloc", 3, kUnknown, 2);
  std::vector<int> results;
  for (int i = 0; i < 5; ++i) {
    void* got = nullptr;
    results.push_back(hip.hipMalloc(&got, 16));
    if (got != nullptr) hip.hipFree(got);
  }
  CHECK(results == std::vector<int>{kOutOfMemory, kSuccess, kUnknown, kUnknown, kSuccess});
  CHECK(hip.control->calls("hipMalloc") == 6);
  CHECK(hip.control->live() == Live());
  CHECK(hip.control->misuse() == Texts());
  CHECK_THROWS_AS(hip.control->fail("hipNoSuchThing", 1, 1), std::invalid_argument);
}

TEST_CASE("fault driver: every exported function can fail and is in the library") {
  const Hip hip;
  for (const auto& name : hip.control->functions()) {
    INFO(name);
    CHECK(hip.control.symbol(name.c_str()) != nullptr);
    hip.control->fail(name, 1, kUnknown, kForever);
  }
  CHECK(hip.hipInit(0) == kUnknown);
  CHECK(hip.hipSetDevice(0) == kUnknown);
  CHECK(hip.hipGetDevicePropertiesR0600(nullptr, 0) == kUnknown);
  CHECK(hip.hipModuleLaunchKernel(nullptr, 0, 0, 0, 0, 0, 0, 0, nullptr, nullptr, nullptr) == kUnknown);
  CHECK(hip.hipGetErrorName(kSuccess) == nullptr);
  CHECK(hip.hipGetErrorString(kSuccess) == nullptr);
  CHECK(hip.control->misuse() == Texts());
}

TEST_CASE("fault driver: a failing release still releases") {
  const Hip hip;
  void* const memory = hip.allocate(16);
  hip.control->fail("hipFree", 1, kUnknown);
  CHECK(hip.hipFree(memory) == kUnknown);
  CHECK(hip.control->live() == Live());
  CHECK(hip.control->misuse() == Texts());
  CHECK(hip.hipFree(memory) == kInvalidValue);
  CHECK(hip.control->misuse() == Texts{"hipFree: memory that was released before"});
}

TEST_CASE("fault driver: live objects are counted and returned by reset()") {
  const Hip hip;
  hip.hipSetDevice(0);
  void* pinned = nullptr;
  REQUIRE(hip.hipHostMalloc(&pinned, 16, 0) == kSuccess);
  void* event = nullptr;
  REQUIRE(hip.hipEventCreateWithFlags(&event, 2) == kSuccess);  // hipEventDisableTiming
  void* const stream = hip.stream();
  void* const module = hip.load({"k"});
  hip.allocate(16);
  Live live;
  live.allocations = live.pinned = live.streams = live.events = live.modules = 1;
  CHECK(hip.control->live() == live);

  CHECK(hip.hipHostFree(pinned) == kSuccess);
  CHECK(hip.hipEventDestroy(event) == kSuccess);
  CHECK(hip.hipStreamDestroy(stream) == kSuccess);
  CHECK(hip.hipModuleUnload(module) == kSuccess);
  live = Live();
  live.allocations = 1;
  CHECK(hip.control->misuse() == Texts());
  CHECK(hip.control->reset() == live);
  CHECK(hip.control->live() == Live());
}

TEST_CASE("fault driver: accesses out of bounds and to released memory are misuse") {
  const Hip hip;
  char host[32] = {};
  auto* const memory = static_cast<char*>(hip.allocate(16));
  CHECK(hip.hipMemcpy(memory + 8, host, 8, kToDevice) == kSuccess);
  CHECK(hip.hipMemcpy(memory + 8, host, 9, kToDevice) == kInvalidValue);
  CHECK(hip.hipMemcpy(host, memory, 17, kToHost) == kInvalidValue);
  CHECK(hip.hipMemsetAsync(memory, 0, 17, nullptr) == kInvalidValue);
  CHECK(hip.hipMemcpy(host, memory, 16, kToDevice) == kInvalidValue);
  CHECK(hip.hipMemcpy(memory, memory, 16, kToHost) == kInvalidValue);
  CHECK(hip.hipMemcpy(memory, host, 16, 4) == kInvalidMemcpyDirection);
  CHECK(hip.hipFree(memory + 1) == kInvalidValue);
  CHECK(hip.hipFree(memory) == kSuccess);
  CHECK(hip.hipMemcpy(memory, host, 1, kToDevice) == kInvalidValue);
  CHECK(hip.control->misuse() ==
        Texts{
            "hipMemcpy: 9 bytes, but the target has 8",
            "hipMemcpy: 17 bytes, but the source has 16",
            "hipMemsetAsync: 17 bytes, but the target has 16",
            "hipMemcpy: the target is no live device memory: memory that this driver never made",
            "hipMemcpy: the target is device memory, the kind says host",
            "hipMemcpy: kind 4",
            "hipFree: memory that this driver never made",
            "hipMemcpy: the target is no live device memory: memory that was released before",
        });
}

TEST_CASE("fault driver: copies move bytes") {
  const Hip hip;
  void* const stream = hip.stream();
  void* const a = hip.allocate(8);
  void* const b = hip.allocate(8);
  const std::uint64_t value = 0x0123456789abcdef;
  std::uint64_t back = 0;
  CHECK(hip.hipMemcpyAsync(a, &value, 8, kToDevice, stream) == kSuccess);
  CHECK(hip.hipMemcpyAsync(b, a, 8, kOnDevice, stream) == kSuccess);
  CHECK(hip.hipMemsetAsync(b, 0xff, 1, stream) == kSuccess);
  CHECK(hip.hipMemcpyAsync(&back, b, 8, kToHost, stream) == kSuccess);
  CHECK(back == (value | 0xff));
  CHECK(hip.control->misuse() == Texts());
}

TEST_CASE("fault driver: allocations beyond the memory limit fail and hipMemGetInfo agrees") {
  const Hip hip;
  hip.control->fail_out_of_memory_above(100);
  void* const memory = hip.allocate(60);
  void* more = nullptr;
  CHECK(hip.hipMalloc(&more, 41) == kOutOfMemory);
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  CHECK(hip.hipMemGetInfo(&free_bytes, &total_bytes) == kSuccess);
  CHECK(free_bytes == 40);
  CHECK(total_bytes == std::size_t{64} << 30);
  CHECK(hip.hipFree(memory) == kSuccess);
  CHECK(hip.hipFree(hip.allocate(100)) == kSuccess);
  CHECK(hip.control->misuse() == Texts());
}

TEST_CASE("fault driver: functions that use a lost device fail and releases still take effect") {
  const Hip hip;
  void* const memory = hip.allocate(16);
  void* const stream = hip.stream();
  hip.control->lose_device();
  int count = 0;
  CHECK(hip.hipGetDeviceCount(&count) == kSuccess);
  CHECK(hip.hipSetDevice(0) == kSuccess);
  CHECK(hip.hipDeviceSynchronize() == kLaunchFailure);
  CHECK(hip.hipStreamSynchronize(stream) == kLaunchFailure);
  CHECK(hip.hipFree(memory) == kLaunchFailure);
  CHECK(hip.hipStreamDestroy(stream) == kLaunchFailure);
  CHECK(hip.control->live() == Live());
  CHECK(hip.control->misuse() == Texts());
}

TEST_CASE("fault driver: the last error remains through successful calls until it is read") {
  const Hip hip;
  int count = 0;
  CHECK(hip.hipSetDevice(7) == kInvalidDevice);
  CHECK(hip.hipGetDeviceCount(&count) == kSuccess);
  hip.control->fail("hipStreamQuery", 1, kNotReady);
  CHECK(hip.hipStreamQuery(nullptr) == kNotReady);
  std::thread([&] { CHECK(hip.control->last_error() == kSuccess); }).join();
  CHECK(hip.control->last_error() == kInvalidDevice);
  CHECK(hip.hipGetLastError() == kInvalidDevice);
  CHECK(hip.hipGetLastError() == kSuccess);
}

TEST_CASE("fault driver: errors have HIP's names and texts") {
  const Hip hip;
  CHECK(hip.hipGetErrorName(kLaunchFailure) == std::string("hipErrorLaunchFailure"));
  CHECK(hip.hipGetErrorString(kInvalidImage) == std::string("device kernel image is invalid"));
  CHECK(hip.hipGetErrorName(12345) == std::string("hipErrorUnknown"));
}

TEST_CASE("fault driver: properties are right in both layouts") {
  const Hip hip;
  hip.control->set_devices({device("gfx1030", 0x36), device("gfx1100", kGfx1100)});
  std::vector<char> newer(kProperties6.size);
  std::vector<char> older(kProperties5.size);
  REQUIRE(hip.hipGetDevicePropertiesR0600(newer.data(), 1) == kSuccess);
  REQUIRE(hip.hipGetDevicePropertiesR0000(older.data(), 1) == kSuccess);
  CHECK(std::string(newer.data()) == "device of gfx1100");
  // Offsets of gcnArchName and warpSize, from HIP's headers.
  CHECK(std::string(newer.data() + 1160) == "gfx1100");
  CHECK(std::string(older.data() + 396) == "gfx1100");
  int wavefront_size = 0;
  std::memcpy(&wavefront_size, older.data() + 276, sizeof wavefront_size);
  CHECK(wavefront_size == 32);
  CHECK(hip.hipGetDeviceProperties(older.data(), 2) == kInvalidDevice);
  char pci[16] = {};
  CHECK(hip.hipDeviceGetPCIBusId(pci, sizeof pci, 1) == kSuccess);
  CHECK(std::string(pci) == "0000:c2:00.0");
  CHECK(hip.control->misuse() == Texts());
}

TEST_CASE("fault driver: works without a device") {
  const Hip hip;
  hip.control->set_devices({});
  int count = 7;
  CHECK(hip.hipInit(0) == kNoDevice);
  CHECK(hip.hipGetDeviceCount(&count) == kNoDevice);
  CHECK(count == 0);
  void* memory = nullptr;
  CHECK(hip.hipMalloc(&memory, 1) == kNoDevice);
}

TEST_CASE("fault driver: code objects of other devices and invalid ones are refused") {
  const Hip hip;
  hip.hipSetDevice(0);
  const auto try_load = [&](std::vector<std::byte> image) {
    void* module = nullptr;
    const int status = hip.hipModuleLoadData(&module, image.data());
    if (module != nullptr) hip.hipModuleUnload(module);
    return status;
  };
  CHECK(try_load(fake_code_object(kGfx90a, {"k"})) == kSuccess);
  CHECK(try_load(fake_code_object(kGfx1100, {"k"})) == kNoBinaryForGpu);
  CHECK(try_load(fake_code_object(kGfx90a | 0x300, {"k"})) == kNoBinaryForGpu);   // xnack+ does not run on xnack-
  CHECK(try_load(fake_code_object(kGfx90a | 0x200 | 0xc00, {"k"})) == kSuccess);  // xnack-, sramecc+
  CHECK(try_load(std::vector<std::byte>(64)) == kInvalidImage);
  auto broken = fake_code_object(kGfx90a, {"k"});
  broken[58] = std::byte{1};  // e_shentsize
  CHECK(try_load(broken) == kInvalidImage);
  CHECK(hip.control->loads() == 2);
  CHECK(hip.control->misuse() == Texts());
}

TEST_CASE("fault driver: modules belong to the current device of the thread") {
  const Hip hip;
  hip.control->set_devices({device("gfx1030", 0x36), device("gfx1100", kGfx1100)});
  CHECK(hip.control->current_device() == -1);
  hip.load({"k"}, 0x36);
  REQUIRE(hip.hipSetDevice(1) == kSuccess);
  CHECK(hip.control->current_device() == 1);
  void* const module = hip.load({"k"}, kGfx1100);
  void* const function = hip.function(module, "k");
  void* none = nullptr;
  CHECK(hip.hipModuleGetFunction(&none, module, "l") == kNotFound);
  hip.hipSetDevice(0);
  CHECK(hip.hipModuleGetFunction(&none, module, "k") == kInvalidHandle);
  CHECK(hip.launch(function, {}, {}, nullptr, nullptr) == kInvalidHandle);
  hip.hipSetDevice(1);
  CHECK(hip.hipModuleUnload(module) == kSuccess);
  CHECK(hip.hipModuleUnload(module) == kInvalidHandle);
  CHECK(hip.launch(function, {}, {}, nullptr, nullptr) == kInvalidHandle);
  CHECK(hip.control->misuse() == Texts{
                                     "hipModuleLoadData: hipSetDevice was not called in this thread",
                                     "hipModuleGetFunction: a module of device 1 while device 0 is current",
                                     "hipModuleLaunchKernel: function 'k' of device 1 while device 0 is current",
                                     "hipModuleUnload: module that was released before",
                                     "hipModuleLaunchKernel: function that was released before",
                                 });
}

TEST_CASE("fault driver: a launch computes and is recorded with its arguments") {
  const Hip hip;
  hip.hipSetDevice(0);
  hip.control->set_kernel("twice", doubling());
  void* const function = hip.function(hip.load({"once", "twice"}), "twice");
  int values[3] = {1, 2, 3};
  void* in = hip.allocate(sizeof values);
  void* out = hip.allocate(sizeof values);
  REQUIRE(hip.hipMemcpy(in, values, sizeof values, kToDevice) == kSuccess);
  int count = 3;
  void* arguments[] = {&count, &in, &out};
  REQUIRE(hip.launch(function, {1, 2, 3}, {64, 1, 1}, nullptr, arguments) == kSuccess);
  REQUIRE(hip.hipMemcpy(values, out, sizeof values, kToHost) == kSuccess);
  CHECK(std::vector<int>(values, values + 3) == std::vector<int>{2, 4, 6});

  const auto launches = hip.control->launches();
  REQUIRE(launches.size() == 1);
  CHECK(launches[0].function == "twice");
  CHECK(launches[0].grid == Extent{1, 2, 3});
  CHECK(launches[0].block == Extent{64, 1, 1});
  CHECK(launches[0].argument<int>(0) == 3);
  CHECK(launches[0].argument<void*>(2) == out);
  CHECK_THROWS_AS(launches[0].argument<char>(0), std::logic_error);
  CHECK(hip.control->misuse() == Texts());
}

TEST_CASE("fault driver: a geometry that HIP refuses is misuse") {
  const Hip hip;
  hip.hipSetDevice(0);
  void* const function = hip.function(hip.load({"k"}), "k");
  CHECK(hip.launch(function, {0, 1, 1}, {}, nullptr, nullptr) == kInvalidConfiguration);
  CHECK(hip.launch(function, {}, {1025, 1, 1}, nullptr, nullptr) == kInvalidConfiguration);
  CHECK(hip.launch(function, {}, {32, 33, 1}, nullptr, nullptr) == kInvalidConfiguration);  // 1056 work-items
  // 2^38 work-items in a dimension; HIP counts them in 32 bits.
  CHECK(hip.launch(function, {1u << 30, 1, 1}, {256, 1, 1}, nullptr, nullptr) == kInvalidConfiguration);
  CHECK(hip.control->misuse().size() == 4);
  CHECK(hip.control->launches().empty());
}

TEST_CASE("fault driver: stale streams and events are noticed") {
  const Hip hip;
  void* const stream = hip.stream();
  void* first = nullptr;
  void* second = nullptr;
  REQUIRE(hip.hipEventCreateWithFlags(&first, 0) == kSuccess);
  REQUIRE(hip.hipEventCreateWithFlags(&second, 0) == kSuccess);
  float milliseconds = -1;
  CHECK(hip.hipEventElapsedTime(&milliseconds, first, second) == kInvalidHandle);
  CHECK(hip.hipEventRecord(first, stream) == kSuccess);
  CHECK(hip.hipEventRecord(second, stream) == kSuccess);
  CHECK(hip.hipStreamWaitEvent(stream, second, 0) == kSuccess);
  CHECK(hip.hipEventElapsedTime(&milliseconds, first, second) == kSuccess);
  CHECK(milliseconds >= 0);
  CHECK(hip.control->misuse() == Texts());

  CHECK(hip.hipStreamDestroy(stream) == kSuccess);
  CHECK(hip.hipEventDestroy(first) == kSuccess);
  CHECK(hip.stream() != stream);
  CHECK(hip.hipStreamSynchronize(stream) == kInvalidHandle);
  CHECK(hip.hipEventRecord(first, nullptr) == kInvalidHandle);
  CHECK(hip.hipStreamQuery(&milliseconds) == kInvalidHandle);  // an address that is no handle
  CHECK(hip.control->misuse() == Texts{"hipStreamSynchronize: stream that was released before",
                                       "hipEventRecord: event that was released before",
                                       "hipStreamQuery: stream that this driver never made"});
}

TEST_CASE("fault driver: peer access works") {
  const Hip hip;
  hip.control->set_devices({device("gfx1030", 0x36), device("gfx1030", 0x36)});
  CHECK(hip.hipDeviceEnablePeerAccess(1, 0) == kSuccess);
  CHECK(hip.hipDeviceEnablePeerAccess(1, 0) == kPeerAccessAlreadyEnabled);
  CHECK(hip.hipDeviceEnablePeerAccess(0, 0) == kInvalidDevice);
  int here = 5;
  int there = 0;
  void* const a = hip.allocate(4);
  hip.hipSetDevice(1);
  void* const b = hip.allocate(4);
  CHECK(hip.hipMemcpy(a, &here, 4, kToDevice) == kSuccess);
  CHECK(hip.hipMemcpyPeerAsync(b, 1, a, 0, 4, nullptr) == kSuccess);
  CHECK(hip.hipMemcpy(&there, b, 4, kToHost) == kSuccess);
  CHECK(there == 5);
  CHECK(hip.control->misuse() == Texts());
  CHECK(hip.hipMemcpyPeerAsync(b, 0, a, 1, 4, nullptr) == kInvalidValue);
  CHECK(hip.control->misuse() == Texts{"hipMemcpyPeerAsync: the target is memory of device 1, not of 0"});
}

TEST_CASE("fault driver: a graph runs the captured work at each launch") {
  const Hip hip;
  hip.hipSetDevice(0);
  hip.control->set_kernel("twice", doubling());
  void* const module = hip.load({"twice"});
  void* const function = hip.function(module, "twice");
  void* const stream = hip.stream();
  void* memory = hip.allocate(sizeof(int));
  int value = 1;
  REQUIRE(hip.hipMemcpy(memory, &value, sizeof value, kToDevice) == kSuccess);

  REQUIRE(hip.hipStreamBeginCapture(stream, 1) == kSuccess);
  int count = 1;
  void* arguments[] = {&count, &memory, &memory};
  CHECK(hip.launch(function, {}, {}, stream, arguments) == kSuccess);
  CHECK(hip.hipStreamSynchronize(stream) == kStreamCaptureUnsupported);
  CHECK(hip.control->launches().empty());
  void* graph = nullptr;
  REQUIRE(hip.hipStreamEndCapture(stream, &graph) == kSuccess);
  void* exec = nullptr;
  REQUIRE(hip.hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0) == kSuccess);
  CHECK(hip.hipGraphDestroy(graph) == kSuccess);
  for (int i = 0; i < 3; ++i) CHECK(hip.hipGraphLaunch(exec, stream) == kSuccess);
  CHECK(hip.hipMemcpy(&value, memory, sizeof value, kToHost) == kSuccess);
  CHECK(value == 8);  // 1, doubled by three launches
  CHECK(hip.control->launches().size() == 3);
  CHECK(hip.control->launches()[0].from_graph);
  CHECK(hip.control->misuse() == Texts());

  CHECK(hip.hipModuleUnload(module) == kSuccess);
  CHECK(hip.hipGraphLaunch(exec, stream) == kInvalidHandle);
  CHECK(hip.control->misuse() == Texts{"hipGraphLaunch: function that was released before"});
  CHECK(hip.hipGraphExecDestroy(exec) == kSuccess);
}

TEST_CASE("fault driver: a capture ends even if hipStreamEndCapture fails") {
  const Hip hip;
  void* const stream = hip.stream();
  REQUIRE(hip.hipStreamBeginCapture(stream, 0) == kSuccess);
  hip.control->fail("hipStreamEndCapture", 1, kUnknown);
  void* graph = nullptr;
  CHECK(hip.hipStreamEndCapture(stream, &graph) == kUnknown);
  CHECK(hip.hipStreamSynchronize(stream) == kSuccess);
  CHECK(hip.control->live().graphs == 0);
}

TEST_CASE("fault driver: threads load and compute concurrently") {
  const Hip hip;
  hip.control->set_load_milliseconds(20);
  hip.control->set_kernel("twice", doubling());
  std::vector<int> results(8);
  std::vector<std::thread> threads;
  for (auto& result : results)
    threads.emplace_back([&hip, &result] {
      const auto image = fake_code_object(kGfx90a, {"twice"});
      void* module = nullptr;
      void* function = nullptr;
      void* memory = nullptr;
      int count = 1;
      int value = 21;
      void* arguments[] = {&count, &memory, &memory};
      // The statuses are 0, so that the sum is the doubled value.
      result = hip.hipSetDevice(0) + hip.hipModuleLoadData(&module, image.data()) +
               hip.hipModuleGetFunction(&function, module, "twice") + hip.hipMalloc(&memory, 4) +
               hip.hipMemcpy(memory, &value, 4, kToDevice) + hip.launch(function, {}, {}, nullptr, arguments) +
               hip.hipMemcpy(&value, memory, 4, kToHost) + hip.hipFree(memory) + hip.hipModuleUnload(module) + value;
    });
  for (auto& thread : threads) thread.join();
  CHECK(results == std::vector<int>(8, 42));
  CHECK(hip.control->loads() == 8);
  CHECK(hip.control->most_concurrent_loads() > 1);
  CHECK(hip.control->live() == Live());
  CHECK(hip.control->misuse() == Texts());
}

TEST_CASE("fault driver: the variants for HIP 5 and without a required function lack their functions") {
  const FaultDriver five(ROCM_BINDGEN_FAULT_HIP_5);
  CHECK(five.symbol("hipGetDeviceProperties") != nullptr);
  CHECK(five.symbol("hipGetDevicePropertiesR0600") == nullptr);
  CHECK(five.symbol("hipGetDevicePropertiesR0000") == nullptr);
  CHECK(five.symbol("hipStreamBeginCapture") == nullptr);
  CHECK(five.symbol("hipGraphLaunch") == nullptr);
  const FaultDriver broken(ROCM_BINDGEN_FAULT_HIP_BROKEN);
  CHECK(broken.symbol("hipModuleLoadData") == nullptr);
  CHECK(broken.symbol("hipGraphLaunch") != nullptr);
  CHECK_THROWS_AS(broken->calls("hipModuleLoadData"), std::invalid_argument);
}
