// The functions that only libamdhip64.so.6 has, with the signatures and structures of HIP 6.4, which are written out
// here because the installed headers are those of HIP 5.2.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace {

using Stream = void*;
using Event = void*;

struct Extent {
  std::size_t width, height, depth;
};
struct Position {
  std::size_t x, y, z;
};
struct PitchedPointer {
  void* memory;
  std::size_t pitch, width, height;
};
struct Copy3D {
  void* source_array;
  Position source_position;
  PitchedPointer source;
  void* destination_array;
  Position destination_position;
  PitchedPointer destination;
  Extent extent;
  int kind;
};
/// hipPointerAttribute_t
struct PointerAttributes {
  int type;
  int device;
  void* device_pointer;
  void* host_pointer;
  int is_managed;
  unsigned flags;
};
/// What __hipRegisterFatBinary() takes: clang's wrapper of a fat binary.
struct FatBinary {
  unsigned magic = 0x48495046, version = 1;
  const void* binary = nullptr;
  void* unused = nullptr;
};

enum : int {
  kSuccess = 0,
  kInvalidValue = 1,
  kInvalidConfiguration = 9,
  kInvalidSymbol = 13,
  kInvalidDevice = 101,
  kUnsupportedLimit = 215,
  kInvalidHandle = 400,
  kIllegalState = 401,
  kNotReady = 600,
  kCooperativeLaunchTooLarge = 720
};
enum : int { kHostToDevice = 1, kDeviceToHost = 2 };
constexpr unsigned kNonBlocking = 1;
enum : int { kCaptureNone = 0, kCaptureActive = 1 };

constexpr const char* kSource = R"(#include <cuda_runtime.h>

__device__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

extern "C" __global__ void add_number(int* data, int number) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += number;
}

extern "C" __global__ void read_table(int* data) {
  data[threadIdx.x] = table[threadIdx.x];
}
)";

/// Calls a function of libamdhip64.so.6. The arguments must have exactly the types of its parameters; `+` before an
/// array makes it a pointer.
template <class Result = int>
Result hip(const char* name, auto... arguments) {
  static void* const library = dlopen(ROCM_BINDGEN_HIP6_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(library != nullptr);
  INFO(name);
  auto* const function = reinterpret_cast<Result (*)(decltype(arguments)...)>(dlsym(library, name));
  REQUIRE(function != nullptr);
  return function(arguments...);
}

/// Grids and blocks as HIP's C functions take them.
struct Size {
  std::uint32_t x = 1, y = 1, z = 1;
};

/// The environment of a device, and zeros in memory that host and device use.
class Device {
 public:
  static constexpr int kCount = 64;

  Device() : quiet_("ROCM_BINDGEN_HIP_QUIET", "1"), driver_("ROCM_BINDGEN_DRIVER", "emulated:gfx1100") {
    REQUIRE(hip("hipMallocManaged", reinterpret_cast<void**>(&data), kCount * sizeof(int), 1u) == kSuccess);
    clear();
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { hip("hipFree", static_cast<void*>(data)); }

  void clear() { std::memset(data, 0, kCount * sizeof(int)); }
  unsigned char* bytes() { return reinterpret_cast<unsigned char*>(data); }

  int* data = nullptr;

 private:
  const test::Environment quiet_, driver_;
};

/// The code object of kSource.
const std::string& code_object() {
  static const std::string image = [] {
    const test::Folder folder;
    folder.write("later.cu", kSource);
    const auto built = test::run({ROCM_BINDGEN_TOOL, "build", "-q", "later.cu", "-o", "later.hpp", "--arch", "gfx1100"},
                                 {folder.path(), {}});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    return test::read(folder.path() / "later.artifacts/hsaco/later.gfx1100.hsaco");
  }();
  return image;
}

class Module {
 public:
  Module() { REQUIRE(hip("hipModuleLoadData", &handle_, static_cast<const void*>(code_object().data())) == kSuccess); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  ~Module() { hip("hipModuleUnload", handle_); }

  void* function(const char* name) const {
    void* found = nullptr;
    REQUIRE(hip("hipModuleGetFunction", &found, handle_, name) == kSuccess);
    return found;
  }

 private:
  void* handle_ = nullptr;
};

/// A host function that keeps this thread's stream busy until the test sets `released`.
std::atomic<bool> released;
void wait_until_released(void*) {
  while (!released) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

void synchronize() {
  REQUIRE(hip("hipStreamSynchronize_spt", Stream{}) == kSuccess);
}

template <class T>
T member(const std::vector<unsigned char>& structure, std::size_t offset) {
  T value;
  std::memcpy(&value, structure.data() + offset, sizeof value);
  return value;
}

/// The value of an attribute. The numbers of hipDeviceAttribute_t are the same in HIP 5.2 and HIP 6.
int attribute(int which) {
  int value = -1;
  REQUIRE(hip("hipDeviceGetAttribute", &value, which, 0) == kSuccess);
  return value;
}

}  // namespace

TEST_CASE("later functions: the version is that of HIP 6.4") {
  const Device device;
  int version = 0;
  CHECK(hip("hipRuntimeGetVersion", &version) == kSuccess);
  CHECK(version == 60'443'484);
}

TEST_CASE("later functions: a device's properties are in HIP 6's structure, and HIP 5's has its own function") {
  const Device device;
  // sizeof(hipDeviceProp_tR0600), and a guard.
  constexpr std::size_t kSize = 1472;
  std::vector<unsigned char> properties(kSize + 64, 0xee);
  REQUIRE(hip("hipGetDevicePropertiesR0600", static_cast<void*>(properties.data()), 0) == kSuccess);
  CHECK(std::string(reinterpret_cast<const char*>(properties.data())) == "emulated gfx1100");
  std::size_t total = 0;
  REQUIRE(hip("hipDeviceTotalMem", &total, 0) == kSuccess);
  CHECK(member<std::size_t>(properties, 288) == total);  // totalGlobalMem
  CHECK(member<int>(properties, 308) == 32);             // warpSize
  CHECK(member<int>(properties, 320) == 1024);           // maxThreadsPerBlock
  CHECK(member<int>(properties, 360) == 11);             // major
  CHECK(member<int>(properties, 364) == 0);              // minor
  constexpr int kMultiprocessorCount = 63;
  CHECK(member<int>(properties, 388) == attribute(kMultiprocessorCount));
  CHECK(std::string(reinterpret_cast<const char*>(properties.data()) + 1160) == "gfx1100");  // gcnArchName
  CHECK(std::vector<unsigned char>(64, 0xee) ==
        std::vector<unsigned char>(properties.begin() + kSize, properties.end()));
  CHECK(hip("hipGetDevicePropertiesR0600", static_cast<void*>(properties.data()), 1) == kInvalidDevice);
  CHECK(hip("hipGetDevicePropertiesR0600", static_cast<void*>(nullptr), 0) == kInvalidValue);

  // HIP 5's structure has no identifier between the name and the size of the memory.
  std::vector<unsigned char> former(2048);
  REQUIRE(hip("hipGetDevicePropertiesR0000", static_cast<void*>(former.data()), 0) == kSuccess);
  CHECK(std::string(reinterpret_cast<const char*>(former.data())) == "emulated gfx1100");
  CHECK(member<std::size_t>(former, 256) == total);  // totalGlobalMem
  CHECK(hip("hipGetDevicePropertiesR0000", static_cast<void*>(former.data()), 1) == kInvalidDevice);

  int chosen = 77;
  CHECK(hip("hipChooseDeviceR0600", &chosen, static_cast<const void*>(properties.data())) == kSuccess);
  CHECK(chosen == 0);
  chosen = 77;
  CHECK(hip("hipChooseDeviceR0000", &chosen, static_cast<const void*>(former.data())) == kSuccess);
  CHECK(chosen == 0);
  CHECK(hip("hipChooseDeviceR0600", &chosen, static_cast<const void*>(nullptr)) == kInvalidValue);
  CHECK(hip("hipChooseDeviceR0000", &chosen, static_cast<const void*>(nullptr)) == kInvalidValue);
}

TEST_CASE("later functions: the kinds of memory have HIP 6's numbers") {
  const Device device;
  void *memory = nullptr, *pinned = nullptr;
  REQUIRE(hip("hipMalloc", &memory, std::size_t{64}) == kSuccess);
  REQUIRE(hip("hipHostMalloc", &pinned, std::size_t{64}, 0u) == kSuccess);
  PointerAttributes attributes{};
  CHECK(hip("hipPointerGetAttributes", &attributes, static_cast<const void*>(memory)) == kSuccess);
  CHECK(attributes.type == 2);  // hipMemoryTypeDevice
  CHECK(attributes.device_pointer == memory);
  CHECK(hip("hipPointerGetAttributes", &attributes, static_cast<const void*>(pinned)) == kSuccess);
  CHECK(attributes.type == 1);  // hipMemoryTypeHost
  CHECK(attributes.host_pointer == pinned);
  CHECK(hip("hipFree", memory) == kSuccess);
  CHECK(hip("hipHostFree", pinned) == kSuccess);
}

TEST_CASE("later functions: the driver API names errors, and the last error is returned once") {
  const Device device;
  const char* text = nullptr;
  CHECK(hip("hipDrvGetErrorName", int{kInvalidHandle}, &text) == kSuccess);
  CHECK(std::string(text) == "hipErrorInvalidHandle");
  CHECK(hip("hipDrvGetErrorString", 2, &text) == kSuccess);
  CHECK(std::string(text) == "out of memory");
  CHECK(hip("hipDrvGetErrorName", int{kInvalidHandle}, static_cast<const char**>(nullptr)) == kInvalidValue);
  CHECK(hip("hipDrvGetErrorString", int{kInvalidHandle}, static_cast<const char**>(nullptr)) == kInvalidValue);
  CHECK(hip("hipSetDevice", 1) == kInvalidDevice);
  CHECK(hip("hipExtGetLastError") == kInvalidDevice);
  CHECK(hip("hipExtGetLastError") == kSuccess);
}

TEST_CASE("later functions: limits are read back as they were set, and a stack that kernels cannot have is refused") {
  const Device device;
  constexpr int kStackSize = 0, kMallocHeapSize = 2;
  std::size_t value = 0;
  CHECK(hip("hipDeviceSetLimit", int{kMallocHeapSize}, std::size_t{128} << 20) == kSuccess);
  CHECK(hip("hipDeviceGetLimit", &value, int{kMallocHeapSize}) == kSuccess);
  CHECK(value == std::size_t{128} << 20);
  CHECK(hip("hipDeviceSetLimit", int{kStackSize}, std::size_t{131072}) == kSuccess);
  CHECK(hip("hipDeviceSetLimit", int{kStackSize}, std::size_t{131073}) == kInvalidValue);
  CHECK(hip("hipDeviceGetLimit", &value, int{kStackSize}) == kSuccess);
  CHECK(value == 131072);
  CHECK(hip("hipDeviceSetLimit", 77, std::size_t{1}) == kUnsupportedLimit);
}

TEST_CASE("later functions: hipGetProcAddress finds a function for the version that a program was built with") {
  Device device;
  void *function = nullptr, *six = nullptr, *five = nullptr;
  int result = 77;
  // The version 604 is HIP 6.4. The last argument receives 0 if the function is found, else 1.
  REQUIRE(hip("hipGetProcAddress", "hipMemset", &function, 604, std::uint64_t{0}, &result) == kSuccess);
  CHECK(result == 0);
  CHECK(reinterpret_cast<int (*)(void*, int, std::size_t)>(function)(device.data, 1, sizeof(int)) == kSuccess);
  CHECK(device.data[0] == 0x01010101);
  CHECK(hip("hipGetProcAddress", "hipNoFunction", &function, 604, std::uint64_t{0}, &result) == kInvalidValue);
  CHECK(result == 1);
  CHECK(function == nullptr);
  CHECK(hip("hipGetProcAddress", "", &function, 604, std::uint64_t{0}, &result) == kInvalidValue);
  // HIP 6 renamed these two. Programs that were built with HIP 5 get the functions with HIP 5's structure.
  int* const no_result = nullptr;
  for (const std::string name : {"hipGetDeviceProperties", "hipChooseDevice"}) {
    INFO(name);
    REQUIRE(hip("hipGetProcAddress", name.c_str(), &function, 600, std::uint64_t{0}, no_result) == kSuccess);
    REQUIRE(hip("hipGetProcAddress", (name + "R0600").c_str(), &six, 600, std::uint64_t{0}, no_result) == kSuccess);
    CHECK(function == six);
    REQUIRE(hip("hipGetProcAddress", name.c_str(), &five, 507, std::uint64_t{0}, no_result) == kSuccess);
    CHECK(five != six);
  }
}

TEST_CASE("later functions: a module's functions are launched with events and cooperatively") {
  Device device;
  const Module module;
  auto* const function = module.function("add_number");
  int number = 3;
  void* arguments[] = {&device.data, &number};
  void** const no_extra = nullptr;
  Event start = nullptr, stop = nullptr;
  float milliseconds = -1;
  REQUIRE(hip("hipEventCreate", &start) == kSuccess);
  REQUIRE(hip("hipEventCreate", &stop) == kSuccess);
  const auto launch = [&](const char* name, std::uint32_t items) {
    // Only this function has a last parameter for flags.
    const bool flags = std::string(name) == "hipExtModuleLaunchKernel";
    const auto with = [&](auto... last) {
      return hip(name, function, items, 1u, 1u, 32u, 1u, 1u, std::size_t{0}, Stream{}, +arguments, no_extra, start,
                 stop, last...);
    };
    return flags ? with(0u) : with();
  };
  for (const auto* name : {"hipExtModuleLaunchKernel", "hipHccModuleLaunchKernel"}) {
    INFO(name);
    device.clear();
    // The grid's size is in threads.
    CHECK(launch(name, 32) == kSuccess);
    REQUIRE(hip("hipDeviceSynchronize") == kSuccess);
    CHECK(device.data[31] == 3);
    CHECK(device.data[32] == 0);
    CHECK(hip("hipEventElapsedTime", &milliseconds, start, stop) == kSuccess);
    CHECK(milliseconds >= 0);
    CHECK(launch(name, 33) == kInvalidConfiguration);  // no multiple of the block's 32 threads
  }

  device.clear();
  const auto cooperative = [&](void* launched, unsigned blocks) {
    return hip("hipModuleLaunchCooperativeKernel", launched, blocks, 1u, 1u, 32u, 1u, 1u, 0u, Stream{}, +arguments);
  };
  CHECK(cooperative(function, 2) == kSuccess);
  REQUIRE(hip("hipDeviceSynchronize") == kSuccess);
  CHECK(device.data[63] == 3);
  CHECK(cooperative(function, 1u << 20) == kCooperativeLaunchTooLarge);
  CHECK(cooperative(nullptr, 2) == kInvalidHandle);
}

TEST_CASE("later functions: a program's registered kernels and variables are used in the thread's own stream") {
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

TEST_CASE("later functions: copies and fills run in the thread's own stream") {
  Device device;
  auto* const bytes = device.bytes();
  void* const memory = device.data;
  constexpr std::size_t kPitch = 32, kAll = Device::kCount * sizeof(int);
  CHECK(hip("hipMemsetAsync_spt", memory, 7, kAll, Stream{}) == kSuccess);
  CHECK(hip("hipMemset2DAsync_spt", static_cast<void*>(bytes + 1), kPitch, 8, std::size_t{4}, std::size_t{2},
            Stream{}) == kSuccess);
  const PitchedPointer block{bytes + 10, kPitch, kPitch, 4};  // slices of 4 rows, of which 2 are filled
  CHECK(hip("hipMemset3DAsync_spt", block, 9, Extent{5, 2, 2}, Stream{}) == kSuccess);
  synchronize();
  for (std::size_t i = 0; i < kAll; ++i) {
    const auto x = i % kPitch, y = i / kPitch;
    const bool eight = x >= 1 && x < 5 && y < 2, nine = x >= 10 && x < 15 && y % 4 < 2;
    INFO(i);
    REQUIRE(bytes[i] == (eight ? 8 : nine ? 9 : 7));
  }
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

TEST_CASE("later functions: callbacks, host functions and events are in the thread's own stream") {
  const Device device;
  released = false;
  static std::vector<int> order;
  order.clear();
  CHECK(hip("hipLaunchHostFunc_spt", Stream{}, &wait_until_released, static_cast<void*>(nullptr)) == kSuccess);
  // The null stream and another thread's stream are idle.
  CHECK(hip("hipStreamQuery_spt", Stream{}) == kNotReady);
  CHECK(hip("hipStreamQuery", Stream{}) == kSuccess);
  int others = kNotReady;
  std::thread([&] { others = hip("hipStreamQuery_spt", Stream{}); }).join();
  CHECK(others == kSuccess);
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

TEST_CASE("later functions: the thread's own stream records a graph") {
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
