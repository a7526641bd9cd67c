#include "driver/stream.hpp"

namespace rocm_bindgen::emulator {

runtime::Status Stream::submit(Work operation) {
  {
    const std::lock_guard lock(mutex_);
    if (graph_ != nullptr) {
      graph_->operations.push_back(std::move(operation));
      return runtime::kSuccess;
    }
  }
  return operation();
}

bool Stream::recording() const {
  const std::lock_guard lock(mutex_);
  return graph_ != nullptr;
}

bool Stream::begin_capture() {
  const std::lock_guard lock(mutex_);
  if (graph_ != nullptr) return false;
  graph_ = std::make_unique<Graph>();
  return true;
}

std::unique_ptr<Graph> Stream::end_capture() {
  const std::lock_guard lock(mutex_);
  return std::move(graph_);
}

}  // namespace rocm_bindgen::emulator
