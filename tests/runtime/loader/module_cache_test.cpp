#include <atomic>
#include <memory>
#include <thread>

#include "runtime/loader/session.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

namespace {

/// Runs `work(i)` in `count` threads that start together.
template <class Work>
void in_threads(unsigned count, Work work) {
  std::atomic<bool> go{false};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      while (!go.load()) std::this_thread::yield();
      work(i);
    });
  go.store(true);
  for (auto& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("cache: a module is loaded at its first use and never again") {
  Session session;
  const auto device = Device::open();
  CHECK(session.driver->loads() == 0);
  const auto first = device.get_or_load_func("scale", test_kernels::PROBE);
  const auto again = device.kernel(test_kernels::PROBE, "scale");
  CHECK(first.native_handle() == again.native_handle());
  device.kernel(test_kernels::PROBE, "add");
  CHECK(session.driver->loads() == 1);
  CHECK(session.driver->calls("hipModuleGetFunction") == 2);
  const auto statistics = device.statistics();
  CHECK(statistics.loads == 1);
  CHECK(statistics.hits == 2);                                                // all look-ups after the first
  CHECK(statistics.bytes == test_kernels::PROBE.code_objects[2].image_size);  // the code object for gfx90a
  CHECK(statistics.milliseconds > 0);
}

TEST_CASE("cache: a name is looked up in its own module") {
  Session session;
  const auto device = Device::open();
  const auto of_probe = device.kernel(test_kernels::PROBE, "scale");
  const auto of_second = device.kernel(test_kernels::SECOND, "scale");
  CHECK(of_probe.native_handle() != of_second.native_handle());
  CHECK(std::string(of_probe.info().parameters[0].type) == "float *");
  CHECK(std::string(of_second.info().parameters[0].type) == "double *");
  const auto error = error_of([&] { device.kernel(test_kernels::PROBE, "only_here"); }, {"'probe'", "'only_here'"});
  CHECK(error.code() == ErrorCode::unknown_kernel);
}

TEST_CASE("cache: a kernel is found by its name in the header and by its symbol") {
  Session session;
  const auto device = Device::open();
  const auto by_name = device.kernel(test_kernels::PROBE, "shapes_fill_float");
  const auto by_symbol = device.kernel(test_kernels::PROBE, by_name.info().symbol);
  CHECK(std::string(by_name.info().symbol).substr(0, 2) == "_Z");
  CHECK(by_name.native_handle() == by_symbol.native_handle());
}

TEST_CASE("cache: the error for an unknown name suggests a similar one") {
  Session session;
  const auto device = Device::open();
  error_of([&] { device.kernel(test_kernels::PROBE, "shapes_fil_float"); }, {"did you mean 'shapes_fill_float'?"});
  const auto error = error_of([&] { device.kernel(test_kernels::PROBE, "entirely_different"); });
  CHECK(std::string(error.what()).find("did you mean") == std::string::npos);
}

TEST_CASE("cache: each device has its own cache") {
  Session session;
  session.driver->set_devices({mi210(), radeon()});
  const auto one = Device::open(0), two = Device::open(1);
  const auto a = one.kernel(test_kernels::PROBE, "scale");
  const auto b = two.kernel(test_kernels::PROBE, "scale");
  CHECK(a.native_handle() != b.native_handle());
  CHECK(session.driver->loads() == 2);
  // The code objects are for gfx1030, gfx1100 and gfx90a.
  CHECK(one.statistics().bytes == test_kernels::PROBE.code_objects[2].image_size);
  CHECK(two.statistics().bytes == test_kernels::PROBE.code_objects[1].image_size);
}

TEST_CASE("cache: concurrent requests of many threads load a module once") {
  Session session;
  session.driver->set_load_milliseconds(5);
  const auto device = Device::open();
  std::atomic<void*> handle{nullptr};
  std::atomic<int> different{0};
  in_threads(8, [&](unsigned) {
    void* mine = device.kernel(test_kernels::PROBE, "scale").native_handle();
    void* expected = nullptr;
    if (!handle.compare_exchange_strong(expected, mine) && expected != mine) ++different;
  });
  CHECK(different == 0);
  CHECK(session.driver->loads() == 1);
  CHECK(device.statistics().loads == 1);
  CHECK(device.statistics().hits == 7);  // all threads but the one that loaded
}

TEST_CASE("cache: threads that need different modules do not wait for each other") {
  Session session;
  session.driver->set_load_milliseconds(50);
  const auto device = Device::open();
  in_threads(2, [&](unsigned i) { device.preload(i == 0 ? test_kernels::PROBE : test_kernels::SECOND); });
  CHECK(session.driver->most_concurrent_loads() == 2);
}

TEST_CASE("cache: hundreds of modules are found from many threads") {
  Session session;
  const auto device = Device::open();
  // Copies of a module are different modules, because the address is the key.
  const std::vector<Module> modules(300, test_kernels::SECOND);
  std::vector<std::atomic<void*>> handles(modules.size());
  std::atomic<int> different{0};
  in_threads(4, [&](unsigned thread) {
    for (std::size_t i = 0; i < modules.size(); ++i) {
      const auto at = (i + thread * 75) % modules.size();  // each thread begins in another quarter
      void* mine = device.kernel(modules[at], "only_here").native_handle();
      void* expected = nullptr;
      if (!handles[at].compare_exchange_strong(expected, mine) && expected != mine) ++different;
    }
  });
  CHECK(different == 0);
  CHECK(session.driver->loads() == 300);
  const auto statistics = device.statistics();
  CHECK(statistics.loads == 300);
  CHECK(statistics.hits == 900);  // 4 * 300 look-ups, of which 300 loaded
}

TEST_CASE("cache: preload leaves no work for later look-ups") {
  Session session;
  const auto device = Device::open();
  device.preload(test_kernels::PROBE);
  const int found = session.driver->calls("hipModuleGetFunction");
  CHECK(found == static_cast<int>(test_kernels::PROBE.kernel_count));
  for (std::size_t i = 0; i < test_kernels::PROBE.kernel_count; ++i)
    device.kernel(test_kernels::PROBE, test_kernels::PROBE.kernels[i].name);
  CHECK(session.driver->calls("hipModuleGetFunction") == found);
  CHECK(session.driver->loads() == 1);
}

TEST_CASE("cache: an unloaded module is loaded again when it is needed") {
  Session session;
  const auto device = Device::open();
  device.kernel(test_kernels::SECOND, "only_here");
  device.unload(test_kernels::SECOND);
  CHECK(session.driver->live().modules == 0);
  device.unload(test_kernels::SECOND);  // a second unload has no effect
  device.unload(test_kernels::PROBE);   // this module was never loaded
  device.kernel(test_kernels::SECOND, "only_here");
  CHECK(session.driver->loads() == 2);
  CHECK(device.statistics().loads == 2);
}

TEST_CASE("cache: a module at a reused address is read again") {
  Session session;
  const auto device = Device::open();
  const auto module = std::make_unique<Module>(test_kernels::PROBE);
  device.kernel(*module, "add");
  device.unload(*module);
  *module = test_kernels::SECOND;
  device.kernel(*module, "only_here");
  CHECK(error_of([&] { device.kernel(*module, "add"); }).code() == ErrorCode::unknown_kernel);
}

TEST_CASE("cache: modules for other devices are refused") {
  Session session;
  session.driver->set_devices({{"gfx1036", 0x45, 32, "AMD Radeon Graphics", std::uint64_t{2} << 30, {}}});
  const auto device = Device::open();
  const auto error = error_of([&] { device.kernel(test_kernels::PROBE, "scale"); },
                              {"gfx1036", "'probe'", "gfx1030", "gfx1100", "gfx90a", "--arch"});
  CHECK(error.code() == ErrorCode::no_code_object);
  CHECK(session.driver->loads() == 0);
}

TEST_CASE("cache: corrupt code objects are not passed to the driver") {
  Session session;
  const auto device = Device::open();
  Module module = test_kernels::SECOND;
  std::vector<CodeObject> objects(module.code_objects, module.code_objects + module.code_object_count);
  module.code_objects = objects.data();
  // Index 2 is the code object for gfx90a, the default device of a session.
  std::vector<unsigned char> bytes(objects[2].data, objects[2].data + objects[2].stored_size);
  objects[2].data = bytes.data();
  SECTION("truncated") {
    objects[2].stored_size -= 1;
  }
  SECTION("damaged") {
    bytes[bytes.size() / 2] ^= 0x55;
  }
  SECTION("with a wrong declared size") {
    objects[2].image_size += 1;
  }
  SECTION("for another target") {
    objects[2] = objects[0], objects[2].target = "gfx90a";
  }
  const auto error = error_of([&] { device.kernel(module, "only_here"); }, {"'second'", "gfx90a"});
  CHECK(error.code() == ErrorCode::bad_code_object);
  CHECK(session.driver->calls("hipModuleLoadData") == 0);
}
