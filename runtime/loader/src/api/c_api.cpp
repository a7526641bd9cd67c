#include <cstddef>
#include <cstring>
#include <new>
#include <string>

#include "rocm_bindgen/c_handles.hpp"
#include "rocm_bindgen/rocm_bindgen.h"
#include "rocm_bindgen/runtime.hpp"

// A handle points to a struct that holds the C++ object.
struct rocm_bindgen_device {
  rocm_bindgen::Device device;
};
struct rocm_bindgen_stream {
  rocm_bindgen::Stream stream;
};
struct rocm_bindgen_event {
  rocm_bindgen::Event event;
};
struct rocm_bindgen_graph {
  rocm_bindgen::Graph graph;
};
struct rocm_bindgen_buffer {
  rocm_bindgen::runtime::DeviceMemory memory;
};
struct rocm_bindgen_pinned {
  rocm_bindgen::runtime::PinnedMemory memory;
};

namespace {

using namespace rocm_bindgen;
using runtime::guarded;
using runtime::required;

// The C structs have the layout of the C++ structs, so that they can be cast.
static_assert(sizeof(rocm_bindgen_parameter_info) == sizeof(ParameterInfo) &&
              offsetof(rocm_bindgen_parameter_info, is_pointer) == offsetof(ParameterInfo, is_pointer));
static_assert(sizeof(rocm_bindgen_kernel_info) == sizeof(KernelInfo) &&
              offsetof(rocm_bindgen_kernel_info, parameter_count) == offsetof(KernelInfo, parameter_count));
static_assert(sizeof(rocm_bindgen_code_object) == sizeof(CodeObject) &&
              offsetof(rocm_bindgen_code_object, compression) == offsetof(CodeObject, compression) &&
              offsetof(rocm_bindgen_code_object, file) == offsetof(CodeObject, file));
static_assert(sizeof(rocm_bindgen_module) == sizeof(Module) &&
              offsetof(rocm_bindgen_module, code_object_count) == offsetof(Module, code_object_count));
static_assert(sizeof(rocm_bindgen_argument) == sizeof(Argument) &&
              offsetof(rocm_bindgen_argument, kind) == offsetof(Argument, kind));
static_assert(sizeof(rocm_bindgen_launch_config) == sizeof(LaunchConfig) &&
              offsetof(rocm_bindgen_launch_config, lds_bytes) == offsetof(LaunchConfig, lds_bytes));
static_assert(sizeof(rocm_bindgen_kernel) == sizeof(Kernel) && std::is_trivially_copyable_v<Kernel>);

const Module& cpp(const rocm_bindgen_module* module) {
  return *reinterpret_cast<const Module*>(module);
}

std::string& last_error() {
  thread_local std::string message;
  return message;
}

Stream* optional(rocm_bindgen_stream* stream) {
  return stream == nullptr ? nullptr : &stream->stream;
}

template <std::size_t Size>
void copy_text(char (&to)[Size], const std::string& from) {
  const std::size_t length = from.copy(to, Size - 1);
  to[length] = '\0';
}

rocm_bindgen_dim3 c(const Dim3& sizes) {
  return {sizes.x, sizes.y, sizes.z};
}

}  // namespace

namespace rocm_bindgen::runtime {

const Device& object_of(const rocm_bindgen_device* device) {
  return required(device, "device").device;
}

Stream& object_of(rocm_bindgen_stream* stream) {
  return required(stream, "stream").stream;
}

rocm_bindgen_status failed(rocm_bindgen_status status, const char* message) noexcept {
  try {
    last_error() = message;
  } catch (const std::bad_alloc&) {
    last_error().clear();  // no memory for the message: the caller gets the status alone
  }
  return status;
}

}  // namespace rocm_bindgen::runtime

extern "C" {

const char* rocm_bindgen_last_error(void) {
  return last_error().c_str();
}

rocm_bindgen_status rocm_bindgen_device_count(int* count) {
  return guarded([&] {
    auto& result = required(count, "count");
    result = Device::count();
  });
}

rocm_bindgen_status rocm_bindgen_device_open(int ordinal, rocm_bindgen_device** device) {
  return guarded([&] {
    auto& result = required(device, "device");
    result = new rocm_bindgen_device{Device::open(ordinal)};
  });
}

void rocm_bindgen_device_close(rocm_bindgen_device* device) {
  delete device;
}

rocm_bindgen_status rocm_bindgen_device_get_info(const rocm_bindgen_device* device, rocm_bindgen_device_info* info) {
  return guarded([&] {
    const auto& from = required(device, "device").device.info();
    auto& to = required(info, "info");
    to.ordinal = from.ordinal;
    copy_text(to.name, from.name);
    copy_text(to.arch, from.arch);
    copy_text(to.driver, from.driver);
    copy_text(to.driver_version, from.driver_version);
    copy_text(to.pci, from.pci);
    to.compute_units = from.compute_units;
    to.wavefront_size = from.wavefront_size;
    to.memory_bytes = from.memory_bytes;
    to.lds_bytes = from.lds_bytes;
    to.max_lds_bytes = from.max_lds_bytes;
    to.max_workgroup_size = from.max_workgroup_size;
    to.max_workgroup = c(from.max_workgroup);
    to.max_grid = c(from.max_grid);
  });
}

rocm_bindgen_status rocm_bindgen_device_synchronize(const rocm_bindgen_device* device) {
  return guarded([&] { required(device, "device").device.synchronize(); });
}

rocm_bindgen_status rocm_bindgen_device_memory(const rocm_bindgen_device* device, size_t* free_bytes,
                                               size_t* total_bytes) {
  return guarded([&] {
    auto& free_result = required(free_bytes, "free_bytes");
    auto& total_result = required(total_bytes, "total_bytes");
    const auto memory = required(device, "device").device.memory();
    free_result = memory.free_bytes;
    total_result = memory.total_bytes;
  });
}

rocm_bindgen_status rocm_bindgen_device_statistics(const rocm_bindgen_device* device,
                                                   rocm_bindgen_load_statistics* statistics) {
  return guarded([&] {
    auto& result = required(statistics, "statistics");
    const auto from = required(device, "device").device.statistics();
    result = {from.loads, from.hits, from.bytes, from.milliseconds};
  });
}

rocm_bindgen_status rocm_bindgen_device_enable_access(const rocm_bindgen_device* device,
                                                      const rocm_bindgen_device* peer) {
  return guarded([&] { required(device, "device").device.enable_access(required(peer, "peer").device); });
}

rocm_bindgen_status rocm_bindgen_preload(const rocm_bindgen_device* device, const rocm_bindgen_module* module) {
  return guarded([&] { required(device, "device").device.preload(cpp(&required(module, "module"))); });
}

rocm_bindgen_status rocm_bindgen_unload(const rocm_bindgen_device* device, const rocm_bindgen_module* module) {
  return guarded([&] { required(device, "device").device.unload(cpp(&required(module, "module"))); });
}

rocm_bindgen_status rocm_bindgen_stream_create(const rocm_bindgen_device* device, bool independent,
                                               rocm_bindgen_stream** stream) {
  return guarded([&] {
    auto& result = required(stream, "stream");
    result = new rocm_bindgen_stream{
        Stream(required(device, "device").device, independent ? StreamKind::independent : StreamKind::ordered)};
  });
}

rocm_bindgen_status rocm_bindgen_stream_borrow(const rocm_bindgen_device* device, void* native,
                                               rocm_bindgen_stream** stream) {
  return guarded([&] {
    auto& result = required(stream, "stream");
    result = new rocm_bindgen_stream{Stream::borrow(required(device, "device").device, native)};
  });
}

void rocm_bindgen_stream_destroy(rocm_bindgen_stream* stream) {
  delete stream;
}

rocm_bindgen_status rocm_bindgen_stream_synchronize(rocm_bindgen_stream* stream) {
  return guarded([&] { required(stream, "stream").stream.synchronize(); });
}

rocm_bindgen_status rocm_bindgen_stream_done(rocm_bindgen_stream* stream, bool* done) {
  return guarded([&] {
    auto& result = required(done, "done");
    result = required(stream, "stream").stream.done();
  });
}

rocm_bindgen_status rocm_bindgen_stream_wait(rocm_bindgen_stream* stream, const rocm_bindgen_event* event) {
  return guarded([&] { required(stream, "stream").stream.wait(required(event, "event").event); });
}

rocm_bindgen_status rocm_bindgen_stream_begin_capture(rocm_bindgen_stream* stream) {
  return guarded([&] { required(stream, "stream").stream.begin_capture(); });
}

rocm_bindgen_status rocm_bindgen_stream_end_capture(rocm_bindgen_stream* stream, rocm_bindgen_graph** graph) {
  return guarded([&] {
    auto& result = required(graph, "graph");
    result = new rocm_bindgen_graph{required(stream, "stream").stream.end_capture()};
  });
}

rocm_bindgen_status rocm_bindgen_graph_launch(rocm_bindgen_graph* graph, rocm_bindgen_stream* stream) {
  return guarded([&] { required(graph, "graph").graph.launch(required(stream, "stream").stream); });
}

void rocm_bindgen_graph_destroy(rocm_bindgen_graph* graph) {
  delete graph;
}

rocm_bindgen_status rocm_bindgen_event_create(const rocm_bindgen_device* device, rocm_bindgen_event** event) {
  return guarded([&] {
    auto& result = required(event, "event");
    result = new rocm_bindgen_event{Event(required(device, "device").device)};
  });
}

void rocm_bindgen_event_destroy(rocm_bindgen_event* event) {
  delete event;
}

rocm_bindgen_status rocm_bindgen_event_record(rocm_bindgen_event* event, const rocm_bindgen_stream* stream) {
  return guarded([&] { required(event, "event").event.record(required(stream, "stream").stream); });
}

rocm_bindgen_status rocm_bindgen_event_synchronize(rocm_bindgen_event* event) {
  return guarded([&] { required(event, "event").event.synchronize(); });
}

rocm_bindgen_status rocm_bindgen_event_done(rocm_bindgen_event* event, bool* done) {
  return guarded([&] {
    auto& result = required(done, "done");
    result = required(event, "event").event.done();
  });
}

rocm_bindgen_status rocm_bindgen_event_milliseconds(const rocm_bindgen_event* earlier, const rocm_bindgen_event* later,
                                                    float* milliseconds) {
  return guarded([&] {
    auto& result = required(milliseconds, "milliseconds");
    result = required(later, "later").event.milliseconds_since(required(earlier, "earlier").event);
  });
}

rocm_bindgen_status rocm_bindgen_buffer_allocate(const rocm_bindgen_device* device, size_t bytes,
                                                 rocm_bindgen_buffer** buffer) {
  return guarded([&] {
    auto& result = required(buffer, "buffer");
    result = new rocm_bindgen_buffer{runtime::DeviceMemory(required(device, "device").device, bytes, 1)};
  });
}

void rocm_bindgen_buffer_free(rocm_bindgen_buffer* buffer) {
  delete buffer;
}

void* rocm_bindgen_buffer_pointer(const rocm_bindgen_buffer* buffer) {
  return buffer == nullptr ? nullptr : buffer->memory.pointer();
}

rocm_bindgen_status rocm_bindgen_buffer_copy_from_host(rocm_bindgen_buffer* to, const void* from, size_t bytes,
                                                       size_t offset, rocm_bindgen_stream* stream) {
  return guarded([&] {
    auto& memory = required(to, "to").memory;
    if (bytes != 0) required(static_cast<const char*>(from), "from");
    memory.copy_from_host(from, bytes, offset, optional(stream));
  });
}

rocm_bindgen_status rocm_bindgen_buffer_copy_to_host(const rocm_bindgen_buffer* from, void* to, size_t bytes,
                                                     size_t offset, rocm_bindgen_stream* stream) {
  return guarded([&] {
    const auto& memory = required(from, "from").memory;
    if (bytes != 0) required(static_cast<char*>(to), "to");
    memory.copy_to_host(to, bytes, offset, optional(stream));
  });
}

rocm_bindgen_status rocm_bindgen_buffer_copy(rocm_bindgen_buffer* to, const rocm_bindgen_buffer* from, size_t bytes,
                                             rocm_bindgen_stream* stream) {
  return guarded([&] {
    required(to, "to").memory.copy_from(required(from, "from").memory, bytes, required(stream, "stream").stream);
  });
}

rocm_bindgen_status rocm_bindgen_buffer_fill(rocm_bindgen_buffer* buffer, uint8_t value, rocm_bindgen_stream* stream) {
  return guarded([&] {
    auto& memory = required(buffer, "buffer").memory;
    if (stream == nullptr)
      memory.fill_and_wait(value);
    else
      memory.fill(value, stream->stream);
  });
}

rocm_bindgen_status rocm_bindgen_pinned_allocate(const rocm_bindgen_device* device, size_t bytes,
                                                 rocm_bindgen_pinned** pinned) {
  return guarded([&] {
    auto& result = required(pinned, "pinned");
    result = new rocm_bindgen_pinned{runtime::PinnedMemory(required(device, "device").device, bytes, 1)};
  });
}

void rocm_bindgen_pinned_free(rocm_bindgen_pinned* pinned) {
  delete pinned;
}

void* rocm_bindgen_pinned_pointer(const rocm_bindgen_pinned* pinned) {
  return pinned == nullptr ? nullptr : pinned->memory.pointer();
}

rocm_bindgen_status rocm_bindgen_get_kernel(const rocm_bindgen_device* device, const rocm_bindgen_module* module,
                                            const char* name, rocm_bindgen_kernel* kernel) {
  return guarded([&] {
    auto& result = required(kernel, "kernel");
    const auto found = required(device, "device")
                           .device.kernel(cpp(&required(module, "module")), std::string_view(&required(name, "name")));
    std::memcpy(&result, &found, sizeof found);
  });
}

rocm_bindgen_status rocm_bindgen_launch(rocm_bindgen_kernel kernel, const rocm_bindgen_launch_config* config,
                                        rocm_bindgen_stream* stream, const rocm_bindgen_argument* arguments,
                                        size_t count) {
  return guarded([&] {
    if (kernel.loaded == nullptr) throw Error(ErrorCode::bad_argument, "kernel is null");
    if (count != 0) required(arguments, "arguments");
    for (size_t i = 0; i < count; ++i)
      if (arguments[i].value == nullptr)
        throw Error(ErrorCode::bad_argument, "the value of argument " + std::to_string(i + 1) + " is null");
    const auto& [grid, workgroup, lds_bytes] = required(config, "config");
    const Kernel loaded(*static_cast<runtime::LoadedKernel*>(kernel.loaded));
    loaded.launch_checked({{grid.x, grid.y, grid.z}, {workgroup.x, workgroup.y, workgroup.z}, lds_bytes},
                          required(stream, "stream").stream, reinterpret_cast<const Argument*>(arguments), count);
  });
}

void rocm_bindgen_set_log_callback(void (*callback)(int level, const char* message, void* user), void* user) {
  set_log_callback(callback, user);
}

rocm_bindgen_status rocm_bindgen_set_code_object_folder(const char* folder) {
  return guarded([&] { set_code_object_folder(folder); });
}

void rocm_bindgen_set_log_level(int level) {
  set_log_level(static_cast<LogLevel>(level));
}

}  // extern "C"
