#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeobject/decode.hpp"
#include "drivers/driver.hpp"
#include "rocm_bindgen/kernel.hpp"
#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

struct DeviceState;
class LoadedModule;

/// A kernel of a loaded module.
struct LoadedKernel {
  LoadedModule* module = nullptr;
  const KernelInfo* info = nullptr;
  std::atomic<FunctionHandle> function{nullptr};  ///< null until the first look-up
  // Written before `function`, and not changed any more.
  FunctionLimits limits;
  std::vector<ArgumentKind> parameter_kinds;
  std::atomic<std::uint32_t> allowed_lds{0};  ///< dynamic LDS that the driver was asked to allow
};

/// A module on a device: loaded when made, unloaded when destroyed.
class LoadedModule {
 public:
  /// Chooses, decompresses and checks a code object and has the driver load it.
  LoadedModule(DeviceState& device, const Module& module);
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;
  ~LoadedModule();

  /// The kernel of that name or symbol, with its function. Throws unknown_kernel, with a name that is like it.
  LoadedKernel& kernel(std::string_view name) {
    const std::size_t hash = hash_of(name);
    for (std::size_t at = hash;; ++at) {
      const Name& entry = names_[at & names_mask_];
      if (entry.hash == hash && entry.text == name) return ready(kernels_[entry.kernel]);
      if (entry.text.data() == nullptr) throw_unknown(name);
    }
  }

  /// The kernel of that place in the module.
  LoadedKernel& kernel(std::size_t index) {
    if (index >= module_.kernel_count) throw_unknown(index);
    return ready(kernels_[index]);
  }

  void find_all_functions();

  DeviceState& device() const noexcept { return device_; }
  const std::string& name() const noexcept { return name_; }
  std::size_t image_bytes() const noexcept { return image_bytes_; }

 private:
  struct Name {
    std::string_view text;  ///< of the module's; null data = a free place
    std::size_t hash = 0;
    std::size_t kernel = 0;
  };

  static std::size_t hash_of(std::string_view name) noexcept { return std::hash<std::string_view>{}(name); }

  LoadedKernel& ready(LoadedKernel& kernel) {
    if (kernel.function.load(std::memory_order_acquire) == nullptr) find_function(kernel);
    return kernel;
  }

  void index_names();
  void add_name(const char* name, std::size_t kernel);
  void find_function(LoadedKernel& kernel);
  [[noreturn]] void throw_unknown(std::string_view name) const;
  [[noreturn]] void throw_unknown(std::size_t index) const;

  DeviceState& device_;
  const Module module_;     ///< its arrays are the caller's
  const std::string name_;  ///< ours, so that unloading reads nothing of a module that may be gone
  std::unique_ptr<LoadedKernel[]> kernels_;
  std::vector<Name> names_;  ///< open addressing, at most half full
  std::size_t names_mask_ = 0;
  std::mutex mutex_;  ///< one thread at a time finds functions
  std::optional<Image> image_;  ///< kept only for drivers that go on reading it
  std::size_t image_bytes_ = 0;
  ModuleHandle handle_ = nullptr;
};

}  // namespace rocm_bindgen::runtime
