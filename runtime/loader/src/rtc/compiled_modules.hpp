// The modules that Device::compile() returns. A Module, as in an emitted header, only points to its contents; here the
// contents are made at run time and kept, at a fixed address, as long as the device.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "rocm_bindgen/device_info.hpp"
#include "rocm_bindgen/module.hpp"
#include "rocm_bindgen/rtc.hpp"

namespace rocm_bindgen::runtime {

/// A module with one code object. It owns everything that the Module points to.
class CompiledModule {
 public:
  /// Reads the kernels of `image` and their parameters. Throws Error(bad_code_object).
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

/// The modules compiled at run time for one device. A source with the same options is compiled once, and its module
/// lives as long as the device.
class CompiledModules {
 public:
  /// Returns the module from memory, from the cache on disk, or after compiling it. One source is compiled at a time;
  /// threads that ask for a module in memory do not wait for that.
  const Module& get(const DeviceInfo& device, const std::string& source, const CompileOptions& options);

 private:
  /// Returns null if the module is not in memory.
  const Module* find(const std::string& key);
  /// Adds a module to those in memory. Throws Error(bad_code_object) if the image cannot be read.
  const Module& keep(const std::string& key, const DeviceInfo& device, const CompileOptions& options,
                     std::string image);

  std::mutex compiling_;                           ///< held while a source is compiled or read from the cache
  std::mutex mutex_;                               ///< guards the members below
  std::map<std::string, CompiledModule> modules_;  ///< by key
};

}  // namespace rocm_bindgen::runtime
