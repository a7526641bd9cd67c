#include "driver/emulated_driver.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>

#include "dispatch/kernel_arguments.hpp"
#include "driver/arch.hpp"
#include "driver/device.hpp"
#include "driver/status.hpp"
#include "driver/stream.hpp"
#include "native/compiler.hpp"

namespace rocm_bindgen::emulator {
namespace {

using runtime::ContextHandle;
using runtime::CopyKind;
using runtime::EventHandle;
using runtime::FunctionHandle;
using runtime::FunctionLimits;
using runtime::FunctionResources;
using runtime::GraphHandle;
using runtime::KernelFault;
using runtime::kSuccess;
using runtime::MemoryKind;
using runtime::MemoryRange;
using runtime::ModuleHandle;
using runtime::Status;
using runtime::StreamHandle;

constexpr std::uint32_t kMaxWorkgroup = 1024;
/// Compilers limit arguments to far less. A larger size means that the code object is damaged.
constexpr std::uint32_t kMaxArgumentBytes = 1 << 20;

/// What a FunctionHandle points to. It lives as long as its module.
struct Function {
  std::shared_ptr<const Program> program;
  const Kernel* kernel;
};

/// What a ModuleHandle points to.
struct LoadedModule {
  std::shared_ptr<const Program> program;
  std::map<std::string, Function> functions;  ///< a map, because function handles point to its elements
  std::mutex mutex;                           ///< protects `functions`
};

Stream* stream_of(StreamHandle handle) {
  return static_cast<Stream*>(handle);
}

Event* event_of(EventHandle handle) {
  return static_cast<Event*>(handle);
}

class EmulatedDriver final : public runtime::Driver {
 public:
  EmulatedDriver(std::string arch, const Target& target, const Options& options, std::string library)
      : arch_(std::move(arch)), library_(std::move(library)), device_(target, options) {}

  const char* name() const override { return "emulated"; }
  const std::string& library() const override { return library_; }
  std::string version() const override { return {}; }
  bool takes_generic_code_objects() const override { return true; }
  std::string error_text(Status status) const override { return failures_.text(status); }
  ErrorCode error_kind(Status status) const override { return failures_.kind(status); }
  KernelFault kernel_fault(Status status) const override { return failures_.fault(status); }

  Status device_count(int& count) override {
    count = 1;
    return kSuccess;
  }
  Status device_info(int device, DeviceInfo& info) override;

  Status open_device(int, ContextHandle& context) override {
    context = &device_;
    return kSuccess;
  }
  Status close_device(int) override { return kSuccess; }
  Status enter_device(ContextHandle, ContextHandle& previous) override {
    previous = nullptr;
    return kSuccess;
  }
  void leave_device(ContextHandle, ContextHandle) override {}
  Status synchronize_device() override { return kSuccess; }
  Status memory_info(std::size_t& free_bytes, std::size_t& total_bytes) override {
    total_bytes = device_.space().capacity();
    free_bytes = total_bytes - std::min<std::size_t>(total_bytes, device_.space().used());
    return kSuccess;
  }

  Status allocate(void*& memory, std::size_t bytes) override {
    return allocate_memory(memory, bytes, AllocationKind::device);
  }
  Status release(void* memory) override { return release_memory(memory, AllocationKind::device); }
  Status allocate_pinned(void*& memory, std::size_t bytes) override {
    return allocate_memory(memory, bytes, AllocationKind::pinned);
  }
  Status release_pinned(void* memory) override { return release_memory(memory, AllocationKind::pinned); }
  Status allocate_managed(void*& memory, std::size_t bytes) override {
    return allocate_memory(memory, bytes, AllocationKind::managed);
  }
  Status release_managed(void* memory) override { return release_memory(memory, AllocationKind::managed); }
  Status register_memory(void* memory, std::size_t bytes) override;
  Status unregister_memory(void* memory) override;
  Status find_memory(const void* address, MemoryRange& range) override;
  Status function_resources(FunctionHandle function, FunctionResources& resources) override;
  Status find_variable(void*& memory, std::size_t& bytes, ModuleHandle module, const char* symbol) override;

  Status copy(void* to, const void* from, std::size_t bytes, CopyKind kind) override {
    return copy_now(to, from, bytes, kind);
  }
  Status copy_async(void* to, const void* from, std::size_t bytes, CopyKind kind, StreamHandle stream) override {
    return submit(stream, [=, this] { return copy_now(to, from, bytes, kind); });
  }
  Status copy_peer_async(void* to, ContextHandle, const void* from, ContextHandle, std::size_t bytes,
                         StreamHandle stream) override {
    return copy_async(to, from, bytes, CopyKind::device_to_device, stream);
  }
  Status fill_async(void* memory, std::uint8_t value, std::size_t bytes, StreamHandle stream) override;
  Status can_access_peer(int, int, bool& can) override {
    can = false;
    return kSuccess;
  }
  Status enable_peer_access(ContextHandle) override { return kSuccess; }

  Status create_stream(StreamHandle& stream, bool) override {
    stream = new Stream;
    return kSuccess;
  }
  Status destroy_stream(StreamHandle stream) override {
    delete stream_of(stream);
    return kSuccess;
  }
  Status synchronize_stream(StreamHandle stream) override { return not_recording(stream, "it cannot be waited for"); }
  Status query_stream(StreamHandle stream, bool& done) override {
    done = true;
    return not_recording(stream, "it cannot be queried");
  }
  // The work before an event is already done, so there is nothing to wait for. The exception is an event that was
  // recorded in a graph.
  Status wait_event(StreamHandle stream, EventHandle event) override;

  Status create_event(EventHandle& event) override {
    event = new Event;
    return kSuccess;
  }
  Status destroy_event(EventHandle event) override {
    delete event_of(event);
    return kSuccess;
  }
  Status record_event(EventHandle event, StreamHandle stream) override {
    const auto now = std::chrono::steady_clock::now();
    const bool captured = stream != nullptr && stream_of(stream)->recording();
    *event_of(event) = captured ? Event{Event::State::captured, {}} : Event{Event::State::recorded, now};
    return kSuccess;
  }
  Status synchronize_event(EventHandle) override { return kSuccess; }
  Status query_event(EventHandle, bool& done) override {
    done = true;
    return kSuccess;
  }
  Status elapsed_milliseconds(float& milliseconds, EventHandle from, EventHandle to) override;

  bool reads_image_after_load() const override { return false; }
  Status load_module(ModuleHandle& module, const void* image, std::size_t bytes) override;
  Status unload_module(ModuleHandle module) override;
  Status find_function(FunctionHandle& function, ModuleHandle module, const char* symbol) override;
  Status function_limits(FunctionHandle function, FunctionLimits& limits) override;
  Status allow_dynamic_lds(FunctionHandle, std::uint32_t) override { return kSuccess; }
  Status launch(FunctionHandle function, const LaunchConfig& config, StreamHandle stream,
                const void* const* arguments) override {
    return submit_launch(function, config, stream, arguments, false);
  }
  Status launch_cooperative(FunctionHandle function, const LaunchConfig& config, StreamHandle stream,
                            const void* const* arguments) override {
    return submit_launch(function, config, stream, arguments, true);
  }

  Status begin_capture(StreamHandle stream) override {
    if (stream != nullptr && stream_of(stream)->begin_capture()) return kSuccess;
    return failures_.add(ErrorCode::driver_failure, "this stream is already recording, or is the null stream");
  }
  Status end_capture(StreamHandle stream, GraphHandle& graph) override {
    auto recorded = stream == nullptr ? nullptr : stream_of(stream)->end_capture();
    if (recorded == nullptr) return failures_.add(ErrorCode::driver_failure, "this stream is not recording");
    graph = recorded.release();
    return kSuccess;
  }
  Status launch_graph(GraphHandle graph, StreamHandle stream) override;
  Status destroy_graph(GraphHandle graph) override {
    delete static_cast<Graph*>(graph);
    return kSuccess;
  }

 private:
  Status submit(StreamHandle stream, Work work) {
    return stream == nullptr ? work() : stream_of(stream)->submit(std::move(work));
  }
  Status not_recording(StreamHandle stream, const char* consequence) {
    if (stream == nullptr || !stream_of(stream)->recording()) return kSuccess;
    std::string message = "the stream is recording a graph: ";
    message += consequence;
    return failures_.add(ErrorCode::driver_failure, message);
  }
  Status submit_launch(FunctionHandle function, const LaunchConfig& config, StreamHandle stream,
                       const void* const* arguments, bool cooperative);
  Status allocate_memory(void*& memory, std::size_t bytes, AllocationKind kind);
  Status release_memory(void* memory, AllocationKind kind);
  Status copy_now(void* to, const void* from, std::size_t bytes, CopyKind kind);
  /// Returns success, or a failure that explains why the range is not memory of the device. `what` states what was
  /// being done.
  Status check_range(const void* memory, std::size_t bytes, const char* what);
  /// Returns why the device cannot launch the kernel with these sizes; empty if it can.
  std::string wrong_geometry(const Kernel& kernel, const LaunchConfig& config) const;

  std::string arch_, library_;
  Failures failures_;
  EmulatedDevice device_;
};

Status EmulatedDriver::device_info(int device, DeviceInfo& info) {
  // The limits of CUDA devices: the first for x, the other one for y and z.
  constexpr std::uint32_t kMaxBlocks = 0x7fffffff, kMaxOtherBlocks = 65535;
  info.ordinal = device;
  info.name = "emulated " + device_.target().processor;
  info.arch = arch_;
  info.driver = name();
  info.compute_units = device_.target().compute_units;
  info.wavefront_size = device_.target().generation == Generation::gfx9 ? 64 : 32;
  info.memory_bytes = device_.space().capacity();
  info.lds_bytes = info.max_lds_bytes = device_.target().lds_bytes;
  info.max_workgroup_size = kMaxWorkgroup;
  info.max_workgroup = {kMaxWorkgroup, kMaxWorkgroup, kMaxWorkgroup};
  info.max_grid = {kMaxBlocks, kMaxOtherBlocks, kMaxOtherBlocks};
  // The dispatch packet has 32 bits for the number of work-items.
  info.max_grid_items = 0xffffffff;
  return kSuccess;
}

Status EmulatedDriver::allocate_memory(void*& memory, std::size_t bytes, AllocationKind kind) {
  memory = device_.space().allocate(bytes, kind);
  if (memory != nullptr) return kSuccess;
  return failures_.add(ErrorCode::out_of_memory, "out of memory: the emulated device has " +
                                                     std::to_string(device_.space().capacity()) +
                                                     " bytes (ROCM_BINDGEN_EMULATOR_MEMORY), of which " +
                                                     std::to_string(device_.space().used()) + " are used");
}

Status EmulatedDriver::release_memory(void* memory, AllocationKind kind) {
  if (device_.space().release(memory, kind)) return kSuccess;
  return failures_.add(ErrorCode::bad_argument,
                       "the address to free is not an allocation of this device, or was already freed");
}

Status EmulatedDriver::register_memory(void* memory, std::size_t bytes) {
  if (device_.space().adopt(memory, bytes)) return kSuccess;
  return failures_.add(ErrorCode::bad_argument, "the range is empty, or overlaps memory that the device knows already");
}

Status EmulatedDriver::unregister_memory(void* memory) {
  if (device_.space().disown(memory)) return kSuccess;
  return failures_.add(ErrorCode::bad_argument, "no range of host memory that begins at this address is registered");
}

MemoryKind memory_kind(AllocationKind kind) {
  switch (kind) {
    case AllocationKind::pinned:
      return MemoryKind::pinned;
    case AllocationKind::managed:
    case AllocationKind::managed_variable:
      return MemoryKind::managed;
    case AllocationKind::registered:
      return MemoryKind::registered;
    case AllocationKind::code_object:
      return MemoryKind::code_object;
    default:
      return MemoryKind::device;
  }
}

Status EmulatedDriver::find_memory(const void* address, MemoryRange& range) {
  const auto found = device_.space().find(address);
  if (found == nullptr) {
    std::string why_not;
    device_.space().covers(address, 1, why_not);
    return failures_.add(ErrorCode::bad_argument, "no live allocation has this address: " + why_not);
  }
  range = {reinterpret_cast<void*>(found->begin), found->bytes, memory_kind(found->kind)};
  return kSuccess;
}

Status EmulatedDriver::find_variable(void*& memory, std::size_t& bytes, ModuleHandle module, const char* symbol) {
  const auto variable = static_cast<LoadedModule*>(module)->program->find_variable(symbol);
  if (variable.memory == nullptr)
    return failures_.add(ErrorCode::bad_argument, "the code object has no variable '" + std::string(symbol) + "'");
  memory = variable.memory;
  bytes = variable.bytes;
  return kSuccess;
}

Status EmulatedDriver::function_resources(FunctionHandle function, FunctionResources& resources) {
  const auto& kernel = *static_cast<Function*>(function)->kernel;
  resources.vector_registers = kernel.metadata.vector_registers;
  resources.scalar_registers = kernel.metadata.scalar_registers;
  resources.private_bytes = kernel.descriptor.private_segment_bytes;
  const bool narrow = device_.target().generation >= Generation::gfx10 && kernel.descriptor.wavefront_size_32();
  resources.wavefront_size = narrow ? 32 : 64;
  return kSuccess;
}

Status EmulatedDriver::check_range(const void* memory, std::size_t bytes, const char* what) {
  std::string why_not;
  if (device_.space().covers(memory, bytes, why_not)) return kSuccess;
  return failures_.add(ErrorCode::bad_argument, std::string(what) + ": " + why_not);
}

Status EmulatedDriver::copy_now(void* to, const void* from, std::size_t bytes, CopyKind kind) {
  if (bytes == 0) return kSuccess;
  if (kind != CopyKind::host_to_device)
    if (const Status status = check_range(from, bytes, "copying from the device"); status != kSuccess) return status;
  if (kind != CopyKind::device_to_host)
    if (const Status status = check_range(to, bytes, "copying to the device"); status != kSuccess) return status;
  auto& space = device_.space();
  if (kind == CopyKind::device_to_host)
    if (const auto at = space.never_written(from, bytes))
      return failures_.add(ErrorCode::bad_argument, "copying from the device: uninitialised read of " +
                                                        std::to_string(bytes) + " bytes: byte " + std::to_string(*at) +
                                                        " was never written");
  std::memmove(to, from, bytes);
  if (kind == CopyKind::host_to_device) space.mark_initialized(to, bytes);
  if (kind == CopyKind::device_to_device) space.copy_initialized(to, from, bytes);
  return kSuccess;
}

Status EmulatedDriver::fill_async(void* memory, std::uint8_t value, std::size_t bytes, StreamHandle stream) {
  return submit(stream, [=, this] {
    if (bytes == 0) return kSuccess;
    if (const Status status = check_range(memory, bytes, "filling memory of the device"); status != kSuccess)
      return status;
    std::memset(memory, value, bytes);
    device_.space().mark_initialized(memory, bytes);
    return kSuccess;
  });
}

Status EmulatedDriver::elapsed_milliseconds(float& milliseconds, EventHandle from, EventHandle to) {
  const auto &first = *event_of(from), &last = *event_of(to);
  if (first.state != Event::State::recorded || last.state != Event::State::recorded)
    return failures_.add(ErrorCode::driver_failure,
                         "an event that was never recorded, or was recorded in a graph, has no time");
  milliseconds = std::chrono::duration<float, std::milli>(last.time - first.time).count();
  return kSuccess;
}

Status EmulatedDriver::wait_event(StreamHandle stream, EventHandle event) {
  const bool recording = stream != nullptr && stream_of(stream)->recording();
  if (event_of(event)->state != Event::State::captured || recording) return kSuccess;
  return failures_.add(ErrorCode::unsupported,
                       "the event is part of a graph that another stream is recording; the emulated "
                       "device does not emulate graphs of several streams");
}

Status EmulatedDriver::load_module(ModuleHandle& module, const void* image, std::size_t bytes) {
  // Launches may come from other threads: those of HIP's streams, for example.
  NativeCompiler::stop_with_main_thread();
  try {
    auto loaded = std::make_unique<LoadedModule>();
    loaded->program = device_.load({static_cast<const char*>(image), bytes});
    module = loaded.release();
    return kSuccess;
  } catch (const std::exception& error) {
    return failures_.add(ErrorCode::bad_code_object, error.what());
  }
}

Status EmulatedDriver::unload_module(ModuleHandle module) {
  const std::unique_ptr<LoadedModule> loaded(static_cast<LoadedModule*>(module));
  return kSuccess;
}

Status EmulatedDriver::find_function(FunctionHandle& function, ModuleHandle module, const char* symbol) {
  auto& loaded = *static_cast<LoadedModule*>(module);
  const auto* kernel = loaded.program->find_kernel(symbol);
  if (kernel == nullptr)
    return failures_.add(ErrorCode::unknown_kernel, "the code object has no kernel '" + std::string(symbol) + "'");
  const std::lock_guard lock(loaded.mutex);
  function = &loaded.functions.try_emplace(symbol, Function{loaded.program, kernel}).first->second;
  return kSuccess;
}

Status EmulatedDriver::function_limits(FunctionHandle function, FunctionLimits& limits) {
  const auto& kernel = *static_cast<Function*>(function)->kernel;
  limits.workgroup_size = kernel.metadata.max_workgroup_size;
  limits.static_lds = kernel.descriptor.group_segment_bytes;
  limits.argument_bytes.clear();
  limits.argument_offsets.clear();
  for (const auto& argument : kernel.metadata.arguments) {
    if (argument.hidden()) continue;
    limits.argument_bytes.push_back(argument.size);
    limits.argument_offsets.push_back(argument.offset);
  }
  return kSuccess;
}

std::string EmulatedDriver::wrong_geometry(const Kernel& kernel, const LaunchConfig& config) const {
  const auto items = std::uint64_t{config.workgroup.x} * config.workgroup.y * config.workgroup.z;
  const auto compiled_for = kernel.metadata.max_workgroup_size;
  const auto limit = compiled_for == 0 ? kMaxWorkgroup : std::min(compiled_for, kMaxWorkgroup);
  if (items == 0 || std::uint64_t{config.grid.x} * config.grid.y * config.grid.z == 0)
    return "an empty grid or workgroup";
  if (items > limit)
    return "workgroups of " + std::to_string(items) + " work-items; the kernel was compiled for at most " +
           std::to_string(limit);
  const auto arguments = std::max(kernel.metadata.kernarg_bytes, kernel.descriptor.kernarg_bytes);
  if (arguments > kMaxArgumentBytes)
    return std::to_string(arguments) + " bytes of arguments; the device allows " + std::to_string(kMaxArgumentBytes);
  const auto lanes = std::uint64_t{kernel.descriptor.wavefront_size_32() ? 32u : 64u};
  const auto scratch = std::uint64_t{kernel.descriptor.private_segment_bytes} * lanes;
  // The limit is that of the field COMPUTE_TMPRING_SIZE.WAVESIZE: 64 MiB on gfx12, and 8 MiB before. Compilers respect
  // it, too (LLVM's GCNSubtarget::getMaxWaveScratchSize).
  const auto max_scratch = (device_.target().generation >= Generation::gfx12 ? std::uint64_t{64} : 8) << 20;
  if (scratch > max_scratch)
    return std::to_string(scratch) + " bytes of scratch per wave; the device has " + std::to_string(max_scratch);
  const auto lds = std::uint64_t{kernel.descriptor.group_segment_bytes} + config.lds_bytes;
  if (lds > device_.target().lds_bytes)
    return std::to_string(lds) + " bytes of LDS per workgroup; the device has " +
           std::to_string(device_.target().lds_bytes);
  return {};
}

KernelFault kernel_fault_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::memory:
      return KernelFault::memory_access;
    case FaultKind::assertion:
      return KernelFault::assertion;
    case FaultKind::trap:
      return KernelFault::trap;
    case FaultKind::other:
      break;
  }
  return KernelFault::other;
}

Status EmulatedDriver::submit_launch(FunctionHandle function, const LaunchConfig& config, StreamHandle stream,
                                     const void* const* arguments, bool cooperative) {
  const auto& [program, kernel] = *static_cast<Function*>(function);
  if (const auto wrong = wrong_geometry(*kernel, config); !wrong.empty())
    return failures_.add(ErrorCode::bad_launch, wrong);
  Dispatch dispatch;
  dispatch.program = program.get();
  dispatch.kernel = kernel;
  dispatch.workgroup = {config.workgroup.x, config.workgroup.y, config.workgroup.z};
  dispatch.grid_items = {config.grid.x * config.workgroup.x, config.grid.y * config.workgroup.y,
                         config.grid.z * config.workgroup.z};
  dispatch.dynamic_lds = config.lds_bytes;
  dispatch.cooperative = cooperative;
  dispatch.queue_address = device_.queue_address();
  try {
    device_.add_services(dispatch);
  } catch (const std::bad_alloc&) {
    return failures_.add(ErrorCode::out_of_memory,
                         "out of memory: the device has none left for the kernel's printf() and malloc()");
  }
  // The operation owns the program, because a graph may launch the kernel again after its module has been unloaded.
  return submit(stream, [this, dispatch, owner = program, bytes = kernel_arguments(dispatch, arguments)] {
    try {
      const auto fault = device_.launch(dispatch, bytes);
      if (!fault) return kSuccess;
      return failures_.add(ErrorCode::device_lost, fault->text, kernel_fault_of(fault->kind));
    } catch (const std::bad_alloc&) {
      return failures_.add(ErrorCode::out_of_memory,
                           "out of memory: the device has none left for the launch's arguments");
    }
  });
}

Status EmulatedDriver::launch_graph(GraphHandle graph, StreamHandle stream) {
  for (const auto& operation : static_cast<Graph*>(graph)->operations)
    if (const Status status = submit(stream, operation); status != kSuccess) return status;
  return kSuccess;
}

}  // namespace

std::unique_ptr<runtime::Driver> make_emulated_driver(const std::string& target_id, const std::string& library) {
  const auto processor = target_id.substr(0, target_id.find(':'));
  const auto target = find_target(processor);
  if (!target) throw std::runtime_error("'" + processor + "' is not emulated; " + known_targets() + " are");
  return std::make_unique<EmulatedDriver>(complete_arch(target_id, *target), *target, options_from_environment(),
                                          library);
}

}  // namespace rocm_bindgen::emulator
