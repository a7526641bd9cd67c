#include <cstring>
#include <thread>

#include "runtime/loader/session.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

namespace {

/// Gives the fault driver the sizes of a kernel's parameters, so that it copies them from a launch.
void declare_parameters(Session& session, const KernelInfo& kernel, fault::Kernel description = {}) {
  for (std::uint32_t i = 0; i < kernel.parameter_count; ++i)
    description.parameter_sizes.push_back(kernel.parameters[i].size);
  session.driver->set_kernel(kernel.symbol, description);
}

}  // namespace

TEST_CASE("launch: geometry, LDS, stream and arguments are passed to the driver unchanged") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  Buffer<float> data(device, 100);
  const auto kernel = device.kernel(test_kernels::PROBE, "scale");
  declare_parameters(session, kernel.info());
  kernel.launch({3, 2, 4}, {64, 2, 1}, 512, stream, data, 1.5F, std::size_t{100});
  const auto launches = session.driver->launches();
  REQUIRE(launches.size() == 1);
  CHECK(launches[0].function == "scale");
  CHECK(launches[0].grid == extent(3, 2, 4));
  CHECK(launches[0].block == extent(64, 2, 1));
  CHECK(launches[0].lds == 512);
  CHECK(launches[0].stream == stream.native_handle());
  CHECK(launches[0].argument<float*>(0) == data.data());
  CHECK(launches[0].argument<float>(1) == 1.5F);
  CHECK(launches[0].argument<std::size_t>(2) == 100);
}

TEST_CASE("launch: a kernel computes on buffers") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  const auto kernel = device.kernel(test_kernels::PROBE, "add");
  fault::Kernel add;
  add.run = [](const fault::Launch& launch) {
    const auto* a = launch.argument<const float*>(0);
    const auto* b = launch.argument<const float*>(1);
    auto* out = launch.argument<float*>(2);
    for (unsigned i = 0; i < launch.argument<unsigned>(3); ++i) out[i] = a[i] + b[i];
  };
  declare_parameters(session, kernel.info(), add);
  const auto a = Buffer<float>::from(device, std::vector<float>{1, 2, 3});
  const auto b = Buffer<float>::from(device, std::vector<float>{10, 20, 30});
  Buffer<float> out(device, 3);
  kernel.launch({1}, {64}, 0, stream, a, b, out, 3U);
  CHECK(out.to_vector() == std::vector<float>{11, 22, 33});
}

TEST_CASE("launch: the typed functions of the header launch the same kernels") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  Buffer<float> data(device, 10);
  declare_parameters(session, device.kernel(test_kernels::PROBE, "affine").info());
  struct Affine {
    float by, plus;
  };
  test_kernels::probe::affine(stream, {{2}, {32}, 0}, data.data(), Affine{2, 3}, 10);
  test_kernels::probe::empty(stream, {{1}, {1}, 0});
  const auto launches = session.driver->launches();
  REQUIRE(launches.size() == 2);
  CHECK(launches[0].argument<Affine>(1).plus == 3);
  CHECK(launches[0].argument<std::size_t>(2) == 10);
  CHECK(launches[1].function == "empty");
  CHECK(session.driver->loads() == 1);
}

TEST_CASE("launch: arguments of the wrong number, size or kind are refused") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  Buffer<float> data(device, 10);
  const auto kernel = device.kernel(test_kernels::PROBE, "scale");
  const LaunchConfig config{{1}, {64}, 0};
  const auto refused = [](const Error& error) { CHECK(error.code() == ErrorCode::bad_argument); };
  refused(error_of([&] { kernel.launch(config, stream, data, 1.0F); },
                   {"'scale'", "'probe'", "device 0", "3 parameters", "2 arguments"}));
  refused(error_of([&] { kernel.launch(config, stream, data, 1.0, std::size_t{10}); },
                   {"argument 2", "'by'", "'float'", "4 bytes", "8 bytes"}));
  refused(
      error_of([&] { kernel.launch(config, stream, data, 1.0F, 10); }, {"argument 3", "'n'", "8 bytes", "4 bytes"}));
  refused(error_of([&] { kernel.launch(config, stream, std::size_t{0}, 1.0F, std::size_t{10}); },
                   {"argument 1", "a pointer", "an integer"}));
  refused(error_of([&] { kernel.launch(config, stream, data, 1, std::size_t{10}); },
                   {"argument 2", "a floating-point value", "an integer"}));
  refused(error_of([&] { kernel.launch(config, stream, data, 1.0F, 1.0); }, {"argument 3", "an integer"}));
  refused(error_of([&] { kernel.launch(config, stream, data, 1.0F, data.data()); }, {"argument 3", "a pointer"}));
  CHECK(session.driver->launches().empty());
  kernel.launch(config, stream, nullptr, 1.0F, std::size_t{0});  // a null pointer is a valid pointer
  CHECK(session.driver->launches().size() == 1);
}

TEST_CASE("launch: types that the metadata cannot distinguish are checked by size") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  Buffer<float> out(device, 8);
  const auto kernel = device.kernel(test_kernels::PROBE, "narrow");
  declare_parameters(session, kernel.info());
  // 0x3c00 and 0x3f80 are the bits of 1.0.
  kernel.launch({1}, {1}, 0, stream, out, f16{0x3c00}, bf16{0x3f80}, std::uint8_t{7}, 2.5, -3LL);
  const auto launch = session.driver->launches().at(0);
  CHECK(launch.argument<std::uint16_t>(1) == 0x3c00);
  CHECK(launch.argument<double>(4) == 2.5);
  CHECK(launch.argument<long long>(5) == -3);
}

TEST_CASE("launch: the error for a geometry beyond a limit names the limit") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  const auto info = device.info();
  const auto kernel = device.kernel(test_kernels::PROBE, "empty");
  const auto refused = [&](const LaunchConfig& config, std::initializer_list<const char*> words) {
    CHECK(error_of([&] { kernel.launch(config, stream); }, words).code() == ErrorCode::bad_launch);
  };
  refused({{0}, {64}, 0}, {"'empty'", "'probe'", "0 x 1 x 1"});
  refused({{1, 0, 1}, {64}, 0}, {"1 x 0 x 1"});
  refused({{1}, {64, 1, 0}, 0}, {"64 x 1 x 0"});
  refused({{1}, {1025}, 0}, {"1025", "1024"});
  refused({{1}, {32, 32, 2}, 0}, {"2048", "1024"});
  refused({{1}, {64}, info.max_lds_bytes + 1}, {"LDS", "65536"});
  refused({{0xffff'ffff}, {64}, 0}, {});                           // a grid has at most 2^31 - 1 workgroups
  refused({{0x0400'0000}, {1024}, 0}, {"4294967295 work-items"});  // 2^26 * 2^10 work-items, more than 2^32 - 1
  CHECK(session.driver->launches().empty());
  // (2^26 - 1) * 64 = 2^32 - 64 work-items are just permitted.
  kernel.launch({{0x0400'0000 - 1}, {64}, info.max_lds_bytes}, stream);
  CHECK(session.driver->launches().size() == 1);
}

TEST_CASE("launch: a kernel's own limits are enforced") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  fault::Kernel reverse;
  reverse.max_workgroup_size = 256;
  reverse.static_lds = 1024;
  session.driver->set_kernel("reverse", reverse);
  Buffer<float> data(device, 256);
  const auto kernel = device.kernel(test_kernels::PROBE, "reverse");
  CHECK(kernel.max_workgroup_size() == 256);
  CHECK(kernel.static_lds_bytes() == 1024);
  error_of([&] { kernel.launch({1}, {512}, 0, stream, data); }, {"512", "the kernel allows 256"});
  error_of([&] { kernel.launch({1}, {256}, 65536, stream, data); }, {"65536", "1024"});
  kernel.launch({1}, {256}, 64512, stream, data);  // 65536 - 1024
}

TEST_CASE("launch: a stream of another device is refused") {
  Session session;
  session.driver->set_devices({mi210(), radeon()});
  const auto one = Device::open(0), two = Device::open(1);
  Stream stream(two);
  const auto kernel = one.kernel(test_kernels::PROBE, "empty");
  const auto error = error_of([&] { kernel.launch({1}, {1}, 0, stream); }, {"device 0", "device 1"});
  CHECK(error.code() == ErrorCode::bad_argument);
}

TEST_CASE("launch: a large number of arguments is passed") {
  std::vector<ParameterInfo> parameters(40, ParameterInfo{"x", "int", 0, 4, false});
  KernelInfo info = test_kernels::SECOND.kernels[1];  // any kernel, to which other parameters are given
  info.parameters = parameters.data();
  info.parameter_count = 40;
  Module module = test_kernels::SECOND;
  module.kernels = &info;
  module.kernel_count = 1;
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  declare_parameters(session, info);
  std::vector<int> values(40);
  std::vector<Argument> arguments;
  for (int i = 0; i < 40; ++i) {
    values[static_cast<std::size_t>(i)] = i * i;
    arguments.push_back(argument(values[static_cast<std::size_t>(i)]));
  }
  device.kernel(module, info.name).launch_checked({{1}, {1}, 0}, stream, arguments.data(), arguments.size());
  CHECK(session.driver->launches().at(0).argument<int>(39) == 39 * 39);
}

TEST_CASE("launch: several threads may launch on their own streams") {
  Session session;
  const auto device = Device::open();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      Stream stream(device);
      for (int i = 0; i < 200; ++i) {
        Buffer<float> data(device, 16);
        device.kernel(test_kernels::PROBE, "scale").launch({1}, {16}, 0, stream, data, 2.0F, std::size_t{16});
        test_kernels::probe::empty(stream, {{1}, {1}, 0});
      }
      stream.synchronize();
    });
  for (auto& thread : threads) thread.join();
  CHECK(session.driver->launches().size() == 1600);  // two launches, 200 times, in four threads
  CHECK(session.driver->loads() == 1);
}

TEST_CASE("launch: the number of workgroups is computed from the size") {
  CHECK(workgroups_for(0, 256) == 1);
  CHECK(workgroups_for(1, 256) == 1);
  CHECK(workgroups_for(256, 256) == 1);
  CHECK(workgroups_for(257, 256) == 2);
  CHECK(workgroups_for(std::size_t{0xffff'ffff} * 64, 64) == 0xffff'ffff);
  CHECK(error_of([] { workgroups_for(std::size_t{1} << 40, 64); }, {"1099511627776"}).code() == ErrorCode::bad_launch);
  CHECK(error_of([] { workgroups_for(1, 0); }).code() == ErrorCode::bad_launch);
}
