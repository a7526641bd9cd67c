// Calls functions of libamdhip64.so.6 with the signatures and structures of HIP 6.4, which are written out here because
// the installed headers are those of HIP 5.2.
#pragma once

#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <string>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace hip6 {

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
  unsigned magic = 0x48495046, version = 1;  // "HIPF"
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
  kCooperativeLaunchTooLarge = 720,
  kNotSupported = 801
};
enum : int { kHostToDevice = 1, kDeviceToHost = 2 };
inline constexpr unsigned kNonBlocking = 1;
enum : int { kCaptureNone = 0, kCaptureActive = 1 };

inline constexpr const char* kSource = R"(#include <cuda_runtime.h>

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
inline const std::string& code_object() {
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

}  // namespace hip6
