// Catches the Fault that a call must throw.
#pragma once

#include "fault.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {

/// Returns the Fault that `body` throws. The test fails if there is none.
template <class Body>
Fault fault_of(Body body) {
  try {
    body();
  } catch (const Fault& fault) {
    return fault;
  }
  FAIL("no fault was thrown");
  return Fault("");  // not reached, because FAIL throws
}

/// The message without its address, which differs between runs.
inline std::string without_address(const Fault& fault) {
  std::string text = fault.what();
  const auto at = text.find("0x");
  if (at == std::string::npos) return text;
  return text.replace(at, text.find_first_not_of("0123456789abcdef", at + 2) - at, "ADDRESS");
}

}  // namespace rocm_bindgen::emulator
