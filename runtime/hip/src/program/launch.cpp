#include "program/launch.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "codeobject/occupancy.hpp"
#include "core/device.hpp"
#include "core/stream.hpp"

namespace rocm_bindgen::hip {
namespace {

/// Copies of a launch's arguments, which the stream keeps until the kernel has run.
struct Arguments {
  std::vector<std::vector<unsigned char>> values;

  std::vector<const void*> pointers() const {
    std::vector<const void*> list;
    list.reserve(values.size());
    for (const auto& value : values) list.push_back(value.data());
    return list;
  }
};

hipError_t fault_code(runtime::KernelFault fault) {
  switch (fault) {
    case runtime::KernelFault::memory_access:
      return hipErrorIllegalAddress;
    case runtime::KernelFault::assertion:
      return hipErrorAssert;
    default:
      return hipErrorLaunchFailure;
  }
}

/// The bytes of LDS that a workgroup needs; 2^64 - 1 if there are more.
std::uint64_t all_lds(const Kernel& kernel, std::uint64_t dynamic) {
  return kernel.limits.static_lds + std::min(dynamic, ~std::uint64_t{0} - kernel.limits.static_lds);
}

void check_size(const Kernel& kernel, const Launch& launch) {
  const auto& info = Device::get().info();
  const auto refuse = [&](const std::string& why) {
    throw Failure(hipErrorInvalidConfiguration, "kernel '" + kernel.name + "': " + why);
  };
  const auto& [grid, block] = std::pair(launch.grid, launch.block);
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || block.x == 0 || block.y == 0 || block.z == 0)
    refuse("the grid or the block is empty");
  const auto items = number_in(block);
  const auto limit = kernel.limits.workgroup_size == 0 ? info.max_workgroup_size : kernel.limits.workgroup_size;
  if (items > std::min(limit, info.max_workgroup_size))
    refuse("blocks of " + std::to_string(items) + " threads; the kernel was compiled for at most " +
           std::to_string(std::min(limit, info.max_workgroup_size)));
  const auto lds = all_lds(kernel, launch.dynamic_lds);
  if (lds > info.max_lds_bytes)
    refuse(std::to_string(lds) + " bytes of shared memory per block; the device has " +
           std::to_string(info.max_lds_bytes));
  // AMD's dispatch packets store the work-items of a dimension in 32 bits.
  const auto too_many = [](std::uint64_t blocks, std::uint64_t threads) { return blocks * threads > 0xffffffffu; };
  if (too_many(grid.x, block.x) || too_many(grid.y, block.y) || too_many(grid.z, block.z))
    refuse("a dimension of the grid has 2^32 threads or more");
}

void submit(Kernel& kernel, const Launch& launch, Arguments arguments) {
  auto& device = Device::get();
  auto stream = Streams::get().find(launch.stream);
  LaunchConfig config;
  config.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
  config.workgroup = {launch.block.x, launch.block.y, launch.block.z};
  config.lds_bytes = static_cast<std::uint32_t>(launch.dynamic_lds);
  // Shared, because std::function copies what it captures. `owner` keeps the code object loaded until the kernel has
  // run.
  auto shared = std::make_shared<const Arguments>(std::move(arguments));
  Streams::get().submit(stream, [&device, &kernel, config, shared, cooperative = launch.cooperative,
                                 owner = kernel.code->shared_from_this()] {
    if (device.fault() != hipSuccess) return;
    const auto pointers = shared->pointers();
    auto& driver = device.driver();
    const auto status = cooperative ? driver.launch_cooperative(kernel.handle, config, nullptr, pointers.data())
                                    : driver.launch(kernel.handle, config, nullptr, pointers.data());
    if (status == runtime::kSuccess) return;
    say(device.driver().error_text(status));
    device.set_fault(fault_code(device.driver().kernel_fault(status)));
  });
}

}  // namespace

void launch_kernel(Kernel& kernel, const Launch& launch, void* const* arguments) {
  check_size(kernel, launch);
  Arguments copied;
  for (std::size_t i = 0; i < kernel.limits.argument_bytes.size(); ++i) {
    if (arguments == nullptr || arguments[i] == nullptr)
      throw Failure(hipErrorInvalidValue,
                    "kernel '" + kernel.name + "': argument " + std::to_string(i) + " is missing");
    const auto* begin = static_cast<const unsigned char*>(arguments[i]);
    copied.values.emplace_back(begin, begin + kernel.limits.argument_bytes[i]);
  }
  submit(kernel, launch, std::move(copied));
}

void launch_packed(Kernel& kernel, const Launch& launch, const void* buffer, std::size_t bytes) {
  check_size(kernel, launch);
  Arguments copied;
  for (std::size_t i = 0; i < kernel.limits.argument_bytes.size(); ++i) {
    const auto offset = kernel.limits.argument_offsets[i], size = kernel.limits.argument_bytes[i];
    if (offset > bytes || size > bytes - offset)
      throw Failure(hipErrorInvalidValue, "kernel '" + kernel.name + "': the buffer of " + std::to_string(bytes) +
                                              " bytes ends before argument " + std::to_string(i));
    const auto* begin = static_cast<const unsigned char*>(buffer) + offset;
    copied.values.emplace_back(begin, begin + size);
  }
  submit(kernel, launch, std::move(copied));
}

std::uint64_t number_in(const dim3& size) {
  const auto plane = std::uint64_t{size.x} * size.y;
  return size.z != 0 && plane > ~std::uint64_t{0} / size.z ? ~std::uint64_t{0} : plane * size.z;
}

int blocks_per_compute_unit(const Kernel& kernel, int block, std::size_t dynamic_lds) {
  const auto& info = Device::get().info();
  const auto& resources = kernel.resources;
  return static_cast<int>(runtime::workgroups_per_compute_unit(
      info.arch.substr(0, info.arch.find(':')), info.wavefront_size == 32,
      {resources.vector_registers, resources.scalar_registers, resources.wavefront_size}, static_cast<unsigned>(block),
      all_lds(kernel, dynamic_lds), info.max_lds_bytes));
}

}  // namespace rocm_bindgen::hip
