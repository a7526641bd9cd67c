// Modules, their functions, and launches.
#include <algorithm>
#include <cstring>
#include <elf.h>

#include "runtime/loader/fault_cuda/state.hpp"

using namespace fault_cuda;

namespace {

constexpr Elf64_Half kMachine = 190;  // EM_CUDA

// Values of CUfunction_attribute.
constexpr int kMaxThreadsPerBlock = 0;
constexpr int kSharedSizeBytes = 1;
constexpr int kMaxDynamicSharedSizeBytes = 8;

template <class Value>
Value read(const void* image, std::uint64_t offset) {
  Value value;
  std::memcpy(&value, static_cast<const char*>(image) + offset, sizeof value);
  return value;
}

/// Reads the functions' names. As in CUDA, the size of the image is unknown; the address sanitizer reports reads
/// outside it.
Status read_cubin(const void* image, std::vector<std::string>& kernels) {
  if (std::memcmp(image, ELFMAG, SELFMAG) != 0) return kInvalidImage;
  const auto header = read<Elf64_Ehdr>(image, 0);
  if (header.e_machine != kMachine || header.e_shentsize != sizeof(Elf64_Shdr)) return kInvalidImage;
  const auto section = [&](std::size_t i) { return read<Elf64_Shdr>(image, header.e_shoff + i * sizeof(Elf64_Shdr)); };
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const auto symbols = section(i);
    if (symbols.sh_type != SHT_SYMTAB) continue;
    const auto names = section(symbols.sh_link).sh_offset;
    for (std::uint64_t at = 0; at < symbols.sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = read<Elf64_Sym>(image, symbols.sh_offset + at);
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC)
        kernels.emplace_back(static_cast<const char*>(image) + names + symbol.st_name);
    }
  }
  return kSuccess;
}

bool within(const fault::Extent& extent, const fault::Extent& limit) {
  return extent.x != 0 && extent.y != 0 && extent.z != 0 && extent.x <= limit.x && extent.y <= limit.y &&
         extent.z <= limit.z;
}

/// The runtime must refuse such launches before it calls the driver, so they are misuse.
Status check_geometry(Call& call, const Function& function, const fault::Launch& launch) {
  const auto& [x, y, z] = launch.block;
  const int limit = call.driver.kernel(function.name).max_workgroup_size;
  if (!within(launch.grid, kMaxGrid) || !within(launch.block, kMaxWorkgroup) ||
      std::uint64_t{x} * y * z > static_cast<std::uint64_t>(limit))
    return call.misuse(kInvalidValue, "an empty or too large grid or block");
  if (launch.lds > static_cast<unsigned>(function.max_dynamic_lds))
    return call.misuse(kInvalidValue, "more dynamic LDS than the function was allowed");
  return kSuccess;
}

/// The function is looked up again, because a graph can outlive the module.
Status run(Call& call, void* function, const fault::Launch& launch) {
  if (call.find(call.driver.functions, function, "a function") == nullptr) return kInvalidHandle;
  call.driver.launches.push_back(launch);
  if (const auto& body = call.driver.kernel(launch.function).run) body(launch);
  return kSuccess;
}

Status start(Call& call, void* handle, fault::Launch launch, void** values) {
  const Function* const function = call.find_own(call.driver.functions, handle, "a function");
  if (function == nullptr) return kInvalidHandle;
  if (const Status status = check_geometry(call, *function, launch); status != kSuccess) return status;
  launch.function = function->name;
  launch.device = call.driver.contexts.at(call.current).device;
  const auto& sizes = call.driver.kernel(function->name).parameter_sizes;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto* const bytes = static_cast<const std::byte*>(values[i]);
    launch.arguments.emplace_back(bytes, bytes + sizes[i]);
  }
  return call.submit(launch.stream, [=](Call& running, void* on, bool from_graph) {
    fault::Launch now = launch;
    now.stream = on;
    now.from_graph = from_graph;
    return run(running, handle, now);
  });
}

}  // namespace

FAULT_CUDA_API cuModuleLoadData(void** module, const void* image) {
  return enter(__func__, Needs::context, [&](Call& call) {
    Module made{call.current, {}};
    if (const Status status = read_cubin(image, made.kernels); status != kSuccess) return status;
    *module = call.driver.new_handle();
    call.driver.modules[*module] = std::move(made);
    return kSuccess;
  });
}

FAULT_CUDA_API cuModuleUnload(void* module) {
  const auto body = [&](Call& call) {
    const Status status = call.release(call.driver.modules, module, "a module");
    auto& functions = call.driver.functions;
    for (auto at = functions.begin(); at != functions.end();) {
      if (at->second.module == module) call.driver.released.insert(at->first);
      at = at->second.module == module ? functions.erase(at) : std::next(at);
    }
    return status;
  };
  return enter(__func__, Needs::context, body, OnFailure::releases);
}

FAULT_CUDA_API cuModuleGetFunction(void** function, void* module, const char* name) {
  return enter(__func__, Needs::context, [&](Call& call) {
    const Module* const found = call.find_own(call.driver.modules, module, "a module");
    if (found == nullptr) return kInvalidHandle;
    if (std::find(found->kernels.begin(), found->kernels.end(), name) == found->kernels.end()) return kNotFound;
    *function = call.driver.new_handle();
    call.driver.functions[*function] = {call.current, module, name, kLds - call.driver.kernel(name).static_lds};
    return kSuccess;
  });
}

FAULT_CUDA_API cuFuncGetAttribute(int* value, int attribute, void* function) {
  return enter(__func__, Needs::context, [&](Call& call) {
    const Function* const found = call.find_own(call.driver.functions, function, "a function");
    if (found == nullptr) return kInvalidHandle;
    const auto& kernel = call.driver.kernel(found->name);
    switch (attribute) {
      case kMaxThreadsPerBlock:
        *value = kernel.max_workgroup_size;
        return kSuccess;
      case kSharedSizeBytes:
        *value = kernel.static_lds;
        return kSuccess;
      case kMaxDynamicSharedSizeBytes:
        *value = found->max_dynamic_lds;
        return kSuccess;
      default:
        return call.misuse(kInvalidValue, "unknown attribute");
    }
  });
}

FAULT_CUDA_API cuFuncSetAttribute(void* function, int attribute, int value) {
  return enter(__func__, Needs::context, [&](Call& call) {
    Function* const found = call.find_own(call.driver.functions, function, "a function");
    if (found == nullptr) return kInvalidHandle;
    if (attribute != kMaxDynamicSharedSizeBytes) return call.misuse(kInvalidValue, "an attribute that cannot be set");
    if (value < 0 || value > kMaxLds - call.driver.kernel(found->name).static_lds)
      return call.misuse(kInvalidValue, "more LDS than the device has");
    found->max_dynamic_lds = value;
    return kSuccess;
  });
}

FAULT_CUDA_API cuLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                              unsigned block_y, unsigned block_z, unsigned lds, void* stream, void** arguments,
                              void** extra) {
  return enter(__func__, Needs::context, [&](Call& call) {
    if (extra != nullptr) return call.misuse(kInvalidValue, "arguments in one buffer");
    fault::Launch launch;
    launch.grid = {grid_x, grid_y, grid_z};
    launch.block = {block_x, block_y, block_z};
    launch.lds = lds;
    launch.stream = stream;
    return start(call, function, std::move(launch), arguments);
  });
}
