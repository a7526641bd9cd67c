// How a test steers the fault driver: a libamdhip64 whose every function can be made to fail, and which notes every
// wrong use of it. The runtime reaches the library through ROCM_BINDGEN_HIP_LIBRARY, the test through FaultDriver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace fault {

/// A device that the driver has.
struct Device {
  std::string arch;                ///< target ID, as in gcnArchName: "gfx90a:sramecc+:xnack-"
  unsigned machine = 0;            ///< low byte of e_flags of code objects for it: 0x3f for gfx90a
  int wavefront_size = 64;         ///< lanes
  std::string name;                ///< "AMD Instinct MI210"
  std::uint64_t memory_bytes = 0;  ///< of global memory, in all
  std::vector<unsigned> generics;  ///< machine numbers of the generic targets that it runs too; empty: none
};

/// Objects that were made and not handed back. A release that was made to fail counts as handed back, since nobody may
/// try it again.
struct Live {
  int allocations = 0;
  int pinned = 0;
  int streams = 0;
  int events = 0;
  int modules = 0;
  int graphs = 0;
  int graph_execs = 0;

  bool operator==(const Live&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Live& live);

struct Extent {
  unsigned x = 1, y = 1, z = 1;

  bool operator==(const Extent&) const = default;
};

/// A kernel that was started, by itself or as a node of a graph.
struct Launch {
  std::string function;
  Extent grid;       ///< workgroups
  Extent block;      ///< work-items of a workgroup
  unsigned lds = 0;  ///< bytes of dynamic LDS
  void* stream = nullptr;
  int device = 0;
  bool from_graph = false;
  /// Copies of the values; empty unless set_kernel() said how large they are.
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

/// What the driver knows of a kernel beyond its name in the code object.
struct Kernel {
  std::vector<std::size_t> parameter_sizes;  ///< bytes of each; empty: arguments are not looked at
  std::function<void(const Launch&)> run;    ///< computes on the device memory, outside of all locks; may be empty
  int max_workgroup_size = 1024;             ///< work-items, as hipFuncGetAttribute tells it
  int static_lds = 0;                        ///< bytes
};

constexpr int kForever = std::numeric_limits<int>::max();

/// Lives in the library. All functions are thread safe.
class Control {
 public:
  /// The nth call of `function` from now on (1 is the next) and the `times - 1` following return `error`. Functions
  /// that release something do release it. hipGetErrorName and hipGetErrorString return null. Throws
  /// std::invalid_argument for a function that the library does not have.
  virtual void fail(const std::string& function, int nth, int error, int times = 1) = 0;
  /// hipMalloc fails where the memory in use on its device would exceed this; hipMemGetInfo tells the same story.
  virtual void fail_out_of_memory_above(std::uint64_t bytes) = 0;
  /// Every later call that touches a device fails with 719. Releases release.
  virtual void lose_device() = 0;
  /// A driver as freshly loaded, with one gfx90a:sramecc+:xnack-, current in no thread. Returns what was still alive;
  /// that is forgotten, its memory freed. No other thread may be inside the driver.
  virtual Live reset() = 0;

  /// Replaces the devices; none is current in any thread. Every object must have been released before.
  virtual void set_devices(std::vector<Device> devices) = 0;
  virtual void set_runtime_version(int version) = 0;
  virtual void set_load_milliseconds(int milliseconds) = 0;
  /// Whether devices can reach each other's memory; they can after reset().
  virtual void set_peer_access(bool possible) = 0;
  virtual void set_kernel(const std::string& name, Kernel kernel) = 0;

  virtual std::vector<std::string> functions() const = 0;  ///< that this library exports
  virtual int calls(const std::string& function) const = 0;
  virtual int loads() const = 0;                  ///< modules loaded with success
  virtual int most_concurrent_loads() const = 0;  ///< calls of hipModuleLoadData that were under way at one time
  virtual Live live() const = 0;
  virtual std::vector<std::string> misuse() const = 0;  ///< "hipFree: memory that was released before"
  virtual std::vector<Launch> launches() const = 0;
  /// Of the calling thread; -1 if hipSetDevice was never called in it.
  virtual int current_device() const = 0;
  /// Of the calling thread: what hipGetLastError would return. It stays.
  virtual int last_error() const = 0;

 protected:
  ~Control() = default;
};

/// Opens the library and resets it, at both ends of its life. The library itself stays loaded, so the runtime's own
/// dlopen of the same file reaches the same state.
class FaultDriver {
 public:
  explicit FaultDriver(const std::string& library);
  FaultDriver(const FaultDriver&) = delete;
  FaultDriver& operator=(const FaultDriver&) = delete;
  ~FaultDriver();

  Control* operator->() const { return control_; }
  /// Null if the library does not export it.
  void* symbol(const char* name) const;

 private:
  void* library_ = nullptr;
  Control* control_ = nullptr;
};

}  // namespace fault
