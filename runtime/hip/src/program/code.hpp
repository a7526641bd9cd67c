// A code object on the device, with the kernels and variables that were asked for.
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
  Code* code = nullptr;
  int max_dynamic_lds = 0;  ///< what hipFuncSetAttribute() was given; 0: nothing
};

struct Variable {
  void* memory = nullptr;
  std::size_t bytes = 0;
};

/// Thread safe.
class Code : public std::enable_shared_from_this<Code> {
 public:
  /// Loads the best fit for the device from a bundle or an ELF file. Throws Failure or Error.
  static std::shared_ptr<Code> load(const void* data, std::size_t bytes);
  ~Code();
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  /// Null if it has no kernel of that name. Lives as long as this.
  Kernel* find_kernel(const std::string& name);
  /// No memory if there is no variable of that name.
  Variable find_variable(const std::string& name);

 private:
  explicit Code(runtime::ModuleHandle module) : module_(module) {}

  runtime::ModuleHandle module_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Kernel>> kernels_;
};

}  // namespace rocm_bindgen::hip
