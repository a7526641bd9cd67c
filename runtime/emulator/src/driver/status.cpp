#include "driver/status.hpp"

namespace rocm_bindgen::emulator {

runtime::Status Failures::add(ErrorCode kind, std::string text, runtime::KernelFault fault) {
  const std::lock_guard lock(mutex_);
  failures_.push_back({kind, std::move(text), fault});
  if (failures_.size() > kKept) {
    failures_.pop_front();
    ++first_;
  }
  return first_ + static_cast<runtime::Status>(failures_.size()) - 1;
}

const Failures::Failure* Failures::find(runtime::Status status) const {
  if (status < first_ || status >= first_ + static_cast<runtime::Status>(failures_.size())) return nullptr;
  return &failures_[static_cast<std::size_t>(status - first_)];
}

std::string Failures::text(runtime::Status status) const {
  if (status == runtime::kNoSuchFunction) return "the emulated device has no such function";
  const std::lock_guard lock(mutex_);
  const auto* failure = find(status);
  return failure == nullptr ? "failure " + std::to_string(status) : failure->text;
}

ErrorCode Failures::kind(runtime::Status status) const {
  if (status == runtime::kNoSuchFunction) return ErrorCode::unsupported;
  const std::lock_guard lock(mutex_);
  const auto* failure = find(status);
  return failure == nullptr ? ErrorCode::driver_failure : failure->kind;
}

runtime::KernelFault Failures::fault(runtime::Status status) const {
  const std::lock_guard lock(mutex_);
  const auto* failure = find(status);
  return failure == nullptr ? runtime::KernelFault::none : failure->fault;
}

}  // namespace rocm_bindgen::emulator
