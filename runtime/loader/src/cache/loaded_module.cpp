#include "cache/loaded_module.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cache/module_check.hpp"
#include "cache/parameter_kind.hpp"
#include "codeobject/choose.hpp"
#include "codeobject/elf_check.hpp"
#include "device/claimed_device.hpp"
#include "log.hpp"
#include "process_guard.hpp"

namespace rocm_bindgen::runtime {
namespace {

/// The Levenshtein distance of two names: how many characters must be inserted, removed or replaced to turn one into
/// the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

std::string quoted(std::string_view name) {
  return "'" + std::string(name) + "'";
}

const Module& checked(const Module& module) {
  check_module(module);
  return module;
}

}  // namespace

LoadedModule::LoadedModule(ClaimedDevice& device, const Module& module)
    : device_(device), module_(checked(module)), name_(module.name), kernels_(new LoadedKernel[module.kernel_count]) {
  const CodeObject& object = *choose_code_object(module, device.info.arch, device.driver->takes_generic_code_objects());
  image_ = decode_code_object(object, module);
  image_bytes_ = image_->size();
  check_code_object(image_->bytes(), object, module);
  index_names();
  {
    const DeviceScope scope(device);
    if (const Status status = device.driver->load_module(handle_, image_->data(), image_->size()); status != kSuccess)
      throw_driver_error(device, status,
                         "loading module " + quoted(name_) + " (code object for " + object.target + ")");
  }
  if (!device.driver->reads_image_after_load()) image_.reset();
  if (logs(LogLevel::info))
    log(LogLevel::info, "loaded module " + quoted(name_) + " (code object for " + object.target + ", " +
                            std::to_string(image_bytes_) + " bytes) on " + described(device.info));
}

LoadedModule::~LoadedModule() {
  if (handle_ == nullptr || driver_is_gone()) return;
  give_back(device_, "unloading a module", [&](Driver& driver) { return driver.unload_module(handle_); });
  if (logs(LogLevel::info)) log(LogLevel::info, "unloaded module " + quoted(name_) + " on " + described(device_.info));
}

void LoadedModule::unload() {
  const DeviceScope scope(device_);
  const Status status = device_.driver->unload_module(std::exchange(handle_, nullptr));
  if (status != kSuccess) throw_driver_error(device_, status, "unloading module " + quoted(name_));
  if (logs(LogLevel::info)) log(LogLevel::info, "unloaded module " + quoted(name_) + " on " + described(device_.info));
}

void LoadedModule::index_names() {
  std::size_t names = 0;
  for (std::size_t i = 0; i < module_.kernel_count; ++i) {
    auto& kernel = kernels_[i];
    kernel.module = this;
    kernel.info = &module_.kernels[i];
    kernel.names[0] = kernel.info->name;
    kernel.names[1] = kernel.info->symbol;
    names += kernel.names[0] == kernel.names[1] ? 1 : 2;
  }
  std::size_t size = 2;
  while (size < 2 * names) size *= 2;
  names_.resize(size);
  names_mask_ = size - 1;
  for (std::size_t i = 0; i < module_.kernel_count; ++i) add_name(i, 0);
  // Symbols are added after all names: if a symbol equals the name of another kernel, the name wins.
  for (std::size_t i = 0; i < module_.kernel_count; ++i) add_name(i, 1);
}

void LoadedModule::add_name(std::size_t kernel, std::size_t which) {
  if (which == 1 && kernels_[kernel].names[0] == kernels_[kernel].names[1]) return;
  const auto text = kernels_[kernel].names[which];
  const auto hash = hash_of(text);
  std::size_t at = hash;
  for (; names_[at & names_mask_].number != 0; ++at)
    if (text_of(names_[at & names_mask_]) == text) return;
  // `number` is 0 in a free slot; text_of() decodes it.
  names_[at & names_mask_] = {hash, static_cast<std::uint32_t>(1 + 2 * kernel + which)};
}

/// Compares the parameters in the header with those in the code object, if the driver reports them. If they differed, a
/// driver that copies arguments with the sizes in the code object would read wrong arguments, or beyond the last one.
void LoadedModule::check_arguments(const LoadedKernel& kernel) const {
  const auto& actual = kernel.limits.argument_bytes;
  const auto& info = *kernel.info;
  const bool same =
      actual.size() == info.parameter_count &&
      std::equal(actual.begin(), actual.end(), info.parameters,
                 [](std::uint32_t bytes, const ParameterInfo& parameter) { return bytes == parameter.size; });
  if (actual.empty() || same) return;
  throw Error(ErrorCode::bad_code_object, "finding kernel " + quoted(info.name) + " of module " + quoted(name_) +
                                              ": its arguments in the code object differ from those in the module's "
                                              "header: one of the two is damaged or from another build");
}

void LoadedModule::find_function(LoadedKernel& kernel) {
  const std::lock_guard lock(mutex_);
  if (kernel.function.load(std::memory_order_relaxed) != nullptr) return;
  const DeviceScope scope(device_);
  FunctionHandle function = nullptr;
  const auto doing = [&] { return "finding kernel " + quoted(kernel.info->name) + " of module " + quoted(name_); };
  if (const Status status = device_.driver->find_function(function, handle_, kernel.info->symbol); status != kSuccess)
    throw_driver_error(device_, status, doing());
  if (const Status status = device_.driver->function_limits(function, kernel.limits); status != kSuccess)
    throw_driver_error(device_, status, doing());
  check_arguments(kernel);
  kernel.parameter_kinds.clear();  // an earlier attempt may have filled the list and failed afterwards
  for (std::uint32_t p = 0; p < kernel.info->parameter_count; ++p)
    kernel.parameter_kinds.push_back(parameter_kind(kernel.info->parameters[p]));
  // The limit of dynamic LDS is raised once, to the maximum. If each launch set it, concurrent launches of one kernel
  // would overwrite each other's setting.
  if (device_.info.max_lds_bytes > device_.info.lds_bytes && kernel.limits.static_lds <= device_.info.max_lds_bytes)
    if (const Status status =
            device_.driver->allow_dynamic_lds(function, device_.info.max_lds_bytes - kernel.limits.static_lds);
        status != kSuccess)
      throw_driver_error(device_, status, "raising the LDS limit of kernel " + quoted(kernel.info->name));
  // 0: the driver does not report the kernel's limit.
  if (kernel.limits.workgroup_size == 0) kernel.limits.workgroup_size = device_.info.max_workgroup_size;
  kernel.function.store(function, std::memory_order_release);
  if (logs(LogLevel::debug)) log(LogLevel::debug, doing() + " on " + described(device_.info) + ": done");
}

void LoadedModule::find_all_functions() {
  for (std::size_t i = 0; i < module_.kernel_count; ++i) with_function(kernels_[i]);
}

void LoadedModule::throw_unknown(std::string_view name) const {
  std::string message = "module " + quoted(name_) + " has no kernel named " + quoted(name) +
                        " (number of kernels: " + std::to_string(module_.kernel_count) + ")";
  const KernelInfo* closest = nullptr;
  // A kernel is suggested only if its distance from `name` is at most a third of the length of `name`.
  std::size_t least = name.size() / 3 + 1;
  for (std::size_t i = 0; i < module_.kernel_count; ++i) {
    const std::size_t steps = distance(name, module_.kernels[i].name);
    if (steps >= least) continue;
    least = steps;
    closest = &module_.kernels[i];
  }
  if (closest != nullptr) message += "; did you mean " + quoted(closest->name) + "?";
  throw Error(ErrorCode::unknown_kernel, message);
}

void LoadedModule::throw_unknown(std::size_t index) const {
  throw Error(ErrorCode::unknown_kernel, "module " + quoted(name_) + " has no kernel number " + std::to_string(index) +
                                             ": it has " + std::to_string(module_.kernel_count));
}

}  // namespace rocm_bindgen::runtime
