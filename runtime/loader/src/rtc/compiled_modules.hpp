#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "rocm_bindgen/device_info.hpp"
#include "rocm_bindgen/module.hpp"
#include "rocm_bindgen/rtc.hpp"

namespace rocm_bindgen::runtime {

/// A module of one code object, with all that it points to.
class CompiledModule {
 public:
  /// Reads which kernels `image` has, and what they take. Throws bad_code_object.
  CompiledModule(std::string name, std::string target, std::string image);
  CompiledModule(const CompiledModule&) = delete;
  CompiledModule& operator=(const CompiledModule&) = delete;
  ~CompiledModule();

  const Module& module() const { return module_; }

 private:
  struct Contents;
  std::unique_ptr<Contents> contents_;
  Module module_{};
};

/// What was compiled at run time for a device: once for each source and its options, and there as long as the device.
class CompiledModules {
 public:
  /// From this process, from disk, or compiled now: one source at a time, and threads that ask for what is known
  /// already do not wait for that.
  const Module& get(const DeviceInfo& device, const std::string& source, const CompileOptions& options);

 private:
  /// Null if it is not known.
  const Module* find(const std::string& key);
  const Module& keep(const std::string& key, const DeviceInfo& device, const CompileOptions& options,
                     std::string image);

  std::mutex compiling_;
  std::mutex mutex_;                               ///< guards what follows
  std::map<std::string, CompiledModule> modules_;  ///< by key
};

}  // namespace rocm_bindgen::runtime
