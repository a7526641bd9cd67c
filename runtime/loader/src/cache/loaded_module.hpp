// A module that is loaded on a device, and its kernels.
//
// Kernels are found by name through a hash table that is built when the module is loaded and never changes, so that a
// look-up takes no lock. A kernel's function is looked up in the driver at the kernel's first use, under the module's
// mutex, and published by a release store to LoadedKernel::function; readers load it with acquire. The other members of
// LoadedKernel are written before that store.
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

/// A kernel of a loaded module. Its address is fixed while the module is loaded.
struct LoadedKernel {
  LoadedModule* module = nullptr;
  const KernelInfo* info = nullptr;
  std::string_view names[2];                      ///< the name in the header, and the symbol in the code objects
  std::atomic<FunctionHandle> function{nullptr};  ///< null until the first look-up
  // Written before `function` is published, and constant afterwards.
  FunctionLimits limits;
  std::vector<ArgumentKind> parameter_kinds;  ///< one for each of info->parameters
};

/// A module on a device. The constructor loads it, the destructor unloads it.
class LoadedModule {
 public:
  /// Chooses, decompresses and checks a code object, and has the driver load it. Throws Error.
  LoadedModule(ClaimedDevice& device, const Module& module);
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;
  ~LoadedModule();

  /// The kernel with that name or symbol, with its function. Throws Error(unknown_kernel); the message suggests a
  /// similar name, if there is one.
  LoadedKernel& kernel(std::string_view name) {
    const auto hash = hash_of(name);
    for (std::size_t at = hash;; ++at) {
      const Name& entry = names_[at & names_mask_];
      if (entry.number == 0) throw_unknown(name);
      if (entry.hash == hash && text_of(entry) == name) return with_function(kernels_[(entry.number - 1) / 2]);
    }
  }

  /// The kernel at that position in the module.
  LoadedKernel& kernel(std::size_t index) {
    if (index >= module_.kernel_count) throw_unknown(index);
    return with_function(kernels_[index]);
  }

  /// Looks up the functions of all kernels.
  void find_all_functions();

  /// Unloads the module now, so that a failure can be thrown. The module counts as unloaded in either case, and nothing
  /// but the destructor may be called afterwards.
  void unload();

  ClaimedDevice& device() const noexcept { return device_; }
  const std::string& name() const noexcept { return name_; }
  std::size_t image_bytes() const noexcept { return image_bytes_; }

 private:
  /// An entry of the hash table. It is small, so that the table of a large module stays in the processor's cache.
  struct Name {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;  ///< 1 + 2 * kernel for a name, 1 more for a symbol; 0 = free slot
  };

  static std::uint32_t hash_of(std::string_view name) noexcept {
    return static_cast<std::uint32_t>(std::hash<std::string_view>{}(name));
  }
  std::string_view text_of(const Name& name) const noexcept {
    return kernels_[(name.number - 1) / 2].names[(name.number - 1) % 2];
  }

  /// Returns `kernel`, whose function is looked up if this is its first use.
  LoadedKernel& with_function(LoadedKernel& kernel) {
    if (kernel.function.load(std::memory_order_acquire) == nullptr) find_function(kernel);
    return kernel;
  }

  void index_names();
  /// Adds LoadedKernel::names[which] of a kernel to the hash table, unless the table has that text.
  void add_name(std::size_t kernel, std::size_t which);
  void check_arguments(const LoadedKernel& kernel) const;
  void find_function(LoadedKernel& kernel);
  [[noreturn]] void throw_unknown(std::string_view name) const;
  [[noreturn]] void throw_unknown(std::size_t index) const;

  ClaimedDevice& device_;
  const Module module_;     ///< a copy; its arrays belong to the caller
  const std::string name_;  ///< a copy, because unloading must not read a Module that may no longer exist
  std::unique_ptr<LoadedKernel[]> kernels_;
  std::vector<Name> names_;  ///< open addressing, at most half full
  std::size_t names_mask_ = 0;
  std::mutex mutex_;            ///< held while a function is looked up
  std::optional<Image> image_;  ///< kept only if the driver continues to read it
  std::size_t image_bytes_ = 0;
  ModuleHandle handle_ = nullptr;
};

}  // namespace rocm_bindgen::runtime
