// The code object of code.hip, which the program loads as a module.
#pragma once

#include <filesystem>
#include <string>

#include "check.hpp"

/// The build puts the file next to the program.
inline std::string code_file() {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "code.hipfb").string();
}

inline hipModule_t load_code() {
  hipModule_t module = nullptr;
  HIP_CHECK(hipModuleLoad(&module, code_file().c_str()));
  return module;
}

inline hipFunction_t function_of(hipModule_t module, const char* name) {
  hipFunction_t function = nullptr;
  HIP_CHECK(hipModuleGetFunction(&function, module, name));
  return function;
}
