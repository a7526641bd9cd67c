// Passes null pointers wherever a program can pass a pointer: the result is an error that names the argument, never a
// crash.
#include <functional>
#include <utility>

#include "rocm_bindgen/rocm_bindgen.h"
#include "runtime/loader/scenario.hpp"

using namespace runtime_test;
using namespace rocm_bindgen;

namespace {

/// A copy of the module 'probe', whose arrays can be set to null.
struct ModuleCopy {
  ModuleCopy()
      : parameters(original_scale().parameters, original_scale().parameters + original_scale().parameter_count),
        kernels(test_kernels::PROBE.kernels, test_kernels::PROBE.kernels + test_kernels::PROBE.kernel_count),
        objects(test_kernels::PROBE.code_objects,
                test_kernels::PROBE.code_objects + test_kernels::PROBE.code_object_count),
        module(test_kernels::PROBE) {
    scale().parameters = parameters.data();
    module.kernels = kernels.data();
    module.code_objects = objects.data();
  }
  ModuleCopy(const ModuleCopy&) = delete;
  ModuleCopy& operator=(const ModuleCopy&) = delete;

  /// The kernel in the module that was copied.
  static const KernelInfo& original_scale() {
    for (std::size_t i = 0; i < test_kernels::PROBE.kernel_count; ++i)
      if (std::string_view(test_kernels::PROBE.kernels[i].name) == "scale") return test_kernels::PROBE.kernels[i];
    throw std::runtime_error("no kernel 'scale'");
  }
  /// The kernel in the copy.
  KernelInfo& scale() {
    for (auto& info : kernels)
      if (info.symbol == original_scale().symbol) return info;
    throw std::runtime_error("no kernel 'scale'");
  }
  const rocm_bindgen_module* c() const { return reinterpret_cast<const rocm_bindgen_module*>(&module); }

  std::vector<ParameterInfo> parameters;
  std::vector<KernelInfo> kernels;
  std::vector<CodeObject> objects;
  Module module;
};

/// A member of a module that is set to null, and the error that must result.
struct NullMember {
  const char* message;  ///< a part of the error's message
  ErrorCode code;
  std::function<void(ModuleCopy&)> set_null;
};

const std::vector<NullMember>& null_members() {
  constexpr auto kArgument = ErrorCode::bad_argument;
  static const std::vector<NullMember> all{
      {"its name is null", kArgument, [](ModuleCopy& copy) { copy.module.name = nullptr; }},
      {"its list of kernels is null", kArgument, [](ModuleCopy& copy) { copy.module.kernels = nullptr; }},
      {"its list of code objects is null", kArgument, [](ModuleCopy& copy) { copy.module.code_objects = nullptr; }},
      {"its name is null", kArgument, [](ModuleCopy& copy) { copy.kernels.back().name = nullptr; }},
      {"its symbol is null", kArgument, [](ModuleCopy& copy) { copy.scale().symbol = nullptr; }},
      {"its list of parameters is null", kArgument, [](ModuleCopy& copy) { copy.scale().parameters = nullptr; }},
      {"the name of a parameter is null", kArgument, [](ModuleCopy& copy) { copy.parameters[1].name = nullptr; }},
      {"the type of a parameter is null", kArgument, [](ModuleCopy& copy) { copy.parameters[2].type = nullptr; }},
      {"its target is null", kArgument, [](ModuleCopy& copy) { copy.objects.front().target = nullptr; }},
      {"it has no embedded data", ErrorCode::bad_code_object, [](ModuleCopy& copy) {
         for (auto& object : copy.objects) object.data = nullptr;
       }}};
  return all;
}

}  // namespace

TEST_CASE("null: modules with null members are refused by each function that takes one in C++ and in C") {
  Session session;
  prepare(session);
  const auto device = Device::open();
  Stream stream(device);
  rocm_bindgen_device* c_device = nullptr;
  REQUIRE(rocm_bindgen_device_open(0, &c_device) == ROCM_BINDGEN_SUCCESS);
  for (const auto& member : null_members()) {
    INFO(member.message);
    ModuleCopy copy;
    member.set_null(copy);
    const std::vector<const void*> arguments(8, &copy);  // not read, because the module is refused before
    CHECK(error_of([&] { device.preload(copy.module); }, {member.message}).code() == member.code);
    CHECK(error_of([&] { device.kernel(copy.module, "scale"); }, {member.message}).code() == member.code);
    CHECK(error_of([&] { launch(stream, copy.module, 0, {}, arguments.data()); }, {member.message}).code() ==
          member.code);
    CHECK_NOTHROW(device.unload(copy.module));
    rocm_bindgen_kernel kernel{};
    CHECK(rocm_bindgen_preload(c_device, copy.c()) == static_cast<rocm_bindgen_status>(member.code));
    CHECK_THAT(rocm_bindgen_last_error(), Catch::Contains(member.message));
    CHECK(rocm_bindgen_get_kernel(c_device, copy.c(), "scale", &kernel) ==
          static_cast<rocm_bindgen_status>(member.code));
    CHECK(kernel.loaded == nullptr);
    CHECK(rocm_bindgen_unload(c_device, copy.c()) == ROCM_BINDGEN_SUCCESS);
  }
  // The unchanged copy loads.
  const ModuleCopy unchanged;
  CHECK_NOTHROW(device.preload(unchanged.module));
  device.unload(unchanged.module);
  rocm_bindgen_device_close(c_device);
}

TEST_CASE("null: an empty module causes no crash") {
  Session session;
  prepare(session);
  const auto device = Device::open();
  Module nothing{"nothing", 0, nullptr, 0, nullptr, 0};
  CHECK(error_of([&] { device.preload(nothing); }, {"it has none"}).code() == ErrorCode::no_code_object);
  nothing.name = nullptr;
  CHECK(error_of([&] { device.preload(nothing); }, {"a module: its name is null"}).code() == ErrorCode::bad_argument);
}

TEST_CASE("null: copies between a buffer and null host memory are refused") {
  Session session;
  prepare(session);
  const auto device = Device::open();
  Stream stream(device);
  Buffer<float> buffer(device, 10);
  const auto refused = [](auto call) {
    CHECK(error_of(call, {"the host pointer is null", "bytes"}).code() == ErrorCode::bad_argument);
  };
  refused([&] { buffer.copy_from(nullptr, 10); });
  refused([&] { buffer.copy_from(nullptr, 1, 9); });
  refused([&] { buffer.copy_from(nullptr, 10, stream); });
  refused([&] { buffer.copy_to(nullptr, 10); });
  refused([&] { buffer.copy_to(nullptr, 2, stream, 8); });
  refused([&] { Buffer<int>::from(device, static_cast<const int*>(nullptr), 4); });
  // With no bytes to copy, nothing is read.
  CHECK_NOTHROW(buffer.copy_from(nullptr, 0));
  CHECK_NOTHROW(buffer.copy_to(nullptr, 0, stream));
  CHECK_NOTHROW(Buffer<int>::from(device, static_cast<const int*>(nullptr), 0));
}

TEST_CASE("null: null arguments of a launch are refused") {
  Session session;
  prepare(session);
  const auto device = Device::open();
  Stream stream(device);
  const auto kernel = device.kernel(test_kernels::PROBE, "scale");
  const auto refused = [](auto call, const char* word) {
    CHECK(error_of(call, {"kernel 'scale'", word}).code() == ErrorCode::bad_argument);
  };
  const LaunchConfig config{{1}, {64}};
  float* pointer = nullptr;
  const float factor = 2;
  const std::size_t count = 0;
  const Argument with_null[] = {argument(pointer), {nullptr, sizeof(float), ArgumentKind::floating}, argument(count)};
  refused([&] { kernel.launch_checked(config, stream, nullptr, 3); }, "the list of its 3 arguments is null");
  refused([&] { kernel.launch_checked(config, stream, with_null, 3); }, "the value of argument 2 is null");
  std::uint32_t index = 0;
  while (std::string_view(test_kernels::PROBE.kernels[index].name) != "scale") ++index;
  const void* values[] = {&pointer, &factor, nullptr};
  refused([&] { launch(stream, test_kernels::PROBE, index, config, nullptr); }, "the list of its 3 arguments is null");
  refused([&] { launch(stream, test_kernels::PROBE, index, config, values); }, "the value of argument 3 is null");
  // A null pointer as a value is valid; only the kernel reads it.
  CHECK_NOTHROW(kernel.launch(config, stream, pointer, factor, count));
}

TEST_CASE("null: a moved-from device is refused") {
  Session session;
  prepare(session);
  auto device = Device::open();
  const auto moved_to = std::move(device);
  const auto refused = [](auto call) { CHECK(error_of(call, {"moved from"}).code() == ErrorCode::bad_argument); };
  CHECK(device.info().arch.empty());
  refused([&] { device.preload(test_kernels::PROBE); });
  refused([&] { device.unload(test_kernels::PROBE); });
  refused([&] { device.kernel(test_kernels::PROBE, "scale"); });
  refused([&] { device.compile("source"); });
  refused([&] { device.statistics(); });
  refused([&] { device.synchronize(); });
  refused([&] { device.memory(); });
  refused([&] { device.can_access(moved_to); });
  refused([&] { moved_to.can_access(device); });
  refused([&] { moved_to.enable_access(device); });
  refused([&] { Stream stream(device); });
  refused([&] { Event event(device); });
  refused([&] { Buffer<int> buffer(device, 4); });
  refused([&] { PinnedBuffer<int> buffer(device, 4); });
  refused([&] {
    Stream stream(moved_to);
    Event event(moved_to);
    const auto other = std::move(event);
    stream.wait(event);
  });
}
