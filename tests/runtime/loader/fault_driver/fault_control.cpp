#include "runtime/loader/fault_driver/fault_control.hpp"

#include <dlfcn.h>
#include <ostream>

namespace fault {

std::ostream& operator<<(std::ostream& out, const Live& live) {
  return out << live.allocations << " allocations, " << live.pinned << " pinned, " << live.streams << " streams, "
             << live.events << " events, " << live.modules << " modules, " << live.graphs << " graphs, "
             << live.graph_execs << " graph execs";
}

FaultDriver::FaultDriver(const std::string& library) : library_(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr) throw std::runtime_error(dlerror());
  const auto control = reinterpret_cast<Control* (*)()>(symbol("fault_driver_control"));
  if (control == nullptr) throw std::runtime_error(library + " is not a fault driver");
  control_ = control();
  control_->reset();
}

FaultDriver::~FaultDriver() {
  control_->reset();
  dlclose(library_);
}

void* FaultDriver::symbol(const char* name) const {
  return dlsym(library_, name);
}

}  // namespace fault
