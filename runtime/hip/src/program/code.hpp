// A code object that is loaded on the device, and its kernels and variables, which are looked up by name.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/device.hpp"
#include "drivers/driver.hpp"

namespace rocm_bindgen::hip {

class Code;

struct Kernel {
  std::string name;
  runtime::FunctionHandle handle = nullptr;
  runtime::FunctionLimits limits;
  runtime::FunctionResources resources;
  Code* code = nullptr;  ///< owns this kernel
};

struct Variable {
  void* memory = nullptr;
  std::size_t bytes = 0;
};

/// A loaded code object, which is unloaded with the last reference: its owner's, or that of a launch. Thread safe.
class Code : public std::enable_shared_from_this<Code> {
 public:
  /// Loads the code object that fits the device best from a bundle, or an ELF file. Throws Failure or Error.
  static std::shared_ptr<Code> load(const void* data, std::size_t bytes);
  ~Code();
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  /// Returns null if there is no kernel of this name. The kernel is valid as long as this object.
  Kernel* find_kernel(const std::string& name);
  /// Returns null memory if there is no variable of this name.
  Variable find_variable(const std::string& name);

 private:
  explicit Code(runtime::ModuleHandle module) : module_(module) {}

  runtime::ModuleHandle module_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Kernel>> kernels_;
};

}  // namespace rocm_bindgen::hip
