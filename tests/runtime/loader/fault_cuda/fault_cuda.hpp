// How a test steers the fault libcuda: a driver of two devices whose every function can be made to fail, and which
// notes every wrong use of it. The runtime reaches it through ROCM_BINDGEN_CUDA_LIBRARY, the test through FaultCuda.
#pragma once

#include <string>
#include <vector>

#include "runtime/loader/fault_driver/fault_control.hpp"

namespace fault_cuda {

/// Lives in the library. All functions are thread safe. `function` is the exported name: "cuMemAlloc_v2".
class Control {
 public:
  /// The nth call of `function` from now on (1 is the next) returns `status`. Functions that release do release.
  virtual void fail(const std::string& function, int nth, int status) = 0;
  /// A driver as freshly loaded, no context current in any thread. What is alive is forgotten, its memory freed. No
  /// other thread may be inside the driver.
  virtual void reset() = 0;
  virtual void set_kernel(const std::string& name, fault::Kernel kernel) = 0;

  virtual int calls(const std::string& function) const = 0;
  virtual std::vector<std::string> functions() const = 0;  ///< those called since reset()
  /// Objects that were made and not handed back.
  virtual fault::Live live() const = 0;
  virtual int retained(int device) const = 0;  ///< claims on its primary context
  /// What work on the null stream waits for somebody to wait for it: it is done no sooner than it must.
  virtual int pending() const = 0;
  virtual std::vector<std::string> misuse() const = 0;  ///< "cuMemFree_v2: memory that was released before"
  virtual std::vector<fault::Launch> launches() const = 0;

  /// A context of the test's own, as cuCtxCreate makes it.
  virtual void* make_context(int device) = 0;
  /// Of the calling thread; null: none. Not counted as calls.
  virtual void* current() const = 0;
  virtual void set_current(void* context) = 0;

 protected:
  ~Control() = default;
};

/// Opens the library and resets it, at both ends of its life. The library itself stays loaded, so the runtime's own
/// dlopen of the same file reaches the same state.
class FaultCuda {
 public:
  explicit FaultCuda(const std::string& library);
  FaultCuda(const FaultCuda&) = delete;
  FaultCuda& operator=(const FaultCuda&) = delete;
  ~FaultCuda();

  Control* operator->() const { return control_; }
  /// Null if the library does not export it.
  void* symbol(const char* name) const;

 private:
  void* library_ = nullptr;
  Control* control_ = nullptr;
};

}  // namespace fault_cuda
