// The counts as JSON, as the file of a profile contains them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "profile/counts.hpp"

namespace rocm_bindgen::emulator {

/// The version of the file's format: its member "profile". Increase it if the meaning of another member changes.
constexpr unsigned kProfileFormat = 1;

/// Kinds of access that did not occur are left out.
nlohmann::ordered_json counts_json(const Counts& counts);

}  // namespace rocm_bindgen::emulator
