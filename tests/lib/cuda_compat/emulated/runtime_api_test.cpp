// The host code of runtime_api.cu and driver_api.cu only has to compile. The kernels of runtime_api.cuh run: kt<T> and
// k in the namespace runtime_api, whose names the tool joins to runtime_api_kt_int and so on.
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

template <class T>
void check_stored(const char* kernel, T value) {
  const auto out = unwritten<T>(1);
  run(kernel, blocks(1, 1), out, value);
  check_equal(kernel, out.to_vector(), {value});
}

}  // namespace

TEST_CASE("runtime API: the kernels of runtime_api.cuh give the right results") {
  check_stored("runtime_api_kt_int", -7);
  check_stored("runtime_api_kt_float", 2.5f);
  check_stored("runtime_api_kt_double", 1e200);
  // The kernel adds variables of the device, which are zero because the host has not written them. It stores the sum in
  // the first 3 of 4 elements.
  const auto out = upload(std::vector<float>{5, 5, 5, 5});
  run("runtime_api_k", blocks(1, 4), out, 3);
  check_equal("variables", out.to_vector(), {0, 0, 0, 5});
}
