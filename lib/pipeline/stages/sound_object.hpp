#pragma once

#include "pipeline/records/build_records.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// Whether an object that comes from elsewhere, and that has the right hash, can be the result of a compile. If it were
/// used although it is not, each build would fail when it verifies the object.
bool is_sound(const FinishedObject& object, const TargetId& target);

}  // namespace rocm_bindgen::build
