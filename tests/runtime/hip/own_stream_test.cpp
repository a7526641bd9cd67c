// The functions whose names end in _spt: they are those without the suffix, in the calling thread's own stream instead
// of the legacy default stream.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "hip6.hpp"

using namespace hip6;

namespace {

/// A host function that keeps this thread's stream busy until the test sets `released`.
std::atomic<bool> released;
void wait_until_released(void*) {
  while (!released) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

void synchronize() {
  REQUIRE(hip("hipStreamSynchronize_spt", Stream{}) == kSuccess);
}

}  // namespace

TEST_CASE("own stream functions: a program's registered kernels and variables are used in the thread's own stream") {
  Device device;
  FatBinary wrapper;
  wrapper.binary = code_object().data();
  int shadow[8] = {};
  const char stub = 0;
  auto** const handle = hip<void**>("__hipRegisterFatBinary", static_cast<const void*>(&wrapper));
  REQUIRE(handle != nullptr);
  char name[] = "table";
  hip<void>("__hipRegisterVar", handle, static_cast<void*>(shadow), +name, +name, 0, sizeof shadow, 0, 0);
  void* const nothing = nullptr;
  hip<void>("__hipRegisterFunction", handle, static_cast<const void*>(&stub), static_cast<char*>(nullptr), "read_table",
            0u, nothing, nothing, nothing, nothing, static_cast<int*>(nullptr));

  // Textures and surfaces are not supported: they can be registered, but are not found as symbols.
  int texture = 0, surface = 0;
  std::size_t bytes = 0;
  hip<void>("__hipRegisterTexture", handle, static_cast<void*>(&texture), +name, +name, 0, 0, 0);
  hip<void>("__hipRegisterSurface", handle, static_cast<void*>(&surface), +name, +name, 0, 0);
  CHECK(hip("hipGetSymbolSize", &bytes, static_cast<const void*>(&texture)) == kInvalidSymbol);
  CHECK(hip("hipGetSymbolSize", &bytes, static_cast<const void*>(&surface)) == kInvalidSymbol);

  const int values[2] = {20, 30};
  int back[4] = {};
  const void* const symbol = shadow;
  CHECK(hip("hipGetSymbolSize", &bytes, symbol) == kSuccess);
  CHECK(bytes == sizeof shadow);
  CHECK(hip("hipMemcpyToSymbolAsync_spt", symbol, static_cast<const void*>(values), sizeof values, sizeof(int),
            int{kHostToDevice}, Stream{}) == kSuccess);
  CHECK(hip("hipMemcpyFromSymbolAsync_spt", static_cast<void*>(back), symbol, sizeof back, std::size_t{0},
            int{kDeviceToHost}, Stream{}) == kSuccess);
  synchronize();
  CHECK(std::vector<int>(back, back + 4) == std::vector<int>{1, 20, 30, 4});
  void* arguments[] = {&device.data};
  CHECK(hip("hipLaunchKernel_spt", static_cast<const void*>(&stub), Size{}, Size{8}, +arguments, std::size_t{0},
            Stream{}) == kSuccess);
  synchronize();
  CHECK(device.data[2] == 30);
  CHECK(device.data[7] == 8);
  CHECK(hip("hipMemcpyToSymbolAsync_spt", symbol, static_cast<const void*>(values), sizeof values, sizeof shadow,
            int{kHostToDevice}, Stream{}) == kInvalidValue);
  CHECK(hip("hipMemcpyFromSymbolAsync_spt", static_cast<void*>(back), static_cast<const void*>(back), sizeof back,
            std::size_t{0}, int{kDeviceToHost}, Stream{}) == kInvalidSymbol);
  hip<void>("__hipUnregisterFatBinary", handle);
  CHECK(hip("hipMemcpyToSymbolAsync_spt", symbol, static_cast<const void*>(values), sizeof values, std::size_t{0},
            int{kHostToDevice}, Stream{}) == kInvalidSymbol);
}

TEST_CASE("own stream functions: copies and fills run in the thread's own stream") {
  Device device;
  auto* const bytes = device.bytes();
  void* const memory = device.data;
  // 256 bytes: 8 rows of 32, or 2 slices of 4 rows.
  constexpr std::size_t kPitch = 32, kAll = Device::kCount * sizeof(int);
  CHECK(hip("hipMemsetAsync_spt", memory, 7, kAll, Stream{}) == kSuccess);
  CHECK(hip("hipMemset2DAsync_spt", static_cast<void*>(bytes + 1), kPitch, 8, std::size_t{4}, std::size_t{2},
            Stream{}) == kSuccess);
  const PitchedPointer block{bytes + 10, kPitch, kPitch, 4};  // in each slice, 2 of the 4 rows are filled
  CHECK(hip("hipMemset3DAsync_spt", block, 9, Extent{5, 2, 2}, Stream{}) == kSuccess);
  synchronize();
  for (std::size_t i = 0; i < kAll; ++i) {
    const auto x = i % kPitch, y = i / kPitch;
    const bool eight = x >= 1 && x < 5 && y < 2, nine = x >= 10 && x < 15 && y % 4 < 2;
    INFO(i);
    REQUIRE(bytes[i] == (eight ? 8 : nine ? 9 : 7));
  }
  // One byte, one row, and one slice too many.
  CHECK(hip("hipMemsetAsync_spt", memory, 7, kAll + 1, Stream{}) == kInvalidValue);
  CHECK(hip("hipMemset2DAsync_spt", memory, kPitch, 8, std::size_t{4}, std::size_t{9}, Stream{}) == kInvalidValue);
  CHECK(hip("hipMemset3DAsync_spt", block, 9, Extent{5, 2, 3}, Stream{}) == kInvalidValue);

  std::vector<unsigned char> host(kAll);
  for (std::size_t i = 0; i < kAll; ++i) host[i] = static_cast<unsigned char>(i + 1);
  device.clear();
  CHECK(hip("hipMemcpy2DAsync_spt", static_cast<void*>(bytes + 3), kPitch, static_cast<const void*>(host.data()),
            std::size_t{10}, std::size_t{10}, std::size_t{2}, int{kHostToDevice}, Stream{}) == kSuccess);
  synchronize();
  CHECK(std::memcmp(bytes + 3, host.data(), 10) == 0);
  CHECK(std::memcmp(bytes + kPitch + 3, host.data() + 10, 10) == 0);
  CHECK(bytes[13] == 0);
  CHECK(bytes[2 * kPitch + 3] == 0);
  CHECK(hip("hipMemcpy2DAsync_spt", memory, kPitch, static_cast<const void*>(host.data()), std::size_t{10},
            std::size_t{10}, std::size_t{9}, int{kHostToDevice}, Stream{}) == kInvalidValue);

  Copy3D copy{};
  copy.source = {host.data(), kPitch, kPitch, 4};
  copy.source_position = {2, 1, 0};
  copy.destination = {bytes, kPitch, kPitch, 4};
  copy.destination_position = {20, 2, 0};
  copy.extent = {6, 2, 2};
  copy.kind = kHostToDevice;
  CHECK(hip("hipMemcpy3DAsync_spt", static_cast<const Copy3D*>(&copy), Stream{}) == kSuccess);
  synchronize();
  for (std::size_t z = 0; z < 2; ++z)
    for (std::size_t y = 0; y < 2; ++y)
      CHECK(std::memcmp(bytes + (4 * z + y + 2) * kPitch + 20, host.data() + (4 * z + y + 1) * kPitch + 2, 6) == 0);
  CHECK(hip("hipMemcpy3DAsync_spt", static_cast<const Copy3D*>(nullptr), Stream{}) == kInvalidValue);
}

TEST_CASE("own stream functions: callbacks, host functions and events are in the thread's own stream") {
  const Device device;
  released = false;
  static std::vector<int> order;
  order.clear();
  CHECK(hip("hipLaunchHostFunc_spt", Stream{}, &wait_until_released, static_cast<void*>(nullptr)) == kSuccess);
  // The null stream and another thread's stream are idle.
  CHECK(hip("hipStreamQuery_spt", Stream{}) == kNotReady);
  CHECK(hip("hipStreamQuery", Stream{}) == kSuccess);
  int other_status = kNotReady;
  std::thread([&] { other_status = hip("hipStreamQuery_spt", Stream{}); }).join();
  CHECK(other_status == kSuccess);
  Event event = nullptr, recorded_elsewhere = nullptr;
  REQUIRE(hip("hipEventCreate", &event) == kSuccess);
  REQUIRE(hip("hipEventCreate", &recorded_elsewhere) == kSuccess);
  CHECK(hip(
            "hipStreamAddCallback_spt", Stream{},
            +[](Stream, int status, void* value) {
              order.push_back(status == kSuccess ? *static_cast<int*>(value) : -1);
            },
            static_cast<void*>(device.data), 0u) == kSuccess);
  CHECK(hip("hipEventRecord_spt", event, Stream{}) == kSuccess);
  CHECK(hip(
            "hipLaunchHostFunc_spt", Stream{}, +[](void*) { order.push_back(2); }, static_cast<void*>(nullptr)) ==
        kSuccess);
  CHECK(hip("hipEventQuery", event) == kNotReady);
  // An event that an independent stream records does not wait for this thread's stream.
  Stream independent = nullptr;
  REQUIRE(hip("hipStreamCreateWithFlags", &independent, unsigned{kNonBlocking}) == kSuccess);
  CHECK(hip("hipEventRecordWithFlags", recorded_elsewhere, independent, 0u) == kSuccess);
  CHECK(hip("hipEventSynchronize", recorded_elsewhere) == kSuccess);
  CHECK(hip("hipEventRecordWithFlags", recorded_elsewhere, independent, 77u) == kInvalidValue);
  CHECK(hip("hipEventRecordWithFlags", Event{}, independent, 0u) == kInvalidHandle);
  CHECK(order.empty());
  device.data[0] = 1;
  released = true;
  CHECK(hip("hipEventSynchronize", event) == kSuccess);
  synchronize();
  CHECK(order == std::vector<int>{1, 2});
  CHECK(hip("hipLaunchHostFunc_spt", Stream{}, static_cast<void (*)(void*)>(nullptr), static_cast<void*>(nullptr)) ==
        kInvalidValue);
  CHECK(hip("hipStreamAddCallback_spt", Stream{}, static_cast<void (*)(Stream, int, void*)>(nullptr),
            static_cast<void*>(nullptr), 0u) == kInvalidValue);
  CHECK(hip("hipEventRecord_spt", Event{}, Stream{}) == kInvalidHandle);

  int number = 77;
  CHECK(hip("hipStreamGetDevice", independent, &number) == kSuccess);
  CHECK(number == 0);
  CHECK(hip("hipStreamGetDevice", independent, static_cast<int*>(nullptr)) == kInvalidValue);
  CHECK(hip("hipStreamDestroy", independent) == kSuccess);
  CHECK(hip("hipStreamGetDevice", independent, &number) == kInvalidHandle);
}

TEST_CASE("own stream functions: the thread's own stream records a graph") {
  Device device;
  const Module module;
  auto* const function = module.function("add_number");
  int number = 5;
  void* arguments[] = {&device.data, &number};
  int status = 77;
  unsigned long long id = 0;
  CHECK(hip("hipStreamIsCapturing_spt", Stream{}, &status) == kSuccess);
  CHECK(status == kCaptureNone);
  REQUIRE(hip("hipStreamBeginCapture_spt", Stream{}, 2) == kSuccess);  // hipStreamCaptureModeRelaxed
  CHECK(hip("hipStreamIsCapturing_spt", Stream{}, &status) == kSuccess);
  CHECK(status == kCaptureActive);
  status = 77;
  CHECK(hip("hipStreamGetCaptureInfo_spt", Stream{}, &status, &id) == kSuccess);
  CHECK(status == kCaptureActive);
  CHECK(id != 0);
  const auto per_thread = reinterpret_cast<Stream>(2);  // hipStreamPerThread
  CHECK(hip("hipModuleLaunchKernel", function, 2u, 1u, 1u, 32u, 1u, 1u, 0u, per_thread, +arguments,
            static_cast<void**>(nullptr)) == kSuccess);
  Event external = nullptr;
  REQUIRE(hip("hipEventCreateWithFlags", &external, 0u) == kSuccess);
  CHECK(hip("hipEventRecordWithFlags", external, per_thread, 1u) == kNotSupported);  // hipEventRecordExternal
  CHECK(hip("hipEventDestroy", external) == kSuccess);
  void *graph = nullptr, *executable = nullptr;
  REQUIRE(hip("hipStreamEndCapture_spt", Stream{}, &graph) == kSuccess);
  CHECK(hip("hipStreamGetCaptureInfo_spt", Stream{}, &status, &id) == kSuccess);
  CHECK(status == kCaptureNone);
  CHECK(device.data[0] == 0);
  REQUIRE(hip("hipGraphInstantiateWithFlags", &executable, graph, 0ull) == kSuccess);
  CHECK(hip("hipGraphLaunch_spt", executable, Stream{}) == kSuccess);
  CHECK(hip("hipGraphLaunch_spt", executable, Stream{}) == kSuccess);
  synchronize();
  CHECK(device.data[0] == 10);
  CHECK(device.data[63] == 10);
  CHECK(hip("hipGraphExecDestroy", executable) == kSuccess);
  CHECK(hip("hipGraphLaunch_spt", executable, Stream{}) == kInvalidValue);
  CHECK(hip("hipGraphDestroy", graph) == kSuccess);
  void* none = nullptr;
  CHECK(hip("hipStreamEndCapture_spt", Stream{}, &none) == kIllegalState);
}
