#include "runtime/loader/session.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

TEST_CASE("device: the driver's properties of each device are listed") {
  Session session;
  session.driver->set_devices({mi210(), radeon()});
  session.driver->set_runtime_version(60'200'001);
  CHECK(Device::count() == 2);
  const auto devices = Device::list();
  REQUIRE(devices.size() == 2);
  CHECK(devices[0].ordinal == 0);
  CHECK(devices[0].name == "AMD Instinct MI210");
  CHECK(devices[0].arch == "gfx90a:sramecc+:xnack-");
  CHECK(devices[0].driver == "amd");
  CHECK(devices[0].driver_version == "HIP 6.2.1");
  CHECK(devices[0].wavefront_size == 64);
  CHECK(devices[0].memory_bytes == std::uint64_t{64} << 30);
  CHECK_FALSE(devices[0].pci.empty());
  CHECK(devices[0].compute_units > 0);
  CHECK(devices[0].max_workgroup_size == 1024);
  CHECK(devices[0].lds_bytes == 65536);
  CHECK(devices[0].max_grid_items == 0xffff'ffff);
  CHECK(devices[1].ordinal == 1);
  CHECK(devices[1].arch == "gfx1100");
  CHECK(devices[1].wavefront_size == 32);
}

TEST_CASE("device: the older forms of the properties give the same values") {
  Session session(ROCM_BINDGEN_FAULT_HIP_5);
  const auto info = Device::open().info();
  CHECK(info.arch == "gfx90a:sramecc+:xnack-");
  CHECK(info.wavefront_size == 64);
  CHECK(info.max_workgroup_size == 1024);
  CHECK(info.lds_bytes == 65536);
  CHECK(info.compute_units > 0);
}

TEST_CASE("device: the same ordinal opens the same device and another ordinal another device") {
  Session session;
  session.driver->set_devices({mi210(), radeon()});
  const auto first = Device::open(0);
  CHECK(Device::open(0) == first);
  CHECK(Device::open(1) != first);
}

TEST_CASE("device: the error for an ordinal beyond the last names the number of devices") {
  Session session;
  const auto error = error_of([] { Device::open(1); }, {"device 1 does not exist", "has 1", ROCM_BINDGEN_FAULT_HIP});
  CHECK(error.code() == ErrorCode::no_device);
  CHECK(error_of([] { Device::open(-1); }).code() == ErrorCode::no_device);
}

TEST_CASE("device: without a device the count is 0 and opening one is an error") {
  Session session;
  session.driver->set_devices({});
  CHECK(Device::count() == 0);
  CHECK(Device::list().empty());
  CHECK(error_of([] { Device::open(); }, {ROCM_BINDGEN_FAULT_HIP, "hipErrorNoDevice"}).code() == ErrorCode::no_device);
}

TEST_CASE("device: the caller's current device stays current") {
  Session session;
  session.driver->set_devices({mi210(), radeon()});
  using SetDevice = int (*)(int);
  const auto set_device = reinterpret_cast<SetDevice>(session.driver.symbol("hipSetDevice"));
  REQUIRE(set_device(1) == 0);
  const auto device = Device::open(0);
  Stream stream(device);
  auto buffer = Buffer<float>::zeros(device, 4);
  device.kernel(test_kernels::PROBE, "scale").launch({1}, {64}, 0, stream, buffer, 2.0F, std::size_t{4});
  CHECK(session.driver->current_device() == 1);
  CHECK(session.driver->launches().at(0).device == 0);
}

TEST_CASE("device: the driver is chosen again after all devices are closed") {
  Session session;
  {
    const auto device = Device::open();
  }
  const Environment other("ROCM_BINDGEN_HIP_LIBRARY", ROCM_BINDGEN_FAULT_HIP_BROKEN);
  CHECK(error_of([] { Device::open(); }, {"hipModuleLoadData"}).code() == ErrorCode::bad_driver);
}

TEST_CASE("device: objects that were created on it keep it open") {
  Session session;
  {
    std::optional<Device> device = Device::open();
    Stream stream(*device);
    auto buffer = Buffer<int>::zeros(*device, 8);
    const auto kernel = device->kernel(test_kernels::SECOND, "only_here");
    device.reset();
    kernel.launch({1}, {8}, 0, stream, buffer);
    CHECK(session.driver->live().modules == 1);
  }
  CHECK(session.driver->live().modules == 0);
}

TEST_CASE("device: free and total memory are reported") {
  Session session;
  const auto device = Device::open();
  const auto before = device.memory();
  CHECK(before.total_bytes == device.info().memory_bytes);
  const Buffer<char> buffer(device, 1 << 20);
  CHECK(device.memory().free_bytes <= before.free_bytes - (1 << 20));
}

TEST_CASE("device: access to another device's memory can be enabled") {
  Session session;
  session.driver->set_devices({mi210(), mi210()});
  const auto one = Device::open(0), two = Device::open(1);
  CHECK(one.can_access(two));
  one.enable_access(two);
  one.enable_access(two);  // enabling it twice is no error
  session.driver->set_peer_access(false);
  CHECK_FALSE(one.can_access(two));
  CHECK(one.can_access(one));
}
