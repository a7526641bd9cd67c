// The C API does the same as the C++ API and answers every invalid call with a status and a message.
#include <cstring>
#include <functional>
#include <thread>

#include "rocm_bindgen/rocm_bindgen.h"
#include "runtime/loader/log_record.hpp"
#include "runtime/loader/scenario.hpp"
#include "support/process.hpp"

using namespace runtime_test;

namespace {

const auto* probe() {
  return reinterpret_cast<const rocm_bindgen_module*>(&test_kernels::PROBE);
}

void good(rocm_bindgen_status status) {
  INFO(rocm_bindgen_last_error());
  REQUIRE(status == ROCM_BINDGEN_SUCCESS);
}

/// Checks that the call fails with this status and that the message contains `word`.
void bad(rocm_bindgen_status status, rocm_bindgen_status expected, const std::string& word) {
  const std::string message = rocm_bindgen_last_error();
  INFO("'" << message << "' lacks '" << word << "'");
  CHECK(status == expected);
  CHECK(message.find(word) != std::string::npos);
}

/// Checks that the call was refused with the message that `what` is null.
void null(rocm_bindgen_status status, const char* what) {
  bad(status, ROCM_BINDGEN_BAD_ARGUMENT, what + std::string(" is null"));
}

/// A device with one object of each kind except a graph.
struct Handles {
  Handles() {
    good(rocm_bindgen_device_open(0, &device));
    good(rocm_bindgen_stream_create(device, false, &stream));
    good(rocm_bindgen_event_create(device, &event));
    good(rocm_bindgen_buffer_allocate(device, 12, &buffer));
    good(rocm_bindgen_pinned_allocate(device, 12, &pinned));
    good(rocm_bindgen_get_kernel(device, probe(), "scale", &kernel));
  }
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;
  ~Handles() {
    rocm_bindgen_pinned_free(pinned);
    rocm_bindgen_buffer_free(buffer);
    rocm_bindgen_event_destroy(event);
    rocm_bindgen_stream_destroy(stream);
    rocm_bindgen_device_close(device);
  }

  rocm_bindgen_device* device = nullptr;
  rocm_bindgen_stream* stream = nullptr;
  rocm_bindgen_event* event = nullptr;
  rocm_bindgen_buffer* buffer = nullptr;
  rocm_bindgen_pinned* pinned = nullptr;
  rocm_bindgen_kernel kernel{};
  rocm_bindgen_launch_config config{{1, 1, 1}, {64, 1, 1}, 0};
};

struct ScaleArguments {
  explicit ScaleArguments(rocm_bindgen_buffer* buffer) : data(rocm_bindgen_buffer_pointer(buffer)) {}
  void* data;
  float by = 2;
  std::uint64_t n = 3;
  rocm_bindgen_argument list[3]{{&data, sizeof data, ROCM_BINDGEN_ARGUMENT_POINTER},
                                {&by, sizeof by, ROCM_BINDGEN_ARGUMENT_FLOATING},
                                {&n, sizeof n, ROCM_BINDGEN_ARGUMENT_INTEGER}};
};

constexpr int value(rocm_bindgen::ErrorCode code) {
  return static_cast<int>(code);
}

}  // namespace

static_assert(ROCM_BINDGEN_NO_DRIVER == value(rocm_bindgen::ErrorCode::no_driver));
static_assert(ROCM_BINDGEN_BAD_DRIVER == value(rocm_bindgen::ErrorCode::bad_driver));
static_assert(ROCM_BINDGEN_NO_DEVICE == value(rocm_bindgen::ErrorCode::no_device));
static_assert(ROCM_BINDGEN_NO_CODE_OBJECT == value(rocm_bindgen::ErrorCode::no_code_object));
static_assert(ROCM_BINDGEN_BAD_CODE_OBJECT == value(rocm_bindgen::ErrorCode::bad_code_object));
static_assert(ROCM_BINDGEN_UNKNOWN_KERNEL == value(rocm_bindgen::ErrorCode::unknown_kernel));
static_assert(ROCM_BINDGEN_BAD_ARGUMENT == value(rocm_bindgen::ErrorCode::bad_argument));
static_assert(ROCM_BINDGEN_BAD_LAUNCH == value(rocm_bindgen::ErrorCode::bad_launch));
static_assert(ROCM_BINDGEN_OUT_OF_MEMORY == value(rocm_bindgen::ErrorCode::out_of_memory));
static_assert(ROCM_BINDGEN_DEVICE_LOST == value(rocm_bindgen::ErrorCode::device_lost));
static_assert(ROCM_BINDGEN_DRIVER_FAILURE == value(rocm_bindgen::ErrorCode::driver_failure));
static_assert(ROCM_BINDGEN_UNSUPPORTED == value(rocm_bindgen::ErrorCode::unsupported));
static_assert(ROCM_BINDGEN_AFTER_FORK == value(rocm_bindgen::ErrorCode::after_fork));
static_assert(ROCM_BINDGEN_NO_COMPILER == value(rocm_bindgen::ErrorCode::no_compiler));
static_assert(ROCM_BINDGEN_COMPILE_FAILED == value(rocm_bindgen::ErrorCode::compile_failed));

TEST_CASE("C API: a program in C loads a module, launches a kernel and reads the result") {
  const auto finished = test::run({ROCM_BINDGEN_C_PROGRAM});
  INFO(finished.out << finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(finished.out == "gfx90a:sramecc+:xnack-\n2 4 6\n");
}

TEST_CASE("C API: one program uses every kind of object") {
  Session session;
  prepare(session);
  Handles all;
  const std::vector<float> in{1, 2, 3};
  std::vector<float> out(3);
  good(rocm_bindgen_buffer_copy_from_host(all.buffer, in.data(), 12, 0, nullptr));
  ScaleArguments arguments(all.buffer);
  good(rocm_bindgen_launch(all.kernel, &all.config, all.stream, arguments.list, 3));
  good(rocm_bindgen_event_record(all.event, all.stream));
  good(rocm_bindgen_stream_wait(all.stream, all.event));
  good(rocm_bindgen_event_synchronize(all.event));
  good(rocm_bindgen_stream_synchronize(all.stream));
  good(rocm_bindgen_buffer_copy_to_host(all.buffer, out.data(), 12, 0, all.stream));
  CHECK(out == std::vector<float>{2, 4, 6});
  bool done = false;
  good(rocm_bindgen_stream_done(all.stream, &done));
  CHECK(done);
  good(rocm_bindgen_event_done(all.event, &done));
  float milliseconds = -1;
  good(rocm_bindgen_event_milliseconds(all.event, all.event, &milliseconds));
  CHECK(milliseconds == 0);
  good(rocm_bindgen_buffer_fill(all.buffer, 0, nullptr));
  good(rocm_bindgen_buffer_copy_to_host(all.buffer, out.data(), 4, 8, nullptr));  // the buffer's third float
  CHECK(out == std::vector<float>{0, 4, 6});
  good(rocm_bindgen_preload(all.device, probe()));
  rocm_bindgen_load_statistics statistics{};
  good(rocm_bindgen_device_statistics(all.device, &statistics));
  CHECK(statistics.loads == 1);  // by the look-up of `all.kernel`
  CHECK(statistics.hits == 1);   // preload()
  good(rocm_bindgen_unload(all.device, probe()));
  CHECK(session.driver->live().modules == 0);
  good(rocm_bindgen_device_synchronize(all.device));
}

TEST_CASE("C API: graphs, peers and borrowed streams work") {
  Session session;
  prepare(session);
  Handles all;
  rocm_bindgen_device* other = nullptr;
  good(rocm_bindgen_device_open(1, &other));
  good(rocm_bindgen_device_enable_access(all.device, other));
  rocm_bindgen_buffer* there = nullptr;
  good(rocm_bindgen_buffer_allocate(other, 12, &there));
  good(rocm_bindgen_buffer_fill(there, 0, nullptr));
  good(rocm_bindgen_buffer_copy(all.buffer, there, 12, all.stream));
  rocm_bindgen_stream* null_stream = nullptr;
  good(rocm_bindgen_stream_borrow(all.device, nullptr, &null_stream));
  rocm_bindgen_graph* graph = nullptr;
  good(rocm_bindgen_stream_begin_capture(all.stream));
  ScaleArguments arguments(all.buffer);
  good(rocm_bindgen_launch(all.kernel, &all.config, all.stream, arguments.list, 3));
  good(rocm_bindgen_stream_end_capture(all.stream, &graph));
  good(rocm_bindgen_graph_launch(graph, null_stream));
  CHECK(session.driver->launches().size() == 1);  // the graph's; recording it has launched nothing
  rocm_bindgen_graph_destroy(graph);
  rocm_bindgen_stream_destroy(null_stream);
  rocm_bindgen_buffer_free(there);
  rocm_bindgen_device_close(other);
}

TEST_CASE("C API: the properties of a device are reported and texts that are too long are cut") {
  Session session;
  auto card = mi210();
  card.name = std::string(250, 'n');
  card.arch = "gfx90a:sramecc+:xnack-" + std::string(100, 'x');
  session.driver->set_devices({card});
  int count = 0;
  good(rocm_bindgen_device_count(&count));
  CHECK(count == 1);
  rocm_bindgen_device* device = nullptr;
  good(rocm_bindgen_device_open(0, &device));
  rocm_bindgen_device_info info;
  std::memset(&info, 0xff, sizeof info);
  good(rocm_bindgen_device_get_info(device, &info));
  CHECK(info.ordinal == 0);
  CHECK(info.name == card.name);
  CHECK(info.arch == card.arch.substr(0, sizeof info.arch - 1));
  CHECK(std::string(info.driver) == "amd");
  CHECK(std::string(info.driver_version) == "HIP 6.2.41134");
  CHECK(std::string(info.pci) == "0000:c1:00.0");
  CHECK(info.wavefront_size == 64);
  CHECK(info.memory_bytes == card.memory_bytes);
  CHECK(info.max_workgroup_size == 1024);
  CHECK(info.max_workgroup.x == 1024);
  CHECK(info.max_grid.x == 2147483647);
  std::size_t free_bytes = 0, total_bytes = 0;
  good(rocm_bindgen_device_memory(device, &free_bytes, &total_bytes));
  CHECK(total_bytes == card.memory_bytes);
  CHECK(free_bytes == total_bytes);
  rocm_bindgen_device_close(device);
}

TEST_CASE("C API: a null result pointer is refused and nothing is created") {
  Session session;
  Handles all;
  const auto before = session.driver->live();
  null(rocm_bindgen_device_count(nullptr), "count");
  null(rocm_bindgen_device_open(0, nullptr), "device");
  null(rocm_bindgen_device_get_info(all.device, nullptr), "info");
  std::size_t bytes = 7;
  null(rocm_bindgen_device_memory(all.device, nullptr, &bytes), "free_bytes");
  null(rocm_bindgen_device_memory(all.device, &bytes, nullptr), "total_bytes");
  CHECK(bytes == 7);
  null(rocm_bindgen_device_statistics(all.device, nullptr), "statistics");
  null(rocm_bindgen_stream_create(all.device, false, nullptr), "stream");
  null(rocm_bindgen_stream_borrow(all.device, nullptr, nullptr), "stream");
  null(rocm_bindgen_stream_done(all.stream, nullptr), "done");
  null(rocm_bindgen_event_create(all.device, nullptr), "event");
  null(rocm_bindgen_event_done(all.event, nullptr), "done");
  null(rocm_bindgen_event_milliseconds(all.event, all.event, nullptr), "milliseconds");
  null(rocm_bindgen_buffer_allocate(all.device, 4, nullptr), "buffer");
  null(rocm_bindgen_pinned_allocate(all.device, 4, nullptr), "pinned");
  null(rocm_bindgen_get_kernel(all.device, probe(), "scale", nullptr), "kernel");
  good(rocm_bindgen_stream_begin_capture(all.stream));
  null(rocm_bindgen_stream_end_capture(all.stream, nullptr), "graph");
  rocm_bindgen_graph* graph = nullptr;
  good(rocm_bindgen_stream_end_capture(all.stream, &graph));  // the stream is still recording and nothing is lost
  rocm_bindgen_graph_destroy(graph);
  CHECK(session.driver->live() == before);
}

TEST_CASE("C API: null for a device, module or name is refused") {
  Session session;
  Handles all;
  std::size_t bytes = 0;
  rocm_bindgen_device_info info;
  rocm_bindgen_load_statistics statistics;
  rocm_bindgen_stream* stream = nullptr;
  rocm_bindgen_event* event = nullptr;
  rocm_bindgen_buffer* buffer = nullptr;
  rocm_bindgen_pinned* pinned = nullptr;
  rocm_bindgen_kernel kernel{};
  null(rocm_bindgen_device_get_info(nullptr, &info), "device");
  null(rocm_bindgen_device_synchronize(nullptr), "device");
  null(rocm_bindgen_device_memory(nullptr, &bytes, &bytes), "device");
  null(rocm_bindgen_device_statistics(nullptr, &statistics), "device");
  null(rocm_bindgen_device_enable_access(nullptr, all.device), "device");
  null(rocm_bindgen_device_enable_access(all.device, nullptr), "peer");
  null(rocm_bindgen_preload(nullptr, probe()), "device");
  null(rocm_bindgen_preload(all.device, nullptr), "module");
  null(rocm_bindgen_unload(nullptr, probe()), "device");
  null(rocm_bindgen_unload(all.device, nullptr), "module");
  null(rocm_bindgen_stream_create(nullptr, true, &stream), "device");
  null(rocm_bindgen_stream_borrow(nullptr, nullptr, &stream), "device");
  null(rocm_bindgen_event_create(nullptr, &event), "device");
  null(rocm_bindgen_buffer_allocate(nullptr, 4, &buffer), "device");
  null(rocm_bindgen_pinned_allocate(nullptr, 4, &pinned), "device");
  null(rocm_bindgen_get_kernel(nullptr, probe(), "scale", &kernel), "device");
  null(rocm_bindgen_get_kernel(all.device, nullptr, "scale", &kernel), "module");
  null(rocm_bindgen_get_kernel(all.device, probe(), nullptr, &kernel), "name");
  CHECK((stream == nullptr && event == nullptr && buffer == nullptr && pinned == nullptr));
  CHECK(kernel.loaded == nullptr);
}

TEST_CASE("C API: null for a stream, event, graph or memory is refused") {
  Session session;
  Handles all;
  bool done = false;
  float milliseconds = 0;
  char byte = 0;
  rocm_bindgen_graph* graph = nullptr;
  null(rocm_bindgen_stream_synchronize(nullptr), "stream");
  null(rocm_bindgen_stream_done(nullptr, &done), "stream");
  null(rocm_bindgen_stream_wait(nullptr, all.event), "stream");
  null(rocm_bindgen_stream_wait(all.stream, nullptr), "event");
  null(rocm_bindgen_stream_begin_capture(nullptr), "stream");
  null(rocm_bindgen_stream_end_capture(nullptr, &graph), "stream");
  null(rocm_bindgen_graph_launch(nullptr, all.stream), "graph");
  null(rocm_bindgen_event_record(nullptr, all.stream), "event");
  null(rocm_bindgen_event_record(all.event, nullptr), "stream");
  null(rocm_bindgen_event_synchronize(nullptr), "event");
  null(rocm_bindgen_event_done(nullptr, &done), "event");
  null(rocm_bindgen_event_milliseconds(nullptr, all.event, &milliseconds), "earlier");
  null(rocm_bindgen_event_milliseconds(all.event, nullptr, &milliseconds), "later");
  null(rocm_bindgen_buffer_copy_from_host(nullptr, &byte, 1, 0, nullptr), "to");
  null(rocm_bindgen_buffer_copy_from_host(all.buffer, nullptr, 1, 0, nullptr), "from");
  null(rocm_bindgen_buffer_copy_to_host(nullptr, &byte, 1, 0, nullptr), "from");
  null(rocm_bindgen_buffer_copy_to_host(all.buffer, nullptr, 1, 0, nullptr), "to");
  null(rocm_bindgen_buffer_copy(nullptr, all.buffer, 1, all.stream), "to");
  null(rocm_bindgen_buffer_copy(all.buffer, nullptr, 1, all.stream), "from");
  null(rocm_bindgen_buffer_copy(all.buffer, all.buffer, 1, nullptr), "stream");
  null(rocm_bindgen_buffer_fill(nullptr, 0, nullptr), "buffer");
  good(rocm_bindgen_buffer_copy_from_host(all.buffer, nullptr, 0, 0, nullptr));
  good(rocm_bindgen_buffer_copy_to_host(all.buffer, nullptr, 0, 12, nullptr));
}

TEST_CASE("C API: null may be released and has no address") {
  rocm_bindgen_device_close(nullptr);
  rocm_bindgen_stream_destroy(nullptr);
  rocm_bindgen_event_destroy(nullptr);
  rocm_bindgen_graph_destroy(nullptr);
  rocm_bindgen_buffer_free(nullptr);
  rocm_bindgen_pinned_free(nullptr);
  CHECK(rocm_bindgen_buffer_pointer(nullptr) == nullptr);
  CHECK(rocm_bindgen_pinned_pointer(nullptr) == nullptr);
}

TEST_CASE("C API: wrong launches are refused") {
  Session session;
  Handles all;
  ScaleArguments arguments(all.buffer);
  null(rocm_bindgen_launch({nullptr}, &all.config, all.stream, arguments.list, 3), "kernel");
  null(rocm_bindgen_launch(all.kernel, nullptr, all.stream, arguments.list, 3), "config");
  null(rocm_bindgen_launch(all.kernel, &all.config, nullptr, arguments.list, 3), "stream");
  null(rocm_bindgen_launch(all.kernel, &all.config, all.stream, nullptr, 3), "arguments");
  bad(rocm_bindgen_launch(all.kernel, &all.config, all.stream, nullptr, 0), ROCM_BINDGEN_BAD_ARGUMENT, "3 parameters");
  bad(rocm_bindgen_launch(all.kernel, &all.config, all.stream, arguments.list, 2), ROCM_BINDGEN_BAD_ARGUMENT,
      "was given 2 arguments");
  arguments.list[1].kind = ROCM_BINDGEN_ARGUMENT_OTHER;
  good(rocm_bindgen_launch(all.kernel, &all.config, all.stream, arguments.list, 3));
  arguments.list[1].kind = 77;  // not a valid kind
  bad(rocm_bindgen_launch(all.kernel, &all.config, all.stream, arguments.list, 3), ROCM_BINDGEN_BAD_ARGUMENT,
      "argument 2");
  arguments.list[1].size = 8;
  bad(rocm_bindgen_launch(all.kernel, &all.config, all.stream, arguments.list, 3), ROCM_BINDGEN_BAD_ARGUMENT,
      "argument 2");
  arguments.list[1].value = nullptr;
  null(rocm_bindgen_launch(all.kernel, &all.config, all.stream, arguments.list, 3), "the value of argument 2");
  ScaleArguments fine(all.buffer);
  all.config.workgroup.x = 0;
  bad(rocm_bindgen_launch(all.kernel, &all.config, all.stream, fine.list, 3), ROCM_BINDGEN_BAD_LAUNCH, "0 x 1 x 1");
  CHECK(session.driver->launches().size() == 1);
}

TEST_CASE("C API: errors of every layer are returned as their status") {
  Session session;
  Handles all;
  rocm_bindgen_device* device = nullptr;
  rocm_bindgen_buffer* buffer = nullptr;
  rocm_bindgen_kernel kernel{};
  bad(rocm_bindgen_device_open(5, &device), ROCM_BINDGEN_NO_DEVICE, "device 5 does not exist");
  CHECK(device == nullptr);
  bad(rocm_bindgen_get_kernel(all.device, probe(), "scales", &kernel), ROCM_BINDGEN_UNKNOWN_KERNEL, "'scale'?");
  bad(rocm_bindgen_buffer_allocate(all.device, std::size_t{1} << 40, &buffer), ROCM_BINDGEN_OUT_OF_MEMORY, "are free");
  char bytes[16] = {};
  bad(rocm_bindgen_buffer_copy_from_host(all.buffer, bytes, 13, 0, nullptr), ROCM_BINDGEN_BAD_ARGUMENT, "13 bytes");
  bad(rocm_bindgen_buffer_copy_to_host(all.buffer, bytes, 12, 1, nullptr), ROCM_BINDGEN_BAD_ARGUMENT, "at offset 1");
  session.driver->fail("hipStreamSynchronize", 1, 999);  // hipErrorUnknown
  bad(rocm_bindgen_stream_synchronize(all.stream), ROCM_BINDGEN_DRIVER_FAILURE, "hipErrorUnknown");
  session.driver->fail("hipStreamSynchronize", 1, 801);  // hipErrorNotSupported
  bad(rocm_bindgen_stream_synchronize(all.stream), ROCM_BINDGEN_UNSUPPORTED, "hipErrorNotSupported");
  session.driver->fail("hipStreamSynchronize", 1, 719);  // hipErrorLaunchFailure
  bad(rocm_bindgen_stream_synchronize(all.stream), ROCM_BINDGEN_DEVICE_LOST, "can no longer use the device");
  auto corrupt = test_kernels::SECOND;
  auto object = test_kernels::SECOND.code_objects[2];  // for gfx90a
  object.stored_size /= 2;
  corrupt.code_objects = &object;
  corrupt.code_object_count = 1;
  const auto* module = reinterpret_cast<const rocm_bindgen_module*>(&corrupt);
  bad(rocm_bindgen_preload(all.device, module), ROCM_BINDGEN_BAD_CODE_OBJECT, "'second'");
  corrupt.code_object_count = 0;
  bad(rocm_bindgen_preload(all.device, module), ROCM_BINDGEN_NO_CODE_OBJECT, "it has none");
}

TEST_CASE("C API: errors of drivers are returned as their status") {
  Session session;
  rocm_bindgen_device* device = nullptr;
  int count = -1;
  {
    const Environment other("ROCM_BINDGEN_HIP_LIBRARY", ROCM_BINDGEN_FAULT_HIP_BROKEN);
    bad(rocm_bindgen_device_count(&count), ROCM_BINDGEN_BAD_DRIVER, "hipModuleLoadData");
  }
  const Environment nowhere("ROCM_BINDGEN_HIP_LIBRARY", "/nonexistent/libamdhip64.so");
  bad(rocm_bindgen_device_open(0, &device), ROCM_BINDGEN_NO_DRIVER, "/nonexistent");
  CHECK(count == -1);
}

TEST_CASE("C API: the last error belongs to the thread and remains until the next one") {
  Session session;
  Handles all;
  null(rocm_bindgen_device_count(nullptr), "count");
  std::string of_other = "unset", after_failure;
  std::thread([&] {
    of_other = rocm_bindgen_last_error();
    rocm_bindgen_stream_synchronize(nullptr);
    after_failure = rocm_bindgen_last_error();
  }).join();
  CHECK(of_other.empty());
  CHECK(after_failure == "stream is null");
  good(rocm_bindgen_stream_synchronize(all.stream));
  CHECK(std::string(rocm_bindgen_last_error()) == "count is null");
}

TEST_CASE("C API: messages of the chosen level and above go to a callback in C") {
  Session session;
  std::string text;
  rocm_bindgen_set_log_level(1);
  rocm_bindgen_set_log_callback(
      [](int level, const char* message, void* user) {
        *static_cast<std::string*>(user) += std::to_string(level) + " " + message + "\n";
      },
      &text);
  rocm_bindgen_device* device = nullptr;
  good(rocm_bindgen_device_open(0, &device));
  rocm_bindgen_device_close(device);
  rocm_bindgen_set_log_callback(nullptr, nullptr);
  rocm_bindgen_set_log_level(0);
  CHECK(text.find("1 opened device 0") != std::string::npos);
  CHECK(text.find("1 closed device 0") != std::string::npos);
}
