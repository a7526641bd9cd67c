// Tests which driver is chosen, where its library is searched for, and the message if there is none.
#include "drivers/select.hpp"

#include <dlfcn.h>
#include <filesystem>

#include "drivers/amd_driver.hpp"
#include "runtime/loader/session.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen;
using namespace rocm_bindgen::runtime;
using namespace runtime_test;

namespace {

constexpr const char* kNowhere = "/nonexistent/library.so";

/// Sets the variables so that no vendor's library can be found, and unsets all others.
struct NoDrivers {
  Environment driver{"ROCM_BINDGEN_DRIVER", ""};
  Environment hip{"ROCM_BINDGEN_HIP_LIBRARY", kNowhere};
  Environment cuda{"ROCM_BINDGEN_CUDA_LIBRARY", kNowhere};
  Environment rocm{"ROCM_PATH", ""};
};

}  // namespace

TEST_CASE("select: an unknown driver name is refused") {
  const NoDrivers none;
  for (const char* name : {"intel", "AMD", "amd ", "emulated", " "}) {
    INFO(name);
    const Environment chosen("ROCM_BINDGEN_DRIVER", name);
    const auto error = error_of([] { Device::open(); }, {"ROCM_BINDGEN_DRIVER", name, "amd, nvidia", "emulated:"});
    CHECK(error.code() == ErrorCode::bad_argument);
    CHECK(error_of([] { Device::count(); }).code() == ErrorCode::bad_argument);
  }
}

TEST_CASE("select: a requested vendor without a driver is an error") {
  const NoDrivers none;
  {
    const Environment chosen("ROCM_BINDGEN_DRIVER", "amd");
    const auto error =
        error_of([] { Device::open(); }, {"ROCM_BINDGEN_DRIVER=amd", kNowhere, "cannot open shared object", "install",
                                          "libamdhip64", "ROCM_BINDGEN_HIP_LIBRARY"});
    CHECK(error.code() == ErrorCode::no_driver);
    CHECK(error_of([] { Device::count(); }).code() == ErrorCode::no_driver);
    CHECK(error_of([] { Device::list(); }).code() == ErrorCode::no_driver);
  }
  const Environment chosen("ROCM_BINDGEN_DRIVER", "nvidia");
  error_of([] { Device::open(); }, {"ROCM_BINDGEN_DRIVER=nvidia", kNowhere, "install", "libcuda.so.1"});
}

TEST_CASE("select: the error for a missing emulator library names the package and the paths tried") {
  const NoDrivers none;
  const Environment chosen("ROCM_BINDGEN_DRIVER", "emulated:gfx1100");
  const Environment library("ROCM_BINDGEN_EMULATOR_LIBRARY", kNowhere);
  const auto error =
      error_of([] { Device::open(); }, {"emulated:gfx1100", "package librocm-bindgen-emulator", "tried:", kNowhere});
  CHECK(error.code() == ErrorCode::no_driver);
  const Environment wrong("ROCM_BINDGEN_EMULATOR_LIBRARY", ROCM_BINDGEN_FAULT_HIP);
  const auto no_emulator = error_of([] { Device::open(); }, {ROCM_BINDGEN_FAULT_HIP, "not an emulator", "lacks"});
  CHECK(no_emulator.code() == ErrorCode::bad_driver);
}

TEST_CASE("select: without any driver there are 0 devices, and opening one lists everything tried") {
  const NoDrivers none;
  CHECK(Device::count() == 0);
  CHECK(Device::list().empty());
  const auto error = error_of([] { Device::open(); },
                              {"no GPU driver was found; tried:", kNowhere, "libamdhip64", "libcuda.so.1", "install"});
  CHECK(error.code() == ErrorCode::no_driver);
}

TEST_CASE("select: without a request the first vendor with a device is chosen") {
  const NoDrivers none;
  Session session;
  const Environment no_request("ROCM_BINDGEN_DRIVER", "");
  CHECK(Device::open().info().driver == "amd");
  CHECK(Device::count() == 1);
  session.driver->set_devices({});
  CHECK(Device::count() == 0);
  const auto error = error_of([] { Device::open(); }, {ROCM_BINDGEN_FAULT_HIP, "hipErrorNoDevice"});
  CHECK(error.code() == ErrorCode::no_device);
}

TEST_CASE("select: counting devices with an installed driver that does not work is an error") {
  const NoDrivers none;
  Session session;
  const Environment no_request("ROCM_BINDGEN_DRIVER", "");
  session.driver->fail("hipInit", 1, 999);
  CHECK(error_of([] { Device::count(); }, {"cannot be initialised", "hipErrorUnknown"}).code() ==
        ErrorCode::driver_failure);
  session.driver->fail("hipGetDeviceCount", 1, 999);
  CHECK(error_of([] { Device::count(); }, {"counting the devices of"}).code() == ErrorCode::driver_failure);
  CHECK(Device::count() == 1);
}

TEST_CASE("select: the error for a library that is not HIP names all functions that it lacks") {
  const NoDrivers none;
  const Environment chosen("ROCM_BINDGEN_DRIVER", "amd");
  const Environment library("ROCM_BINDGEN_HIP_LIBRARY", "libm.so.6");
  const auto error = error_of([] { Device::open(); }, {"'libm.so.6' lacks", "hipInit", "hipModuleLaunchKernel"});
  CHECK(error.code() == ErrorCode::bad_driver);
}

TEST_CASE("select: HIP is searched for by version, newest first, in ROCM_PATH before the system") {
  const Environment unset("ROCM_BINDGEN_HIP_LIBRARY", ""), rocm("ROCM_PATH", "/rocm");
  const std::vector<std::string> expected{"/rocm/lib/libamdhip64.so.7",
                                          "/rocm/lib/libamdhip64.so.6",
                                          "/rocm/lib/libamdhip64.so.5",
                                          "/rocm/lib/libamdhip64.so",
                                          "libamdhip64.so.7",
                                          "libamdhip64.so.6",
                                          "libamdhip64.so.5",
                                          "libamdhip64.so",
                                          "/opt/rocm/lib/libamdhip64.so.7",
                                          "/opt/rocm/lib/libamdhip64.so.6",
                                          "/opt/rocm/lib/libamdhip64.so.5",
                                          "/opt/rocm/lib/libamdhip64.so"};
  CHECK(hip_library_candidates() == expected);
  const Environment no_rocm("ROCM_PATH", "");
  CHECK(hip_library_candidates() == std::vector<std::string>(expected.begin() + 4, expected.end()));
  const Environment chosen("ROCM_BINDGEN_HIP_LIBRARY", "mine.so");
  CHECK(hip_library_candidates() == std::vector<std::string>{"mine.so"});
}

TEST_CASE("select: a HIP that the process has loaded is preferred to any other") {
  const test::Folder folder;
  const auto library = folder / "libamdhip64.so.6";
  std::filesystem::copy_file(ROCM_BINDGEN_NOTHING_LIBRARY, library);
  const Environment none("ROCM_BINDGEN_HIP_LIBRARY", "");
  const auto before = hip_library_candidates();
  void* handle = dlopen(library.c_str(), RTLD_NOW);
  REQUIRE(handle != nullptr);
  const auto candidates = hip_library_candidates();
  CHECK(dlclose(handle) == 0);
  CHECK(candidates.front() == library.string());
  CHECK(candidates.size() == before.size() + 1);
  REQUIRE(hip_library_candidates() == before);  // the library must be unloaded for the tests that follow
}

TEST_CASE("select: the libraries of ROCM_PATH are searched") {
  const test::Folder folder;
  const auto library = folder / "lib" / "libamdhip64.so.6";
  std::filesystem::create_directories(library.parent_path());
  std::filesystem::copy_file(ROCM_BINDGEN_FAULT_HIP, library);
  const Environment chosen("ROCM_BINDGEN_DRIVER", "amd"), unset("ROCM_BINDGEN_HIP_LIBRARY", "");
  const Environment rocm("ROCM_PATH", folder.path().string());
  CHECK(open_driver()->library() == library.string());
}
