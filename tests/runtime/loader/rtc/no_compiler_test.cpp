// Tests the messages of compilation without a compiler; tests/runtime/ops tests compilation itself.
#include "runtime/loader/session.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

TEST_CASE("rtc: without a library the message names all that were tried and a remedy") {
  Session session;
  session.driver->set_devices({mi210()});
  const auto device = Device::open();
  const Environment absent("ROCM_BINDGEN_HIPRTC_LIBRARY", "libabsent.so");
  const auto error = error_of([&] { device.compile("source"); },
                              {"hipRTC", "libabsent.so", "ROCM_BINDGEN_HIPRTC_LIBRARY", "ROCM_PATH"});
  CHECK(error.code() == ErrorCode::no_compiler);
}

TEST_CASE("rtc: the error for a library that is not hipRTC names the functions that it lacks") {
  Session session;
  session.driver->set_devices({mi210()});
  const auto device = Device::open();
  const Environment other("ROCM_BINDGEN_HIPRTC_LIBRARY", ROCM_BINDGEN_NOTHING_LIBRARY);
  const auto error = error_of([&] { device.compile("source"); },
                              {ROCM_BINDGEN_NOTHING_LIBRARY, "hiprtcCompileProgram", "hiprtcGetCode", "hipRTC"});
  CHECK(error.code() == ErrorCode::bad_driver);
}
