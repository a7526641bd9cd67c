// The functions that only libamdhip64.so.6 has, except those that use the thread's own stream.
#include <vector>

#include "hip6.hpp"

using namespace hip6;

namespace {

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
  CHECK(version == 60'443'484);  // HIP 6.4.43484
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
  void *memory = nullptr, *pinned = nullptr, *managed = nullptr;
  REQUIRE(hip("hipMalloc", &memory, std::size_t{64}) == kSuccess);
  REQUIRE(hip("hipMallocManaged", &managed, std::size_t{64}, 1u) == kSuccess);
  REQUIRE(hip("hipHostMalloc", &pinned, std::size_t{64}, 0u) == kSuccess);
  PointerAttributes attributes{};
  CHECK(hip("hipPointerGetAttributes", &attributes, static_cast<const void*>(memory)) == kSuccess);
  CHECK(attributes.type == 2);  // hipMemoryTypeDevice
  CHECK(attributes.device_pointer == memory);
  CHECK(hip("hipPointerGetAttributes", &attributes, static_cast<const void*>(pinned)) == kSuccess);
  CHECK(attributes.type == 1);  // hipMemoryTypeHost
  CHECK(attributes.host_pointer == pinned);
  CHECK(hip("hipPointerGetAttributes", &attributes, static_cast<const void*>(managed)) == kSuccess);
  CHECK(attributes.type == 3);  // hipMemoryTypeManaged
  CHECK(hip("hipPointerGetAttributes", &attributes, static_cast<const void*>(&attributes)) == kSuccess);
  CHECK(attributes.type == 0);     // hipMemoryTypeUnregistered
  CHECK(attributes.device == -2);  // hipInvalidDeviceId
  CHECK(hip("hipFree", memory) == kSuccess);
  CHECK(hip("hipFree", managed) == kSuccess);
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
  // It is the result of the last call, while hipGetLastError() returns the last failure.
  CHECK(hip("hipSetDevice", 1) == kInvalidDevice);
  CHECK(hip("hipSetDevice", 0) == kSuccess);
  CHECK(hip("hipExtGetLastError") == kSuccess);
  CHECK(hip("hipGetLastError") == kInvalidDevice);
}

TEST_CASE("later functions: flags that HIP 5.2 does not have are accepted, and contradictory ones are not") {
  const Device device;
  void* memory = nullptr;
  for (const unsigned flags : {3u, 4u}) {  // hipDeviceMallocUncached and hipDeviceMallocContiguous
    CHECK(hip("hipExtMallocWithFlags", &memory, std::size_t{64}, unsigned{flags}) == kSuccess);
    CHECK(hip("hipFree", memory) == kSuccess);
  }
  CHECK(hip("hipExtMallocWithFlags", &memory, std::size_t{64}, 5u) == kInvalidValue);
  CHECK(hip("hipHostMalloc", &memory, std::size_t{64}, 0x10000000u) == kSuccess);  // hipHostMallocUncached
  CHECK(hip("hipHostFree", memory) == kSuccess);
  Event event = nullptr;
  constexpr unsigned kNoFence = 0x20000000, kToDevice = 0x40000000, kInterprocess = 4, kNoTiming = 2;
  for (const unsigned flags : {kNoFence, kInterprocess | kNoTiming}) {
    CHECK(hip("hipEventCreateWithFlags", &event, unsigned{flags}) == kSuccess);
    CHECK(hip("hipEventDestroy", event) == kSuccess);
  }
  for (const unsigned flags : {kNoFence | kToDevice, unsigned{kInterprocess}})
    CHECK(hip("hipEventCreateWithFlags", &event, unsigned{flags}) == kInvalidValue);
}

TEST_CASE("later functions: limits are read back as they were set, and a stack that kernels cannot have is refused") {
  const Device device;
  constexpr int kStackSize = 0, kMallocHeapSize = 2;
  std::size_t value = 0;
  CHECK(hip("hipDeviceSetLimit", int{kMallocHeapSize}, std::size_t{128} << 20) == kSuccess);
  CHECK(hip("hipDeviceSetLimit", int{kMallocHeapSize}, std::size_t{2} << 30) == kInvalidValue);  // more than 1 GiB
  CHECK(hip("hipDeviceGetLimit", &value, int{kMallocHeapSize}) == kSuccess);
  CHECK(value == std::size_t{128} << 20);
  // The emulator gives at most 128 KiB to kernels whose stack size the compiler does not know.
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
  // HIP 6 renamed these two. Programs that were built with HIP 5 (507 is HIP 5.7) get the functions with HIP 5's
  // structure.
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
