#include "rocm_bindgen/kernel.hpp"

#include <array>

#include "api/device_state.hpp"
#include "cache/parameter_kind.hpp"
#include "log.hpp"

namespace rocm_bindgen {
namespace {

using runtime::DeviceState;
using runtime::LoadedKernel;

/// The number of arguments for which the list of a launch is kept on the stack. Longer lists are rare and are
/// allocated.
constexpr std::size_t kUsualArguments = 32;

using runtime::described;

std::string described(const LoadedKernel& kernel) {
  const auto& module = *kernel.module;
  return "kernel '" + std::string(kernel.info->name) + "' of module '" + module.name() + "' on " +
         described(module.device().info);
}

std::string text(const Dim3& sizes) {
  return std::to_string(sizes.x) + " x " + std::to_string(sizes.y) + " x " + std::to_string(sizes.z);
}

constexpr const char* name_of(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::pointer:
      return "a pointer";
    case ArgumentKind::integer:
      return "an integer";
    case ArgumentKind::floating:
      return "a floating-point value";
    case ArgumentKind::other:
      break;
  }
  return "a value";
}

bool any_zero(const Dim3& sizes) {
  return sizes.x == 0 || sizes.y == 0 || sizes.z == 0;
}

bool any_beyond(const Dim3& sizes, const Dim3& limit) {
  return sizes.x > limit.x || sizes.y > limit.y || sizes.z > limit.z;
}

std::uint64_t product(const Dim3& sizes) {
  return std::uint64_t{sizes.x} * sizes.y * sizes.z;
}

bool too_many_items(const Dim3& grid, const Dim3& workgroup, std::uint64_t limit) {
  return limit != 0 && (std::uint64_t{grid.x} * workgroup.x > limit || std::uint64_t{grid.y} * workgroup.y > limit ||
                        std::uint64_t{grid.z} * workgroup.z > limit);
}

/// Describes what is wrong with the sizes of a launch; empty if they are valid.
std::string geometry_error(const LoadedKernel& kernel, const LaunchConfig& config) {
  const auto& info = kernel.module->device().info;
  const auto& [grid, workgroup, lds] = config;
  if (any_zero(grid)) return "the grid is " + text(grid) + " workgroups; do not launch a kernel if there is no work";
  if (any_zero(workgroup)) return "the workgroup is " + text(workgroup) + " work-items";
  if (any_beyond(grid, info.max_grid))
    return "the grid is " + text(grid) + " workgroups; the device allows " + text(info.max_grid);
  if (any_beyond(workgroup, info.max_workgroup))
    return "the workgroup is " + text(workgroup) + " work-items; the device allows " + text(info.max_workgroup);
  if (product(workgroup) > kernel.limits.workgroup_size)
    return "the workgroup is " + text(workgroup) + " = " + std::to_string(product(workgroup)) +
           " work-items; the kernel allows " + std::to_string(kernel.limits.workgroup_size);
  if (too_many_items(grid, workgroup, info.max_grid_items))
    return "the grid is " + text(grid) + " workgroups of " + text(workgroup) + "; the device allows " +
           std::to_string(info.max_grid_items) + " work-items per dimension";
  if (std::uint64_t{lds} + kernel.limits.static_lds > info.max_lds_bytes)
    return std::to_string(lds) + " bytes of dynamic LDS and the kernel's own " +
           std::to_string(kernel.limits.static_lds) + " exceed the device's " + std::to_string(info.max_lds_bytes) +
           " per workgroup";
  return {};
}

/// Refuses null pointers. `value(i)` returns the address of argument i's value.
template <class Value>
void require_values(const LoadedKernel& kernel, const void* list, std::size_t count, const Value& value) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::bad_argument, "launching " + described(kernel) + ": " + what + " is null");
  };
  if (list == nullptr && count != 0) refuse("the list of its " + std::to_string(count) + " arguments");
  for (std::size_t i = 0; i < count; ++i)
    if (value(i) == nullptr) refuse("the value of argument " + std::to_string(i + 1));
}

void check_arguments(const LoadedKernel& kernel, const Argument* arguments, std::size_t count) {
  const auto& info = *kernel.info;
  if (count != info.parameter_count)
    throw Error(ErrorCode::bad_argument, "launching " + described(kernel) + ": it has " +
                                             std::to_string(info.parameter_count) + " parameters, but was given " +
                                             std::to_string(count) + " arguments");
  for (std::size_t i = 0; i < count; ++i) {
    const auto& parameter = info.parameters[i];
    const auto wanted = kernel.parameter_kinds[i];
    const auto got = arguments[i].kind;
    const bool size_fits = arguments[i].size == parameter.size;
    // An argument of kind `other` (a struct, for example) fits every parameter of its size. A parameter of kind `other`
    // accepts everything of its size except a pointer.
    const bool kind_fits = wanted == got || got == ArgumentKind::other || parameter.type == runtime::kUnknownKind ||
                           (wanted == ArgumentKind::other && got != ArgumentKind::pointer);
    if (size_fits && kind_fits) continue;
    const std::string name = parameter.name;
    const std::string type = parameter.type == runtime::kUnknownKind ? "" : parameter.type;
    throw Error(ErrorCode::bad_argument, "launching " + described(kernel) + ": argument " + std::to_string(i + 1) +
                                             (name.empty() ? "" : " ('" + name + "')") + " is " +
                                             (type.empty() ? "" : "a '" + type + "', ") + name_of(wanted) + " of " +
                                             std::to_string(parameter.size) + " bytes, but was given " + name_of(got) +
                                             " of " + std::to_string(arguments[i].size) + " bytes");
  }
}

/// Checks the stream and the sizes of the launch, and passes the launch to the driver.
void enqueue(LoadedKernel& kernel, const LaunchConfig& config, Stream& stream, const void* const* arguments) {
  auto& device = kernel.module->device();
  if (auto& owner = stream.state(); &owner != &device)
    throw Error(ErrorCode::bad_argument,
                "launching " + described(kernel) + ": the stream belongs to " + described(owner.info));
  if (const auto wrong = geometry_error(kernel, config); !wrong.empty())
    throw Error(ErrorCode::bad_launch, "launching " + described(kernel) + ": " + wrong);
  const runtime::DeviceScope scope(device);
  if (runtime::logs(LogLevel::debug))
    runtime::log(LogLevel::debug, "launching " + described(kernel) + ": grid " + text(config.grid) + ", workgroup " +
                                      text(config.workgroup) + ", " + std::to_string(config.lds_bytes) +
                                      " bytes of LDS");
  // Relaxed, because the look-up that returned the kernel has loaded the function with acquire.
  const auto status =
      device.driver->launch(kernel.function.load(std::memory_order_relaxed), config, stream.native_handle(), arguments);
  if (status != runtime::kSuccess)
    throw_driver_error(device, status,
                       "launching kernel '" + std::string(kernel.info->name) + "' of module '" + kernel.module->name() +
                           "' (grid " + text(config.grid) + ", workgroup " + text(config.workgroup) + ")");
}

}  // namespace

std::uint32_t workgroups_for(std::size_t items, std::uint32_t size) {
  if (size == 0) throw Error(ErrorCode::bad_launch, "workgroups of 0 work-items");
  const std::size_t count = items == 0 ? 1 : (items - 1) / size + 1;
  if (count > UINT32_MAX)
    throw Error(ErrorCode::bad_launch, std::to_string(items) + " work-items in workgroups of " + std::to_string(size) +
                                           " are " + std::to_string(count) + " workgroups, more than a grid can have");
  return static_cast<std::uint32_t>(count);
}

const KernelInfo& Kernel::info() const noexcept {
  return *loaded_->info;
}

std::uint32_t Kernel::max_workgroup_size() const noexcept {
  return loaded_->limits.workgroup_size;
}

std::uint32_t Kernel::static_lds_bytes() const noexcept {
  return loaded_->limits.static_lds;
}

void* Kernel::native_handle() const noexcept {
  return loaded_->function.load(std::memory_order_relaxed);
}

void Kernel::launch_checked(const LaunchConfig& config, Stream& stream, const Argument* arguments,
                            std::size_t count) const {
  require_values(*loaded_, arguments, count, [&](std::size_t i) { return arguments[i].value; });
  check_arguments(*loaded_, arguments, count);
  if (count <= kUsualArguments) {
    std::array<const void*, kUsualArguments> values;
    for (std::size_t i = 0; i < count; ++i) values[i] = arguments[i].value;
    enqueue(*loaded_, config, stream, values.data());
  } else {
    std::vector<const void*> values;
    values.reserve(count);
    for (std::size_t i = 0; i < count; ++i) values.push_back(arguments[i].value);
    enqueue(*loaded_, config, stream, values.data());
  }
}

ROCM_BINDGEN_API void launch(Stream& stream, const Module& module, std::uint32_t kernel, const LaunchConfig& config,
                             const void* const* arguments) {
  auto& loaded = stream.state().modules.get(module).kernel(kernel);
  require_values(loaded, arguments, loaded.info->parameter_count, [&](std::size_t i) { return arguments[i]; });
  enqueue(loaded, config, stream, arguments);
}

}  // namespace rocm_bindgen
