// The interface through which a test controls the fault driver: a libamdhip64, each of whose functions can be made to
// fail, and which records every misuse. The runtime reaches the library through ROCM_BINDGEN_HIP_LIBRARY, the test
// through FaultDriver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace fault {

/// A device of the driver.
struct Device {
  std::string arch;                ///< target ID, as in gcnArchName: "gfx90a:sramecc+:xnack-"
  unsigned machine = 0;            ///< low byte of e_flags in its code objects: 0x3f for gfx90a
  int wavefront_size = 64;         ///< lanes
  std::string name;                ///< "AMD Instinct MI210"
  std::uint64_t memory_bytes = 0;  ///< total global memory
  std::vector<unsigned> generics;  ///< machine numbers of the generic targets whose code objects it also loads
};

/// The number of objects that were created and not released. A release that was made to fail counts as done, because it
/// must not be repeated.
struct Live {
  int allocations = 0;
  int pinned = 0;
  int streams = 0;
  int events = 0;
  int modules = 0;
  int graphs = 0;
  int graph_execs = 0;

  auto all() const { return std::tie(allocations, pinned, streams, events, modules, graphs, graph_execs); }
  bool operator==(const Live& other) const { return all() == other.all(); }
  bool operator!=(const Live& other) const { return !(*this == other); }
};
std::ostream& operator<<(std::ostream& out, const Live& live);

struct Extent {
  unsigned x = 1, y = 1, z = 1;

  bool operator==(const Extent& other) const { return std::tie(x, y, z) == std::tie(other.x, other.y, other.z); }
};

/// A kernel that was launched, either directly or as a node of a graph.
struct Launch {
  std::string function;
  Extent grid;       ///< workgroups
  Extent block;      ///< work-items per workgroup
  unsigned lds = 0;  ///< bytes of dynamic LDS
  void* stream = nullptr;
  int device = 0;
  bool from_graph = false;
  /// Copies of the values; empty unless set_kernel() gave their sizes.
  std::vector<std::vector<std::byte>> arguments;

  template <typename Type>
  Type argument(std::size_t index) const {
    const auto& bytes = arguments.at(index);
    if (bytes.size() != sizeof(Type)) throw std::logic_error(function + ": argument of another size");
    Type value;
    std::memcpy(static_cast<void*>(&value), bytes.data(), sizeof value);
    return value;
  }
};

/// What the driver knows about a kernel in addition to its name in the code object.
struct Kernel {
  std::vector<std::size_t> parameter_sizes;  ///< bytes of each; if empty, arguments are not read
  std::function<void(const Launch&)> run;    ///< computes on the device memory, without holding any lock; may be empty
  int max_workgroup_size = 1024;             ///< work-items, as hipFuncGetAttribute returns it
  int static_lds = 0;                        ///< bytes
};

constexpr int kForever = std::numeric_limits<int>::max();

/// Controls the fake library, which implements this interface itself. All functions are thread safe.
class Control {
 public:
  /// Calls `nth` (1 is the next) to `nth + times - 1` of `function`, counted from now on, return `error`. Functions
  /// that release something still release it. hipGetErrorName and hipGetErrorString return null. Throws
  /// std::invalid_argument for a function that the library does not have.
  virtual void fail(const std::string& function, int nth, int error, int times = 1) = 0;
  /// hipMalloc fails if the memory in use on its device would exceed this; hipMemGetInfo reports matching values.
  virtual void fail_out_of_memory_above(std::uint64_t bytes) = 0;
  /// Every later call that uses a device fails with 719, hipErrorLaunchFailure. Functions that release something still
  /// release it.
  virtual void lose_device() = 0;
  /// Resets the driver to its state after loading, with one device, a gfx90a:sramecc+:xnack-, which is current in no
  /// thread. Objects that are still live are counted in the result, then forgotten, and their memory is freed. No other
  /// thread may be inside the driver.
  virtual Live reset() = 0;

  /// Replaces the devices; none is current in any thread. Every object must have been released before.
  virtual void set_devices(std::vector<Device> devices) = 0;
  /// Sets the result of hipRuntimeGetVersion: major * 10^7 + minor * 10^5 + patch; 60241134 after reset().
  virtual void set_runtime_version(int version) = 0;
  /// Sets the time that each load of a module takes; 0 after reset().
  virtual void set_load_milliseconds(int milliseconds) = 0;
  /// Sets whether devices can access each other's memory; they can after reset().
  virtual void set_peer_access(bool possible) = 0;
  virtual void set_kernel(const std::string& name, Kernel kernel) = 0;

  virtual std::vector<std::string> functions() const = 0;  ///< the functions that this library exports
  virtual int calls(const std::string& function) const = 0;
  virtual int loads() const = 0;                  ///< successful loads of modules
  virtual int most_concurrent_loads() const = 0;  ///< largest number of concurrent calls of hipModuleLoadData
  virtual Live live() const = 0;
  virtual std::vector<std::string> misuse() const = 0;  ///< "hipFree: memory that was released before"
  virtual std::vector<Launch> launches() const = 0;
  /// The device of the calling thread; -1 if it has never called hipSetDevice.
  virtual int current_device() const = 0;
  /// The value that hipGetLastError would return in the calling thread; it is not cleared.
  virtual int last_error() const = 0;

 protected:
  ~Control() = default;
};

/// Opens the library and resets it at the beginning and end of its own lifetime. The library stays loaded, so a dlopen
/// of the same file by the runtime reaches the same state.
class FaultDriver {
 public:
  explicit FaultDriver(const std::string& library);
  FaultDriver(const FaultDriver&) = delete;
  FaultDriver& operator=(const FaultDriver&) = delete;
  ~FaultDriver();

  Control* operator->() const { return control_; }
  /// Returns null if the library does not export it.
  void* symbol(const char* name) const;

 private:
  void* library_ = nullptr;
  Control* control_ = nullptr;
};

}  // namespace fault
