// The interface through which a test controls a fake libcuda with two devices. The test can make any of its functions
// fail, and the library records every misuse. The runtime reaches it through ROCM_BINDGEN_CUDA_LIBRARY, the test
// through FaultCuda.
#pragma once

#include <string>
#include <vector>

#include "runtime/loader/fault_driver/fault_control.hpp"

namespace fault_cuda {

/// Controls the fake library, which implements this interface itself. All functions are thread safe. `function` is the
/// exported name: "cuMemAlloc_v2".
class Control {
 public:
  /// The nth call of `function` from now on (1 is the next) returns `status`. Functions that release something still
  /// release it.
  virtual void fail(const std::string& function, int nth, int status) = 0;
  /// Resets the driver to its state after loading, with no context current in any thread. Live objects are forgotten
  /// and their memory is freed. No other thread may be inside the driver.
  virtual void reset() = 0;
  /// Sets a kernel's parameters, its limits and what a launch computes. By default, a launch is recorded, but reads no
  /// arguments and computes nothing.
  virtual void set_kernel(const std::string& name, fault::Kernel kernel) = 0;

  virtual int calls(const std::string& function) const = 0;
  virtual std::vector<std::string> functions() const = 0;  ///< the functions called since reset()
  /// The number of objects that were created and not released.
  virtual fault::Live live() const = 0;
  virtual int retained(int device) const = 0;  ///< number of times the device's primary context is retained
  /// The number of operations on the null stream that have not run yet. They run only when something waits for them, so
  /// that a test notices where the runtime does not wait.
  virtual int pending() const = 0;
  virtual std::vector<std::string> misuse() const = 0;  ///< "cuMemFree_v2: memory that was released before"
  virtual std::vector<fault::Launch> launches() const = 0;

  /// Creates a context that belongs to the test, as cuCtxCreate does.
  virtual void* make_context(int device) = 0;
  /// Sets or returns the context of the calling thread; null means none. Not counted as calls.
  virtual void* current() const = 0;
  virtual void set_current(void* context) = 0;

 protected:
  ~Control() = default;
};

/// Opens the library. The constructor and the destructor reset it. As long as the object exists, the library stays
/// loaded, so a dlopen of the same file by the runtime reaches the same state.
class FaultCuda {
 public:
  explicit FaultCuda(const std::string& library);
  FaultCuda(const FaultCuda&) = delete;
  FaultCuda& operator=(const FaultCuda&) = delete;
  ~FaultCuda();

  Control* operator->() const { return control_; }
  /// Returns null if the library does not export it.
  void* symbol(const char* name) const;

 private:
  void* library_ = nullptr;
  Control* control_ = nullptr;
};

}  // namespace fault_cuda
