// How memory is asked for, and which of the checks are made.
#pragma once

#include <cstdint>

namespace rocm_bindgen::emulator {

enum class Access : std::uint8_t { read, write, atomic };

/// What ROCM_BINDGEN_EMULATOR_CHECKS turns on.
struct Checks {
  bool bounds = true;
  bool race = false;
  bool uninit = false;
};

}  // namespace rocm_bindgen::emulator
