// A test's session: the runtime with the fault driver, in a clean state. At the end it checks that everything was
// released and that no function was misused.
#pragma once

#include <string>

#include "rocm_bindgen/runtime.hpp"
#include "runtime/loader/fault_driver/fault_control.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "test_kernels.hpp"

namespace runtime_test {

using test::Environment;

/// Devices must be opened after its construction and closed before its destruction.
class Session {
 public:
  explicit Session(const std::string& library = ROCM_BINDGEN_FAULT_HIP)
      : driver(library), library_("ROCM_BINDGEN_HIP_LIBRARY", library) {}
  ~Session() {
    CHECK(driver->live() == fault::Live{});
    CHECK(driver->misuse() == std::vector<std::string>{});
  }

  fault::FaultDriver driver;

 private:
  Environment choice_{"ROCM_BINDGEN_DRIVER", "amd"};
  Environment library_;
};

inline constexpr fault::Extent extent(unsigned x, unsigned y = 1, unsigned z = 1) {
  return {x, y, z};
}

// The numbers after the target IDs are those of e_flags.
inline fault::Device mi210() {
  return {"gfx90a:sramecc+:xnack-", 0x3f, 64, "AMD Instinct MI210", std::uint64_t{64} << 30, {}};
}
inline fault::Device radeon() {
  return {"gfx1100", 0x41, 32, "AMD Radeon RX 7900 XTX", std::uint64_t{24} << 30, {}};
}

/// The error that `call` throws; its message must contain all of `words`.
template <class Call>
rocm_bindgen::Error error_of(Call call, std::initializer_list<const char*> words = {}) {
  try {
    call();
  } catch (const rocm_bindgen::Error& error) {
    const std::string message = error.what();
    for (const char* word : words) {
      INFO(message << "\nlacks: " << word);
      CHECK(message.find(word) != std::string::npos);
    }
    return error;
  }
  FAIL("no error was thrown");
  throw;  // not reached, because FAIL throws
}

}  // namespace runtime_test
