#include "runtime/loader/fault_cuda/fault_cuda.hpp"

#include <dlfcn.h>
#include <stdexcept>

namespace fault_cuda {

FaultCuda::FaultCuda(const std::string& library) : library_(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr) throw std::runtime_error(dlerror());
  const auto control = reinterpret_cast<Control* (*)()>(symbol("fault_cuda_control"));
  if (control == nullptr) throw std::runtime_error(library + " is not the fault libcuda");
  control_ = control();
  control_->reset();
}

FaultCuda::~FaultCuda() {
  control_->reset();
  dlclose(library_);
}

void* FaultCuda::symbol(const char* name) const {
  return dlsym(library_, name);
}

}  // namespace fault_cuda
