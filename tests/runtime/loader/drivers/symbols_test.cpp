// Tests driver libraries that lack functions or are of another version.
#include <set>

#include "api/device_state.hpp"
#include "drivers/amd_driver.hpp"
#include "drivers/cuda_api.hpp"
#include "drivers/hip_api.hpp"
#include "runtime/loader/codeobject/samples.hpp"
#include "runtime/loader/scenario.hpp"

using namespace rocm_bindgen;
using namespace rocm_bindgen::runtime;
using namespace runtime_test;

namespace {

using Names = std::set<std::string>;

struct Symbol {
  std::string name;
  bool is_required;
};

// The words in the first column of the tables below.
constexpr bool required = true, optional = false;

#define HIP_SYMBOL(need, function, parameters) {#function, need},
#define CUDA_SYMBOL(need, member, symbol, parameters) {symbol, need},
const std::vector<Symbol> kHipSymbols{ROCM_BINDGEN_HIP_FUNCTIONS(HIP_SYMBOL){"hipGetErrorName", true},
                                      {"hipGetErrorString", true}};
const std::vector<Symbol> kCudaSymbols{ROCM_BINDGEN_CUDA_FUNCTIONS(CUDA_SYMBOL)};
#undef HIP_SYMBOL
#undef CUDA_SYMBOL

/// The fault driver without some of its functions.
SharedLibrary hip_without(const Names& hidden) {
  std::vector<std::string> tried;
  auto library = open_first({ROCM_BINDGEN_FAULT_HIP}, tried);
  REQUIRE(tried.empty());
  return {library.path,
          [find = library.find, hidden](const char* name) { return hidden.count(name) == 1 ? nullptr : find(name); }};
}

/// A library that has all functions except `hidden`. None must be called: each is the address of a variable.
SharedLibrary cuda_without(const Names& hidden) {
  static char something;
  return {"libcuda.so.test",
          [hidden](const char* name) -> void* { return hidden.count(name) == 1 ? nullptr : &something; }};
}

Device open_without(const Names& hidden, int ordinal = 0) {
  return Device(std::make_shared<DeviceState>(open_amd_driver(hip_without(hidden)), ordinal));
}

void check_unsupported(const std::string& hidden, const std::string& doing, const std::function<void()>& call) {
  INFO("without " << hidden);
  const auto error = error_of(call, {doing.c_str(), "device 0", "has no such function", "a newer driver"});
  CHECK(error.code() == ErrorCode::unsupported);
  CHECK(error.driver_code() == 0);
}

}  // namespace

TEST_CASE("symbols: the error names each required HIP function that a library lacks") {
  Session session;
  for (const auto& [name, is_required] : kHipSymbols) {
    INFO(name);
    if (!is_required) {
      CHECK(open_without({name}).info().arch == "gfx90a:sramecc+:xnack-");
      continue;
    }
    const auto error = error_of([&, &hidden = name] { open_amd_driver(hip_without({hidden})); },
                                {ROCM_BINDGEN_FAULT_HIP, (" " + name + ";").c_str(), "HIP 5.0 or newer"});
    CHECK(error.code() == ErrorCode::bad_driver);
  }
}

TEST_CASE("symbols: the error names each required CUDA function that a library lacks") {
  for (const auto& [name, is_required] : kCudaSymbols) {
    INFO(name);
    if (!is_required) {
      CHECK_NOTHROW(cuda::find_functions(cuda_without({name})));
      continue;
    }
    const auto error = error_of([&, &hidden = name] { cuda::find_functions(cuda_without({hidden})); },
                                {"'libcuda.so.test'", (" " + name + ";").c_str(), "CUDA 11.0 or newer"});
    CHECK(error.code() == ErrorCode::bad_driver);
  }
}

TEST_CASE("symbols: one message names all missing functions") {
  error_of([] { open_amd_driver(hip_without({"hipMalloc", "hipFree", "hipGetErrorName", "hipGraphLaunch"})); },
           {"hipMalloc, hipFree, hipGetErrorName;"});  // hipGraphLaunch is optional
  Names properties{"hipGetDevicePropertiesR0600", "hipGetDevicePropertiesR0000", "hipGetDeviceProperties"};
  error_of([&] { open_amd_driver(hip_without(properties)); }, {"hipGetDeviceProperties;"});
  error_of([] { cuda::find_functions(cuda_without({"cuInit", "cuMemAlloc_v2"})); }, {"cuInit, cuMemAlloc_v2;"});
}

TEST_CASE("symbols: any one form of the device properties is enough") {
  Session session;
  const std::vector<std::string> forms{"hipGetDevicePropertiesR0600", "hipGetDevicePropertiesR0000",
                                       "hipGetDeviceProperties"};
  for (const auto& present : forms) {
    INFO(present);
    Names hidden(forms.begin(), forms.end());
    hidden.erase(present);
    const auto info = open_without(hidden).info();
    CHECK(info.arch == "gfx90a:sramecc+:xnack-");
    CHECK(info.wavefront_size == 64);
    CHECK(session.driver->calls(present) == 1);
  }
}

TEST_CASE("symbols: a feature that needs a missing optional function is unsupported") {
  Session session;
  check_unsupported("hipMemGetInfo", "querying the free memory", [] { open_without({"hipMemGetInfo"}).memory(); });
  for (const char* name : {"hipHostMalloc", "hipHostFree"})
    check_unsupported(name, "allocating 4 bytes of pinned host memory",
                      [&] { PinnedBuffer<char>(open_without({name}), 4); });
  check_unsupported("hipStreamQuery", "querying a stream", [] { Stream(open_without({"hipStreamQuery"})).done(); });
  check_unsupported("hipEventQuery", "querying an event", [] { Event(open_without({"hipEventQuery"})).done(); });
  check_unsupported("hipStreamWaitEvent", "making a stream wait for an event", [] {
    const auto device = open_without({"hipStreamWaitEvent"});
    Stream(device).wait(Event(device));
  });
}

TEST_CASE("symbols: a capture does not begin if it cannot be ended, launched or released") {
  Session session;
  for (const char* name : {"hipStreamBeginCapture", "hipStreamEndCapture", "hipGraphInstantiate", "hipGraphLaunch",
                           "hipGraphExecDestroy", "hipGraphDestroy"}) {
    const auto device = open_without({name});
    Stream stream(device);
    check_unsupported(name, "beginning a capture", [&] { stream.begin_capture(); });
    CHECK(stream.done());
  }
}

TEST_CASE("symbols: peer access is unsupported if the driver has no function for it") {
  Session session;
  prepare(session);
  const auto pair_without = [](const char* name) {
    const std::shared_ptr<Driver> driver = open_amd_driver(hip_without({name}));
    return std::pair(Device(std::make_shared<DeviceState>(driver, 0)),
                     Device(std::make_shared<DeviceState>(driver, 1)));
  };
  check_unsupported("hipDeviceCanAccessPeer", "querying access to device 1", [&] {
    const auto [one, two] = pair_without("hipDeviceCanAccessPeer");
    one.can_access(two);
  });
  check_unsupported("hipDeviceEnablePeerAccess", "enabling access to device 1", [&] {
    const auto [one, two] = pair_without("hipDeviceEnablePeerAccess");
    one.enable_access(two);
  });
  check_unsupported("hipMemcpyPeerAsync", "copying 4 bytes from device 1", [&] {
    const auto [one, two] = pair_without("hipMemcpyPeerAsync");
    Stream stream(one);
    Buffer<char> to(one, 4);
    to.copy_from(Buffer<char>::zeros(two, 4), stream);
  });
}

TEST_CASE("symbols: informational properties are empty if their function is missing") {
  Session session;
  CHECK(open_without({"hipRuntimeGetVersion"}).info().driver_version.empty());
  CHECK(open_without({"hipDeviceGetPCIBusId"}).info().pci.empty());
  const auto device = open_without({"hipFuncGetAttribute"});
  CHECK(device.kernel(test_kernels::PROBE, "scale").max_workgroup_size() == device.info().max_workgroup_size);
  const auto silent = open_without({"hipMemGetInfo"});
  const auto error = error_of([&] { Buffer<char> all(silent, std::size_t{1} << 40); }, {"1099511627776 bytes"});
  CHECK(error.code() == ErrorCode::out_of_memory);
}

TEST_CASE("symbols: HIP 5 supports everything except captures") {
  Session session(ROCM_BINDGEN_FAULT_HIP_5);
  prepare(session);
  session.driver->set_runtime_version(50'200'000);
  const auto one = Device::open(0), two = Device::open(1);
  CHECK(one.info().driver_version == "HIP 5.2.0");
  use_devices(one, two);
  use_modules(one);
  use_memory(one, two);
  use_launches(one);
  Stream stream(one);
  const auto error = error_of([&] { stream.begin_capture(); }, {"beginning a capture", "device 0"});
  CHECK(error.code() == ErrorCode::unsupported);
}

TEST_CASE("version: HIP older than 5.0 is refused and the error names both versions") {
  Session session;
  session.driver->set_runtime_version(40'300'000);
  const auto error = error_of([] { Device::open(); }, {ROCM_BINDGEN_FAULT_HIP, "HIP 4.3.0", "HIP 5.0 or newer"});
  CHECK(error.code() == ErrorCode::bad_driver);
  CHECK(error_of([] { Device::count(); }).code() == ErrorCode::bad_driver);
  session.driver->set_runtime_version(50'000'000);
  CHECK(Device::open().info().driver_version == "HIP 5.0.0");
}

TEST_CASE("version: a driver without a version is accepted") {
  Session session;
  session.driver->set_runtime_version(0);
  CHECK(Device::open().info().driver_version.empty());
  session.driver->set_runtime_version(60'200'000);
  session.driver->fail("hipRuntimeGetVersion", 1, 1);
  CHECK(Device::open().info().driver_version.empty());
  CHECK(session.driver->last_error() == 0);
}

TEST_CASE("version: generic code objects are loaded by HIP 6.4 and newer") {
  constexpr unsigned kGfx11Generic = 0x54;  // its number in e_flags
  const std::string image = samples::image("gfx11-generic");
  REQUIRE_FALSE(image.empty());
  const samples::Shift shift("gfx11-generic", image);
  Session session;
  auto card = radeon();
  card.generics = {kGfx11Generic};
  session.driver->set_devices({card});
  for (const int version : {60'400'000, 70'100'000}) {
    session.driver->set_runtime_version(version);
    const auto device = Device::open();
    CHECK(device.kernel(shift.module, "shift").native_handle() != nullptr);
  }
  for (const int version : {0, 50'200'000, 60'399'999}) {  // 0: an unknown version
    session.driver->set_runtime_version(version);
    const auto device = Device::open();
    const auto error =
        error_of([&] { device.kernel(shift.module, "shift"); }, {"gfx11-generic would fit", "newer driver", "gfx1100"});
    CHECK(error.code() == ErrorCode::no_code_object);
  }
}
