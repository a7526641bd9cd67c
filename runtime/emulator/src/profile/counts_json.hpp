// The counts as they are in the file.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "profile/counts.hpp"

namespace rocm_bindgen::emulator {

/// The member "profile" of the file. It changes if the meaning of other members changes.
constexpr unsigned kProfileFormat = 1;

/// Kinds of access that did not occur are left out.
nlohmann::ordered_json counts_json(const Counts& counts);

}  // namespace rocm_bindgen::emulator
