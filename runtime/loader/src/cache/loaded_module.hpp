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

struct ClaimedDevice;
class LoadedModule;

/// A kernel of a loaded module.
struct LoadedKernel {
  LoadedModule* module = nullptr;
  const KernelInfo* info = nullptr;
  std::string_view names[2];                      ///< in the header, and in the code objects
  std::atomic<FunctionHandle> function{nullptr};  ///< null until the first look-up
  // Written before `function`, and not changed any more.
  FunctionLimits limits;
  std::vector<ArgumentKind> parameter_kinds;
};

/// A module on a device: loaded when made, unloaded when destroyed.
class LoadedModule {
 public:
  /// Chooses, decompresses and checks a code object and has the driver load it.
  LoadedModule(ClaimedDevice& device, const Module& module);
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;
  ~LoadedModule();

  /// The kernel of that name or symbol, with its function. Throws unknown_kernel, with a name that is like it.
  LoadedKernel& kernel(std::string_view name) {
    const auto hash = hash_of(name);
    for (std::size_t at = hash;; ++at) {
      const Name& entry = names_[at & names_mask_];
      if (entry.number == 0) throw_unknown(name);
      if (entry.hash == hash && text_of(entry) == name) return ready(kernels_[(entry.number - 1) / 2]);
    }
  }

  /// The kernel of that place in the module.
  LoadedKernel& kernel(std::size_t index) {
    if (index >= module_.kernel_count) throw_unknown(index);
    return ready(kernels_[index]);
  }

  void find_all_functions();

  /// Unloads it now, so that a failure can be thrown; nothing else may be called then. It is gone either way.
  void unload();

  ClaimedDevice& device() const noexcept { return device_; }
  const std::string& name() const noexcept { return name_; }
  std::size_t image_bytes() const noexcept { return image_bytes_; }

 private:
  /// Small, so that the table of a large module stays in the cache.
  struct Name {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;  ///< 1 + 2 * kernel, and 1 more for its symbol; 0: a free place
  };

  static std::uint32_t hash_of(std::string_view name) noexcept {
    return static_cast<std::uint32_t>(std::hash<std::string_view>{}(name));
  }
  std::string_view text_of(const Name& name) const noexcept {
    return kernels_[(name.number - 1) / 2].names[(name.number - 1) % 2];
  }

  LoadedKernel& ready(LoadedKernel& kernel) {
    if (kernel.function.load(std::memory_order_acquire) == nullptr) find_function(kernel);
    return kernel;
  }

  void index_names();
  void add_name(std::size_t kernel, std::size_t which);
  void check_arguments(const LoadedKernel& kernel) const;
  void find_function(LoadedKernel& kernel);
  [[noreturn]] void throw_unknown(std::string_view name) const;
  [[noreturn]] void throw_unknown(std::size_t index) const;

  ClaimedDevice& device_;
  const Module module_;     ///< its arrays are the caller's
  const std::string name_;  ///< ours, so that unloading reads nothing of a module that may be gone
  std::unique_ptr<LoadedKernel[]> kernels_;
  std::vector<Name> names_;  ///< open addressing, at most half full
  std::size_t names_mask_ = 0;
  std::mutex mutex_;            ///< one thread at a time finds functions
  std::optional<Image> image_;  ///< kept only for drivers that go on reading it
  std::size_t image_bytes_ = 0;
  ModuleHandle handle_ = nullptr;
};

}  // namespace rocm_bindgen::runtime
